/**
 * Sales that machines reported and that could not be booked as they came: a field is missing or means nothing, the name
 * was used for another sale, or it is a last will. Money was taken, so the message is kept as it came until a person books or discards it.
 */
import type { Slip } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { keptDigest } from '../../kernel/message-digest.ts'
import type { Dated } from '../../kernel/machine-clock.ts'
import { devicesAtSale } from '../devices/index.ts'
import { tellConsoles } from './case-events.ts'
import { readOf, reasonOf } from './unclear-model.ts'
import { hasRoom, insertUnclear, isKept } from './unclear-queries.ts'

type UnclearSale = {
  mid: string
  sentTs: number | undefined
  slip: Slip
  payload: Buffer
  dated: Dated
}

/** What may wait for a person. A message has at most 64 KiB. */
const most = {
  ofMachine: { count: 200, bytes: 1024 ** 2 },
  ofMerchant: { count: 2_000, bytes: 16 * 1024 ** 2 },
}

/** Keeps a message as a case. Returns false where too many wait already. Sent again, it is kept once. */
export async function keepUnclearSale(
  ctx: MachineCtx,
  { mid, sentTs, slip, payload, dated }: UnclearSale,
): Promise<boolean> {
  const subject = `${ctx.sn} ${keptDigest(payload).toString('hex')}`
  if (await isKept(ctx, subject)) return true
  if (!(await hasRoom(ctx, ctx.deviceId, payload.length, most))) return false
  const { client = null, amount = 0, order } = readOf(payload)
  const [device] = await devicesAtSale(ctx, [{ deviceId: ctx.deviceId, at: dated.at }])
  const isNew = await insertUnclear(
    ctx,
    {
      reason: reasonOf(slip),
      subject,
      orderno: order?.at ? order.orderno : null,
      orderAt: order?.at ?? null,
      deviceId: ctx.deviceId,
      storeId: device?.store_id ?? null,
      client,
      amount,
      since: dated.at,
      doubtful: dated.doubtful,
      mid,
      sentTs: sentTs ?? null,
      field: slip.field,
      slip: slip.reason,
      payload,
    },
    ctx.now,
  )
  if (isNew) await tellConsoles(ctx)
  return true
}
