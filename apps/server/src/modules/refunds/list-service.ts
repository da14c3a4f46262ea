import {
  type billCalls,
  type LongList,
  type ParsedInputOf,
  type RefundBill,
  refundReasonText,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { namesOf } from '../bills/index.ts'
import * as queries from './list-queries.ts'

type Input = ParsedInputOf<(typeof billCalls)['getRefundBill']>

export async function refundRows(ctx: Ctx, rows: readonly queries.RefundRow[]): Promise<RefundBill[]> {
  const { titles, stores } = await namesOf(refOf(ctx), rows)
  return rows.map(({ device_id: device, store_id: store, asked_at: askedAt, done_at: doneAt, ...row }) => ({
    ...row,
    why: refundReasonText(ctx.locale, row.why ?? ''),
    dev_title: titles.get(device) ?? '',
    store,
    store_name: stores.get(store ?? '') ?? null,
    create_at: askedAt.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
  }))
}

export async function getRefundBill(ctx: Ctx, { condition, ...page }: Input): Promise<LongList<RefundBill>> {
  const { data, ...rest } = await queries.listRefunds(ctx, page, condition)
  return { data: await refundRows(ctx, data), ...rest }
}
