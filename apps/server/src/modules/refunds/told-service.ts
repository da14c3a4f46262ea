/** Refunds as they are told to systems of the merchant, by their numbers. */
import type { RefundEventData } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { namesOf } from '../bills/index.ts'
import { readRefunds } from './list-queries.ts'

export async function refundsToTell(
  ref: TenantRef,
  ids: readonly string[],
): Promise<Map<string, RefundEventData>> {
  const rows = await readRefunds(ref, ids)
  const { titles, stores } = await namesOf(ref, rows)
  return new Map(
    rows.map(({ device_id: device, store_id: store, asked_at: askedAt, done_at: doneAt, ...row }) => [
      row.refund,
      {
        ...row,
        dev_title: titles.get(device) ?? '',
        store,
        store_name: stores.get(store ?? '') ?? null,
        create_at: askedAt.toISOString(),
        done_at: doneAt?.toISOString() ?? null,
      },
    ]),
  )
}
