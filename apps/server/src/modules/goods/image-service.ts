import {
  type goodsCalls,
  type Image,
  joinNames,
  type List,
  type ParsedInputOf,
  type UploadedImage,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { BadPicture, fileOf, inUploadTurn, redrawPicture, writeMaster } from '../../kernel/pictures.ts'
import * as store from './image-store.ts'

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>

export const getImg = (ctx: Ctx, { condition, ...page }: Input<'getImg'>): Promise<List<Image>> =>
  store.listImages(ctx, page, condition)

/** Takes a picture in, drawn anew. It becomes one of the gallery by `editImg`; until then a day is left. */
export async function uploadImg(ctx: OutsideCtx, body: Uint8Array): Promise<UploadedImage> {
  const picture = await inUploadTurn(ctx.tenant.id, () => redrawPicture(body)).catch((error: unknown) => {
    throw error instanceof BadPicture ? new AppError(error.badSize ? 'badPictureSize' : 'badPicture') : error
  })
  const { width, height } = picture
  const file = fileOf(ctx.tenant.id, picture)
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  // The row first: whatever becomes of the file, the sweep finds it by its row.
  await inOwnTenant(ctx, async (tx) => {
    await store.lockFile(tx, ctx.tenant.id, file)
    await store.noteUpload(tx, owner, { file, width, height, bytes: picture.bytes.length }, ctx.now)
  })
  await writeMaster(ctx.deps.blobs, file, picture)
  return { file, width, height }
}

async function demandImage(ctx: Ctx, id: string): Promise<Image> {
  const image = await store.findImage(ctx, id)
  if (!image) throw new AppError('notFound')
  return image
}

/** What the caller has uploaded, or has as a picture already; nobody takes a file that he only knows the name of. */
async function demandFile(ctx: Ctx, file: string): Promise<store.StoredFile> {
  const stored = (await store.takeUpload(ctx, file)) ?? (await store.findFile(ctx, file))
  if (!stored) throw AppError.atField('file', 'unknownUpload')
  return stored
}

/** Without a number it is a new picture; with one, another name, and another drawing where a file is given. */
export async function editImg(ctx: Ctx, { img_id: id, rev, name, file }: Input<'editImg'>): Promise<Image> {
  const before = id === undefined ? undefined : await demandImage(ctx, id)
  const stored = file === undefined || file === before?.file ? undefined : await demandFile(ctx, file)
  if (before && stored) await demandNoForeignGoods(ctx, before.img_id)
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

/** Whoever sees only his own goods does not change what others' show. */
async function demandNoForeignGoods(ctx: Ctx, id: string): Promise<void> {
  const { unseen } = await store.goodsShowing(ctx, id)
  if (unseen > 0) throw new AppError('imageInUseElsewhere', { count: unseen })
}

async function add(ctx: Ctx, name: string, stored: store.StoredFile | undefined): Promise<Image> {
  if (!stored) throw AppError.atField('file', 'required')
  return demandImage(ctx, await store.insertImage(ctx, name, stored))
}

/** The drawing that is replaced goes the way of an upload that nobody named. */
async function change(
  ctx: Ctx,
  { img_id: id, file, width, height, bytes }: Image,
  rev: number | undefined,
  to: Parameters<typeof store.updateImage>[3],
): Promise<Image> {
  if (!(await store.updateImage(ctx, id, rev, to))) throw new AppError('changedMeanwhile')
  const owner = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  if (to.file !== undefined) await store.noteUpload(ctx.tx, owner, { file, width, height, bytes }, ctx.now)
  return demandImage(ctx, id)
}

export async function delImg(ctx: Ctx, { img_id: id }: Input<'delImg'>): Promise<Record<string, never>> {
  if (!(await store.lockImage(ctx, id))) throw new AppError('notFound')
  const { count, names, unseen } = await store.goodsShowing(ctx, id)
  if (names.length > 0) throw new AppError('imageInUse', { count, names: joinNames(ctx.locale, names) })
  if (unseen > 0) throw new AppError('imageInUseElsewhere', { count: unseen })
  const before = await demandImage(ctx, id)
  await store.setImageDeleted(ctx, id, true)
  await audit(ctx, { call: 'delImg', object: 'image', objectId: id, before })
  return {}
}

/** Takes a deletion back. */
export async function restoreImg(ctx: Ctx, { img_id: id }: Input<'restoreImg'>): Promise<Image> {
  if (!(await store.setImageDeleted(ctx, id, false))) throw new AppError('notFound')
  const after = await demandImage(ctx, id)
  await audit(ctx, { call: 'restoreImg', object: 'image', objectId: id, after })
  return after
}
