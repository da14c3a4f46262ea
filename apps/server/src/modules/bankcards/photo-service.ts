/**
 * Photos of certificates and bank cards. A photo is uploaded first, and belongs to no card until it is handed in by
 * `addBankImg`. It is redrawn like pictures of the gallery, encrypted, and shown only by links that end after a minute.
 */
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import {
  type BankCard,
  type bankCardCalls,
  type BankPhotoKind,
  bankPhotoKinds,
  type ParsedInputOf,
  type UploadedBankPhoto,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, Deps, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { open, seal, type SealedAt, vaultOf } from '../../kernel/vault.ts'
import { redrawUpload } from '../media/index.ts'
import { moveCard } from './card-queries.ts'
import { demandCard, facts } from './card-service.ts'
import { demandOpen, openStates } from './intake-service.ts'
import { photoLink, type PhotoViewer, readPhotoLink } from './photo-link.ts'
import * as queries from './photo-queries.ts'

type Input<Name extends keyof typeof bankCardCalls> = ParsedInputOf<(typeof bankCardCalls)[Name]>

/** How many photos of a merchant may wait to be handed in: those of twenty cards. */
const mostWaiting = 100
const waitingDays = 1

const blobKey = (tenantId: string, file: string): string => `bank/${tenantId}/${file}`
const sealedAt = (file: string): SealedAt => ({ field: 'bank_photo', record: file })

export async function uploadBankImg(ctx: OutsideCtx, body: Uint8Array): Promise<UploadedBankPhoto> {
  const { bytes, mime, width, height } = await redrawUpload(ctx.tenant.id, body)
  if (width <= height) throw new AppError('photoNotLandscape')
  const file = randomBytes(16).toString('hex')
  // The row is written before the file, so that the sweep finds the file even if writing is interrupted.
  const sealed = await inOwnTenant(ctx, async (tx) => {
    const ref = { tx, tenantId: ctx.tenant.id }
    await queries.lockWaiting(ref)
    if ((await queries.countWaiting(ref)) >= mostWaiting)
      throw new AppError('bankPhotosFull', { count: mostWaiting })
    const photo = { file, mime, width, height, bytes: bytes.length }
    await queries.insertPhoto(ref, photo, { accountId: ctx.user.id, at: ctx.now })
    return seal(vaultOf({ ...ctx, tx }), bytes, sealedAt(file))
  })
  await ctx.deps.blobs.write(blobKey(ctx.tenant.id, file), sealed, 'application/octet-stream')
  return { file, width, height }
}

/** Hands in photos, and the card with them. Photos that are left out stay as they are; each kind must be there then. */
export async function addBankImg(
  ctx: Ctx,
  { merchant_id: id, ...files }: Input<'addBankImg'>,
): Promise<BankCard> {
  await demandOpen(ctx, id)
  const before = await demandCard(ctx, id)
  const there = new Map((await queries.photosOf({ ...ctx, tenantId: ctx.tenant.id }, id)).map(byKind))
  const missing = bankPhotoKinds.filter((kind) => files[kind] === undefined && !there.has(kind))
  if (missing.length > 0)
    throw new AppError(
      'invalid',
      {},
      missing.map((kind) => ({ path: kind, rule: 'required' as const })),
    )
  for (const kind of bankPhotoKinds) {
    const file = files[kind]
    if (file !== undefined && file !== there.get(kind))
      await replacePhoto(ctx, { merchantId: id, kind }, file)
  }
  await moveCard({ ...ctx, tenantId: ctx.tenant.id }, id, openStates, { state: 'reviewing' })
  const after = await demandCard(ctx, id)
  await audit(ctx, {
    call: 'addBankImg',
    object: 'bankCard',
    objectId: id,
    before: facts(before),
    after: facts(after),
  })
  return after
}

const byKind = ({ kind, file }: queries.CardPhoto): [BankPhotoKind, string] => [kind, file]

/** The photo before waits for the sweep, like one that was not handed in. */
async function replacePhoto(
  ctx: Ctx,
  place: { merchantId: string; kind: BankPhotoKind },
  file: string,
): Promise<void> {
  await queries.detachPhoto(ctx, place)
  const attached = await queries.attachPhoto(ctx, place, file, daysBefore(ctx.now, waitingDays))
  if (!attached) throw AppError.atField(place.kind, 'unknownPhoto')
}

/** Links to the photos of a card; empty where it has none. The photos show clear numbers, so each look is in the audit. */
export async function getImage(
  ctx: Ctx,
  { merchant_id: id }: Input<'getImage'>,
): Promise<Record<BankPhotoKind, string>> {
  const { mch_name, acct_name, acct_no } = await demandCard(ctx, id)
  await audit(ctx, {
    call: 'getImage',
    object: 'bankCard',
    objectId: id,
    after: { mch_name, acct_name, acct_no },
  })
  const links = { id_card_z: '', id_card_f: '', bank_z: '', bank_f: '', hold_id_card: '' }
  const viewer = { tenantId: ctx.tenant.id, accountId: ctx.user.id }
  for (const { kind, file } of await queries.photosOf({ ...ctx, tenantId: ctx.tenant.id }, id))
    links[kind] = photoLink(ctx.deps.config.pepper, viewer, file, ctx.now)
  return links
}

type ShownPhoto = { mime: string; bytes: Buffer }

/** The photo of a link; undefined when the link is forged, over or of another account, or the card deleted. */
export async function openPhoto(
  deps: Deps,
  viewer: PhotoViewer,
  token: string,
): Promise<ShownPhoto | undefined> {
  const file = readPhotoLink(deps.config.pepper, viewer, token, deps.now())
  if (file === undefined) return undefined
  const { tenantId } = viewer
  const mime = await inTenant(deps.db.main, tenantId, (tx) => queries.findAttached({ tx, tenantId }, file))
  return mime === undefined ? undefined : readPhoto(deps, tenantId, { file, mime })
}

async function readPhoto(
  deps: Deps,
  tenantId: string,
  { file, mime }: Pick<queries.CardPhoto, 'file' | 'mime'>,
): Promise<ShownPhoto | undefined> {
  const blob = await deps.blobs.read(blobKey(tenantId, file))
  if (!blob) return undefined
  const sealed = await buffer(blob.body)
  const bytes = await inTenant(deps.db.main, tenantId, (tx) =>
    open({ tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() }, sealed, sealedAt(file)),
  )
  return { mime, bytes }
}

/** The photos of a card, for the operator who reviews it. */
export async function readPhotos(
  deps: Deps,
  tenantId: string,
  merchantId: string,
): Promise<(ShownPhoto & { kind: BankPhotoKind })[]> {
  const photos = await inTenant(deps.db.main, tenantId, (tx) =>
    queries.photosOf({ tx, tenantId }, merchantId),
  )
  const shown: (ShownPhoto & { kind: BankPhotoKind })[] = []
  for (const photo of photos) {
    const read = await readPhoto(deps, tenantId, photo)
    if (read) shown.push({ ...read, kind: photo.kind })
  }
  return shown
}

/** Photos per sweep; the next sweep does the rest. */
const photosAtOnce = 500

/**
 * Deletes photos that were never handed in or were replaced, and those of deleted cards. The file is removed before its
 * row is gone: after an interruption the next sweep finds it by that row.
 */
export async function sweepPhotos(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const uploaded = daysBefore(now, waitingDays)
  const { main } = deps.db
  const files = await inTenant(main, tenantId, (tx) =>
    queries.unusedPhotos({ tx, tenantId }, uploaded, photosAtOnce),
  )
  for (const file of files)
    await inTenant(main, tenantId, async (tx) => {
      if (await queries.deleteUnused({ tx, tenantId }, file, uploaded))
        await deps.blobs.remove(blobKey(tenantId, file))
    })
}
