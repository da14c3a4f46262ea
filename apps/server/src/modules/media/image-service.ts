import {
  fill,
  type Image,
  joinNames,
  type List,
  type mediaCalls,
  type ParsedInputOf,
  pictureQuotaWords,
  type UploadedImage,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, type Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { exceeds, limitsOf, nearlyFull } from '../../kernel/quota.ts'
import { inUploadTurn } from './drawing-turns.ts'
import * as queries from './image-queries.ts'
import { BadPicture, type Picture } from './picture-rules.ts'
import { redrawPicture } from './redraw.ts'
import { fileOf, writeMaster } from './stored-pictures.ts'

type Input<Name extends keyof typeof mediaCalls> = ParsedInputOf<(typeof mediaCalls)[Name]>

export async function getImg(
  ctx: Ctx,
  { condition, ...page }: Input<'getImg'>,
): Promise<List<Image> & { notice?: string }> {
  const most = ctx.deps.config.pictureQuota
  const percent = nearlyFull(await queries.usedFiles(ctx.tx, ctx.tenant.id), most)
  const list = await queries.listImages(ctx, page, condition)
  if (percent === undefined) return list
  return { ...list, notice: fill(pictureQuotaWords[ctx.locale].nearlyFull, { percent, ...limitsOf(most) }) }
}

/** Refuses a file that would exceed the merchant's limit. One that is stored already needs no room. */
async function demandRoom(ctx: OutsideCtx, tx: Tx, file: string, bytes: number): Promise<void> {
  const { id } = ctx.tenant
  const most = ctx.deps.config.pictureQuota
  await queries.lockUse(tx, id)
  if (await queries.isNamed(tx, id, file)) return
  const used = await queries.usedFiles(tx, id)
  if (exceeds({ count: used.count + 1, bytes: used.bytes + bytes }, most))
    throw new AppError('picturesFull', limitsOf(most))
}

/** Redraws an upload when its turn comes; what is not one well-formed picture is refused. */
export const redrawUpload = (tenantId: string, body: Uint8Array): Promise<Picture> =>
  inUploadTurn(tenantId, () => redrawPicture(body)).catch((error: unknown) => {
    throw error instanceof BadPicture ? new AppError(error.badSize ? 'badPictureSize' : 'badPicture') : error
  })

/** Stores an uploaded picture, redrawn. It joins the gallery by `editImg`; otherwise it is deleted after a day. */
export async function uploadImg(ctx: OutsideCtx, body: Uint8Array): Promise<UploadedImage> {
  const picture = await redrawUpload(ctx.tenant.id, body)
  const { width, height } = picture
  const file = fileOf(ctx.tenant.id, picture)
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  // The row is written before the file, so that the sweep finds the file even if writing is interrupted.
  await inOwnTenant(ctx, async (tx) => {
    await demandRoom(ctx, tx, file, picture.bytes.length)
    await queries.lockFile(tx, ctx.tenant.id, file)
    await queries.noteUpload(tx, owner, { file, width, height, bytes: picture.bytes.length }, ctx.now)
  })
  await writeMaster(ctx.deps.blobs, file, picture)
  return { file, width, height }
}

async function demandImage(ctx: Ctx, id: string): Promise<Image> {
  const image = await queries.findImage(ctx, id)
  if (!image) throw new AppError('notFound')
  return image
}

/** A file that the caller uploaded or has as a picture. Knowing the name of a file is not enough. */
async function demandFile(ctx: Ctx, file: string): Promise<queries.StoredFile> {
  const stored = (await queries.takeUpload(ctx, file)) ?? (await queries.findFile(ctx, file))
  if (!stored) throw AppError.atField('file', 'unknownUpload')
  return stored
}

/** Adds a picture when no number is given; otherwise renames it, and replaces its file where one is given. */
export async function editImg(ctx: Ctx, { img_id: id, rev, name, file }: Input<'editImg'>): Promise<Image> {
  const before = id === undefined ? undefined : await demandImage(ctx, id)
  const stored = file === undefined || file === before?.file ? undefined : await demandFile(ctx, file)
  if (before && stored) await demandUseIsSeen(ctx, before.img_id)
  const after = before ? await change(ctx, before, rev, { name, ...stored }) : await add(ctx, name, stored)
  await audit(ctx, {
    call: 'editImg',
    object: 'image',
    objectId: after.img_id,
    after,
    ...(before ? { before } : {}),
  })
  return after
}

/** A caller who sees only own goods may not change a picture that goods of others show. */
async function demandUseIsSeen(ctx: Ctx, id: string): Promise<void> {
  const { unseen } = await ctx.deps.hooks.pictureUse.showing(ctx, id)
  if (unseen > 0) throw new AppError('imageInUseElsewhere', { count: unseen })
}

async function add(ctx: Ctx, name: string, stored: queries.StoredFile | undefined): Promise<Image> {
  if (!stored) throw AppError.atField('file', 'required')
  return demandImage(ctx, await queries.insertImage(ctx, name, stored))
}

/** The replaced file becomes an unused upload, so that the sweep deletes it later. */
async function change(
  ctx: Ctx,
  { img_id: id, file, width, height, bytes }: Image,
  rev: number | undefined,
  to: Parameters<typeof queries.updateImage>[3],
): Promise<Image> {
  if (!(await queries.updateImage(ctx, id, rev, to))) throw new AppError('changedMeanwhile')
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  if (to.file !== undefined) {
    await queries.noteUpload(ctx.tx, owner, { file, width, height, bytes }, ctx.now)
    await ctx.deps.hooks.pictureUse.replaced(ctx, id)
  }
  return demandImage(ctx, id)
}

export async function delImg(ctx: Ctx, { img_id: id }: Input<'delImg'>): Promise<Record<string, never>> {
  if (!(await queries.lockImage(ctx, id))) throw new AppError('notFound')
  const { count, names, unseen } = await ctx.deps.hooks.pictureUse.showing(ctx, id)
  if (names.length > 0) throw new AppError('imageInUse', { count, names: joinNames(ctx.locale, names) })
  if (unseen > 0) throw new AppError('imageInUseElsewhere', { count: unseen })
  const before = await demandImage(ctx, id)
  await queries.setImageDeleted(ctx, id, true)
  await audit(ctx, { call: 'delImg', object: 'image', objectId: id, before })
  return {}
}

/** Restores a deleted picture. */
export async function restoreImg(ctx: Ctx, { img_id: id }: Input<'restoreImg'>): Promise<Image> {
  if (!(await queries.setImageDeleted(ctx, id, false))) throw new AppError('notFound')
  const after = await demandImage(ctx, id)
  await audit(ctx, { call: 'restoreImg', object: 'image', objectId: id, after })
  return after
}
