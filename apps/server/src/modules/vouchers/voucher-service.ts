import {
  type AddedGift,
  type Gift,
  type GiftBatch,
  type GiftCode,
  type List,
  type ParsedInputOf,
  type voucherCalls,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { missingGifts, noteVoucherRestored } from '../sales/index.ts'
import { countDevices, devicesNamed, deviceTitlesBySn } from '../devices/index.ts'
import { goodsTitlesOf, holdGoods } from '../goods/index.ts'
import { holdReferrer, referrerNamesOf } from '../referrers/index.ts'
import * as queries from './voucher-queries.ts'

type Input<Name extends keyof typeof voucherCalls> = ParsedInputOf<(typeof voucherCalls)[Name]>

type Unnamed = { goods: string; referrer: string | null; device: string[]; created_at: Date }

/** Adds the names of goods, referrers and machines, those of deleted and unbound ones included. */
export async function named<Row extends Unnamed>(ctx: Ctx, rows: readonly Row[]) {
  const goods = await goodsTitlesOf(refOf(ctx), [...new Set(rows.map((row) => row.goods))])
  const referrers = await referrerNamesOf(refOf(ctx), [
    ...new Set(rows.flatMap(({ referrer }) => (referrer === null ? [] : [referrer]))),
  ])
  const devices = await deviceTitlesBySn(ctx, [...new Set(rows.flatMap(({ device }) => device))])
  return rows.map(({ created_at: created, ...row }) => ({
    ...row,
    created_at: created.toISOString(),
    goods_name: goods.get(row.goods) ?? '',
    referrer_name: row.referrer === null ? null : (referrers.get(row.referrer) ?? ''),
    device_names: row.device.map((sn) => devices.get(sn) || sn),
  }))
}

/** The vouchers of a list with all names, without their codes. */
export async function complete(ctx: Ctx, rows: readonly queries.VoucherRow[]): Promise<Gift[]> {
  const machines = await devicesNamed(refOf(ctx), [
    ...new Set(rows.flatMap(({ device_id: id }) => (id === null ? [] : [id]))),
  ])
  const missing = await missingGifts(
    refOf(ctx),
    rows.flatMap(({ orderno }) => orderno ?? []),
  )
  return (await named(ctx, rows)).map(({ device_id: id, code: _secret, used_at: used, ...row }) => {
    const machine = id === null ? undefined : machines.get(id)
    return {
      ...row,
      used_at: used?.toISOString() ?? null,
      used_sn: machine?.sn ?? null,
      used_device: machine ? machine.title || machine.sn : null,
      restorable: row.orderno !== null && missing.has(row.orderno),
    }
  })
}

export async function getGift(ctx: Ctx, { condition, ...page }: Input<'getGift'>): Promise<List<Gift>> {
  const { data, count } = await queries.listVouchers(ctx, page, condition)
  return { data: await complete(ctx, data), count }
}

export async function getGiftBatches(
  ctx: Ctx,
  { condition, ...page }: Input<'getGiftBatches'>,
): Promise<List<GiftBatch>> {
  const { data, count } = await queries.listBatches(ctx, page, condition)
  return { data: await named(ctx, data), count }
}

async function demandBatch(ctx: Ctx, id: string): Promise<GiftBatch> {
  const { data } = await queries.listBatches(ctx, { pageNum: 1, pageSize: 1 }, { ids: [id] })
  const [batch] = await named(ctx, data)
  if (!batch) throw new AppError('notFound')
  return batch
}

async function demandVoucher(ctx: Ctx, id: string): Promise<queries.VoucherRow> {
  const row = await queries.findVoucher(ctx, id)
  if (!row) throw new AppError('notFound')
  return row
}

async function oneGift(ctx: Ctx, id: string): Promise<Gift> {
  const [gift] = await complete(ctx, [await demandVoucher(ctx, id)])
  if (!gift) throw new AppError('notFound')
  return gift
}

/** What the audit records of vouchers. Codes are not among it. */
const facts = ({
  name,
  goods,
  goods_name,
  quantity,
  referrer,
  referrer_name,
  device,
  device_names,
}: GiftBatch | Gift) => ({
  name,
  goods,
  goods_name,
  quantity,
  referrer,
  referrer_name,
  device,
  device_names,
})

export async function addGift(ctx: Ctx, input: Input<'addGift'>): Promise<AddedGift> {
  const draft = { ...input, device: [...new Set(input.device)] }
  const { goods, referrer, device, copies } = draft
  if (!(await holdGoods(ctx, [goods])).has(goods)) throw AppError.atField('goods', 'unknownGoods')
  if (referrer !== null && !(await holdReferrer(ctx, referrer)))
    throw AppError.atField('referrer', 'unknownReferrer')
  if (device.length > 0 && (await countDevices(ctx, { sns: device })) !== device.length)
    throw AppError.atField('device', 'unknownDevice')
  const { batch: made, ids } = await queries.insertBatch(ctx, draft)
  const batch = await demandBatch(ctx, made)
  await audit(ctx, {
    call: 'addGift',
    object: 'giftBatch',
    objectId: batch.batch,
    after: { ...facts(batch), copies },
  })
  return { ...batch, gift_ids: ids }
}

/** Why a voucher gives nothing any more; undefined while it is unused. */
const endOf = ({ state }: Pick<queries.VoucherRow, 'state'>): 'giftUsed' | 'giftDeleted' | undefined =>
  state === 'used' ? 'giftUsed' : state === 'deleted' ? 'giftDeleted' : undefined

export async function disableGift(ctx: Ctx, { gift_id: id }: Input<'disableGift'>): Promise<Gift> {
  if (!(await queries.deleteVoucher(ctx, id)))
    throw new AppError(endOf(await demandVoucher(ctx, id)) ?? 'conflict')
  const gift = await oneGift(ctx, id)
  await audit(ctx, {
    call: 'disableGift',
    object: 'gift',
    objectId: id,
    before: { ...facts(gift), state: 'unused' },
    after: { ...facts(gift), state: 'deleted' },
  })
  return gift
}

/**
 * Makes a used voucher valid again whose goods did not come out, as far as its machine has said. The bill is locked before
 * the voucher, as a report of the machine does it, and notes what happened.
 */
export async function restoreGift(ctx: Ctx, { gift_id: id }: Input<'restoreGift'>): Promise<Gift> {
  const { goods, state, orderno } = await demandVoucher(ctx, id)
  if (state === 'deleted') throw new AppError('giftDeleted')
  if (orderno === null) throw new AppError('giftUnused')
  if (!(await holdGoods(ctx, [goods])).has(goods)) throw new AppError('giftGoodsGone')
  const books = { ...refOf(ctx), deps: ctx.deps, now: ctx.now }
  if (!(await noteVoucherRestored(books, orderno))) throw new AppError('giftNotMissing')
  if (!(await queries.freeVoucher(ctx, id, orderno))) throw new AppError('giftUnused')
  const gift = await oneGift(ctx, id)
  await audit(ctx, {
    call: 'restoreGift',
    object: 'gift',
    objectId: id,
    before: { ...facts(gift), state: 'used', orderno },
    after: { ...facts(gift), state: gift.state, orderno: null },
  })
  return gift
}

/** Deletes the unused vouchers of a batch. */
export async function disableGiftBatch(
  ctx: Ctx,
  { batch: id }: Input<'disableGiftBatch'>,
): Promise<GiftBatch> {
  await demandBatch(ctx, id)
  const copies = await queries.deleteBatch(ctx, id)
  if (copies === 0) throw new AppError('noGiftLeft')
  const batch = await demandBatch(ctx, id)
  await audit(ctx, {
    call: 'disableGiftBatch',
    object: 'giftBatch',
    objectId: id,
    before: { ...facts(batch), copies },
  })
  return batch
}

async function codesOf(ctx: Ctx, rows: readonly queries.VoucherRow[]): Promise<GiftCode[]> {
  return (await named(ctx, rows)).map(({ gift_id, name, goods_name, quantity, batch, code }) => ({
    gift_id,
    name,
    goods_name,
    quantity,
    batch,
    code,
  }))
}

export async function getGiftCode(ctx: Ctx, { gift_id: id }: Input<'getGiftCode'>): Promise<GiftCode> {
  const row = await demandVoucher(ctx, id)
  const end = endOf(row)
  if (end) throw new AppError(end)
  const [code] = await codesOf(ctx, [row])
  if (!code) throw new AppError('notFound')
  return code
}

/** A sheet has at most as many vouchers as can be chosen. */
const mostPrinted = 999

export async function getGiftSheet(ctx: Ctx, { batch, ids }: Input<'getGiftSheet'>): Promise<List<GiftCode>> {
  const rows =
    batch === undefined && ids === undefined
      ? []
      : await queries.unusedVouchers(ctx, { batch, ids }, mostPrinted)
  return { data: await codesOf(ctx, rows), count: rows.length }
}
