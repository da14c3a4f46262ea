/** Books sales that machines reported and that could not be booked as they came, with what a person knows of them. */
import {
  type CaseMessage,
  type ExceptionCase,
  type exceptionCalls,
  type ParsedInputOf,
  saleResults,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { timeOf } from '../../kernel/orderno.ts'
import { only } from '../../kernel/present.ts'
import { bookSales, ordernoOfSale, OrderJustReported, type Sale, type SaleOutcome } from '../sales/index.ts'
import { tellConsoles } from './case-events.ts'
import { lockCase } from './case-queries.ts'
import { asCases, demandCase } from './case-service.ts'
import { readOf } from './unclear-model.ts'
import { closeUnclear, type KeptMessage, keptMessage } from './unclear-queries.ts'

type Input<Name extends keyof typeof exceptionCalls> = ParsedInputOf<(typeof exceptionCalls)[Name]>

async function demandMessage(ctx: Ctx, id: string): Promise<KeptMessage> {
  const message = await keptMessage(refOf(ctx), id)
  if (!message) throw new AppError('notFound')
  return message
}

/** The message of a case, and what can be read of it. */
export async function getCaseMessage(ctx: Ctx, { case: id }: Input<'getCaseMessage'>): Promise<CaseMessage> {
  const { mid, field, slip, payload } = await demandMessage(ctx, id)
  const { client = null, amount = null, result, items = [] } = readOf(payload)
  const bySlot = Map.groupBy(items, ({ ch }) => ch)
  return {
    case: id,
    mid,
    field,
    slip,
    // No text has a NUL.
    text: payload.toString().replaceAll('\0', '\uFFFD'),
    client,
    amount,
    result: saleResults.find((known) => known === result) ?? null,
    items: [...bySlot].map(([slot, lines]) => ({
      channel_sn: slot,
      quantity: lines.reduce((sum, { n }) => sum + n, 0),
      delivered: lines.reduce((sum, { n, ok }) => sum + (ok ? n : 0), 0),
    })),
  }
}

/** Books the sale of a case, by the rules of every sale. The name of the sale keeps it from being booked twice. */
export async function bookCaseSale(
  ctx: Ctx,
  { case: id, client, amount, result, items }: Input<'bookCaseSale'>,
): Promise<ExceptionCase> {
  const before = await demandCase(ctx, id)
  if (before.done_at !== null) throw new AppError('caseDone')
  const message = await demandMessage(ctx, id)
  const { saleId, order, cash } = readOf(message.payload)
  // A used name is that of another sale.
  const name = saleId === undefined || message.reason === 'used_name' ? `case ${id}` : saleId
  const sale: Sale = {
    deviceId: message.device_id,
    mid: message.mid,
    ts: Number(message.sent_ts ?? 0),
    dated: { at: message.since, byClock: !message.doubtful, doubtful: message.doubtful },
    data: {
      saleId: name,
      ...(order === undefined ? {} : { orderNo: order.orderno }),
      client,
      amount,
      items: items.flatMap(({ channel_sn: ch, quantity, delivered }) => [
        ...(delivered > 0 ? [{ ch, n: delivered, ok: true }] : []),
        ...(quantity > delivered ? [{ ch, n: quantity - delivered, ok: false }] : []),
      ]),
      result,
      // Counts only where it was paid in cash.
      ...(cash === undefined ? {} : { cash }),
    },
  }
  const outcome = await book(ctx, sale)
  if (outcome === 'reused name' || outcome === 'repeated') throw new AppError('saleBooked')
  const orderno =
    outcome === 'booked' ? await ordernoOfSale({ ...refOf(ctx), deviceId: sale.deviceId }, name) : undefined
  if (orderno === undefined) throw new AppError('saleNotBooked')
  await closeUnclear(refOf(ctx), id, { now: ctx.now, orderno, orderAt: timeOf(orderno) ?? message.since })
  await audit(ctx, {
    call: 'bookCaseSale',
    object: 'case',
    objectId: id,
    before: { subject: before.subject, kind: before.kind, reason: before.reason },
    after: {
      subject: before.subject,
      kind: before.kind,
      reason: before.reason,
      orderno,
      client,
      amount,
      result,
      items: items
        .map(({ channel_sn: slot, quantity, delivered }) => `${slot}: ${delivered}/${quantity}`)
        .join(', '),
    },
  })
  await tellConsoles({ tx: ctx.tx, tenantId: ctx.tenant.id, now: ctx.now })
  const after = await lockCase(ctx, id)
  return only(await asCases(ctx, after ? [after] : []))
}

async function book(ctx: Ctx, sale: Sale): Promise<SaleOutcome | undefined> {
  try {
    const { deps, now } = ctx
    return (await bookSales({ deps, ...refOf(ctx), now }, [sale]))[0]
  } catch (error) {
    if (error instanceof OrderJustReported) throw new AppError('saleNotBooked')
    throw error
  }
}
