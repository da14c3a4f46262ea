/**
 * What customers paid at stores, and got back. Payments through providers are those of the ledger, on the day on which
 * they were booked, so that a statement agrees with the funds and a later refund changes no month that is over. All
 * others are those of the bills.
 */
import { addDays, isOnline, type PayClient } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import type { Month } from '../../kernel/month-days.ts'
import { type Figures, figureNames, salesBy, salesByDay, salesInSpans } from '../sums/index.ts'
import { type Span, type Takings, takenByDay, takenInSpans } from '../ledger/index.ts'

export type { Takings }

export const noTakings: Takings = { count: 0, taken: 0, refunded: 0 }

export const addTakings = (a: Takings, b: Takings): Takings => ({
  count: a.count + b.count,
  taken: a.taken + b.taken,
  refunded: a.refunded + b.refunded,
})

/** Bills that cost nothing are no takings: gifts, and what was dispensed by hand. */
const isOwnMoney = (client: string): boolean =>
  !isOnline(client as PayClient) && client !== 'gift' && client !== 'remote'

/** Income is without what was given back; abnormal bills count as neither. */
const takingsOfFigures = ({ normal, refund_only, mixed, income, refund }: Figures): Takings => ({
  count: normal + refund_only + mixed,
  taken: income + refund,
  refunded: refund,
})

/** The stores are within the caller's scope already. */
const places = { devices: undefined, client: undefined, scope: { all: true } } as const

/** The takings of stores, each on its days. Whole months are read from the sums by month. */
export async function takingsOfStores(
  ctx: Ctx,
  { first, last }: Month,
  spans: readonly Span[],
): Promise<Map<string, Takings>> {
  const isWhole = ({ from, to }: Span): boolean => from === first && to === last
  const whole = spans.filter(isWhole).map(({ store }) => store)
  const sold = [
    ...(whole.length > 0
      ? await salesBy(ctx, { ...places, stores: whole, from: first, to: last }, ['store_id', 'client'])
      : []),
    ...(await salesInSpans(
      refOf(ctx),
      spans.filter((span) => !isWhole(span)),
    )),
  ]
  const byStore = new Map<string, Takings>()
  const add = (store: string, takings: Takings): void =>
    void byStore.set(store, addTakings(byStore.get(store) ?? noTakings, takings))
  for (const { store_id: store, client, ...figures } of sold)
    if (isOwnMoney(client)) add(store, takingsOfFigures(figures))
  for (const { store_id: store, ...takings } of await takenInSpans(refOf(ctx), spans)) add(store, takings)
  return byStore
}

export type DayTakings = Takings & { day: string; client: PayClient }

/** The takings of a store by day and payment, in no order. */
export async function takingsByDay(ctx: Ctx, { store, from, to }: Span): Promise<DayTakings[]> {
  const sold = await salesByDay(ctx, { ...places, stores: [store], from, to }, figureNames)
  const online = await takenByDay(refOf(ctx), { store, from, to })
  return [...sold.filter(({ client }) => isOwnMoney(client)).map(asTakings), ...online].map((row) => ({
    ...row,
    client: row.client as PayClient,
  }))
}

const asTakings = ({ day, client, ...figures }: Figures & { day: string; client: string }) => ({
  day,
  client,
  ...takingsOfFigures(figures),
})

/** All days from one to another. */
export const eachDay = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
