/** What a machine's report says of a sale: its lines, its status, and what differs from our books. */
import type { BillGoods, BillStatus, FaultCode, PayClient } from '@slotwise/contract'
import type { Cash, UpMessage } from '@slotwise/machine-protocol'

import type { SlotThen } from '../slots/index.ts'
import type { Bill, Oddity } from '../bills/index.ts'

export type SaleData = UpMessage<'sale'>
export type Result = SaleData['result']

const statuses: Record<Result, BillStatus> = { delivered: 0, failed: 1, part: 1, won: 3, lost: 4 }

export const statusOf = (result: Result): BillStatus => statuses[result]

type Kind = Bill['kind']

const isPlayed = (result: Result): boolean => result === 'won' || result === 'lost'

/** Sales that cost the customer nothing. */
export const isFree = (client: PayClient): boolean => client === 'gift' || client === 'remote'

export type SlotOutcome = {
  ch: number
  quantity: number
  delivered: number
  fault: FaultCode | null
  raw?: string
}

type Item = {
  ch: number
  n?: number | undefined
  ok: boolean
  fault?: string | undefined
  raw?: string | undefined
}

/** A report may name a slot several times: once for the pieces that came out, once for those that did not. */
export function outcomesOf(items: readonly Item[]): SlotOutcome[] {
  return [...Map.groupBy(items, ({ ch }) => ch)].map(([ch, parts]) => {
    const failed = parts.find(({ ok }) => !ok)
    return {
      ch,
      quantity: parts.reduce((sum, { n = 1 }) => sum + n, 0),
      delivered: parts.reduce((sum, { n = 1, ok }) => sum + (ok ? n : 0), 0),
      // The protocol accepts no other code.
      fault: (failed?.fault as FaultCode | undefined) ?? null,
      ...rawOf(failed),
    }
  })
}

/** The machine's own name for a fault, where it gave one. */
const rawOf = (one: { raw?: string | undefined } | undefined): { raw?: string } =>
  one?.raw ? { raw: one.raw } : {}

/**
 * What became of cash. A machine that gave a part and says nothing more has kept what was paid. A failed sale without a
 * word about its cash counts as returned.
 */
export function cashOf(data: SaleData): { cash: Cash | null; odd: Oddity[] } {
  const { client, amount, cash } = data
  if (client !== 'coin' && client !== 'bill') return { cash: null, odd: [] }
  const result = resultOf(data)
  if (result === 'part') return { cash: cash ?? { kept: amount }, odd: [] }
  const expected = result === 'failed' ? 0 : amount
  return { cash: cash ?? null, odd: cash && cash.kept !== expected ? ['cash'] : [] }
}

/** The pieces that left the slots. */
export const piecesOut = (items: SaleData['items']): { ch: number; n: number }[] =>
  outcomesOf(items)
    .filter(({ delivered }) => delivered > 0)
    .map(({ ch, delivered }) => ({ ch, n: delivered }))

/** What is known of a sale besides the machine's report: nothing, or its kind and what was ordered. */
type Ordered = { kind: Kind; goods: readonly Pick<BillGoods, 'quantity' | 'delivered'>[] }

/**
 * The result of a sale. Where a machine contradicts itself, what came out counts, because the stock follows from it, too.
 * Without pieces, what the machine says counts. A report of a part may leave out what did not come out.
 */
export function resultOf({ items, result }: Pick<SaleData, 'items' | 'result'>, ordered?: Ordered): Result {
  if (items.length === 0) return result
  const out = items.reduce((sum, { n, ok }) => sum + (ok ? n : 0), 0)
  if (out === 0) return result === 'lost' ? 'lost' : 'failed'
  if (items.some(({ ok }) => !ok)) return 'part'
  if (result === 'delivered' || result === 'won') return result
  if (result === 'lost') return 'won'
  const isAll = ordered
    ? ordered.goods.every(({ quantity, delivered }) => (delivered ?? 0) >= quantity)
    : result === 'failed'
  if (!isAll) return 'part'
  return ordered?.kind === 'game' ? 'won' : 'delivered'
}

type Prices = Pick<SlotThen, 'price' | 'gamePrice'>
const unpriced: Prices = { price: null, gamePrice: null }

/**
 * Whether a sale that the machine settled itself was a game. A prize that did not come out is reported as a failed sale,
 * so there the amount decides.
 */
function kindOf(
  { result, amount }: SaleData,
  outcomes: readonly SlotOutcome[],
  known: readonly Prices[],
): Kind {
  if (isPlayed(result)) return 'game'
  if (result === 'delivered') return 'buy'
  const costs = (of: keyof Prices): boolean =>
    known.length > 0 &&
    known.every((prices) => prices[of] !== null) &&
    outcomes.reduce((sum, { quantity }, index) => sum + (known[index]?.[of] ?? 0) * quantity, 0) === amount
  return costs('gamePrice') && !costs('price') ? 'game' : 'buy'
}

/** The lines of a sale that the machine settled itself, by the goods and prices that we know. */
export function linesOfSale(
  sale: SaleData,
  slots: readonly SlotThen[],
): { kind: Kind; lines: BillGoods[]; odd: Oddity[] } {
  const { items, amount, client } = sale
  const outcomes = outcomesOf(items)
  const odd = new Set<Oddity>()
  const known = outcomes.map(({ ch }) => slots.find((slot) => slot.ch === ch))
  const kind = kindOf(
    sale,
    outcomes,
    known.map((slot) => slot ?? unpriced),
  )
  const prices = known.map((slot) => (kind === 'game' ? slot?.gamePrice : slot?.price) ?? null)
  const pieces = outcomes.reduce((sum, { quantity }) => sum + quantity, 0)
  const lines = outcomes.map(({ ch, quantity, delivered, fault, ...raw }, index) => {
    const slot = known[index]
    if (!slot) odd.add('slot')
    else if (slot.goodsId === null) odd.add('goods')
    return {
      channel_sn: ch,
      goods_id: slot?.goodsId ?? null,
      title: slot?.title ?? '',
      // Without a price of ours, what was paid is all we know.
      price: prices[index] ?? Math.floor(amount / Math.max(1, pieces)),
      quantity,
      delivered,
      fault,
      ...raw,
    }
  })
  const listed = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const isPriced = prices.length > 0 && prices.every((price) => price !== null)
  if (isPriced && !isFree(client) && listed !== amount) odd.add('price')
  return { kind, lines, odd: [...odd] }
}

/** Fills what came out into the lines that were ordered. A slot that was not ordered becomes a line without a price. */
export function linesReported(
  ordered: readonly BillGoods[],
  { items, result }: Pick<SaleData, 'items' | 'result'>,
): { lines: BillGoods[]; odd: Oddity[] } {
  const outcomes = new Map(outcomesOf(items).map((outcome) => [outcome.ch, outcome]))
  const isAll = (result === 'delivered' || result === 'won') && outcomes.size === 0
  const lines = ordered.map((line) => {
    const outcome = outcomes.get(line.channel_sn)
    outcomes.delete(line.channel_sn)
    const delivered = isAll ? line.quantity : (outcome?.delivered ?? 0)
    return { ...line, delivered, fault: outcome?.fault ?? null, ...rawOf(outcome) }
  })
  const others = [...outcomes.values()].map(({ ch, quantity, delivered, fault, ...raw }) => ({
    channel_sn: ch,
    goods_id: null,
    title: '',
    price: 0,
    quantity,
    delivered,
    fault,
    ...raw,
  }))
  return { lines: [...lines, ...others], odd: others.length > 0 ? ['slot'] : [] }
}
