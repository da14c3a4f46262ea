/**
 * Members of the demo with a past. The sales by card that the history has made get the numbers of these cards, and each card
 * a points ledger from its first top-up to its present balance, as the product would have written it.
 */
import type { PointReason } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../src/kernel/ctx.ts'
import { between, chance, pick, pickWeighted, type Random, seeded } from './dice.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

const minute = 60_000
const day = 24 * 60 * minute

export const hasMembers = async ({ tx, tenant }: Ctx): Promise<boolean> =>
  (await tx
    .selectFrom('card')
    .select('card_id')
    .where('tenant_id', '=', tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Sale = {
  orderno: string
  create_at: Date
  sn: string
  amount: number
  paid_at: Date
  refund: number | null
  refunded_at: Date | null
}

type Move = { at: Date; reason: PointReason; amount: number; balance: number; orderno: string }

type DemoCard = {
  cardno: string
  nickname: string
  openid: string
  note: string
  device: string[]
  moves: Move[]
}

export async function seedMembers(ctx: Ctx, merchant: DemoMerchant): Promise<void> {
  const random = seeded(merchant.firstSn + 7)
  const sales = await salesByCard(ctx)
  const cards = drawCards(random, merchant, [...new Set(sales.map(({ sn }) => sn))])
  const paid = spend(random, cards, sales)
  for (const card of cards)
    // Some cards have been bought and not been used yet.
    if (card.moves.length === 0)
      topUp(random, card, new Date(ctx.now.getTime() - between(random, [0.1, 20]) * day))
  await nameCards(ctx, sales, paid)
  await storeMoves(ctx, cards, await storeCards(ctx, cards))
}

const salesByCard = async ({ tx, tenant }: Ctx): Promise<Sale[]> =>
  (
    await sql<Sale>`
      select p.orderno, p.create_at, p.sn, p.amount, p.paid_at, r.amount as refund, r.done_at as refunded_at
        from pay_order p
        left join bill_refund r on r.tenant_id = ${tenant.id} and r.orderno = p.orderno and r.state = 'refunded'
       where p.tenant_id = ${tenant.id} and p.client = 'card' and p.amount > 0 and p.paid_at is not null
       order by p.paid_at, p.orderno`.execute(tx)
  ).rows

/** A person in six has two cards, and one in twelve cannot be told from the card. */
function drawCards(
  random: Random,
  { members: { people, notes }, firstSn }: DemoMerchant,
  sns: readonly string[],
): DemoCard[] {
  const cards: DemoCard[] = []
  for (const [n, nickname] of people.entries()) {
    const openid = n % 12 === 11 ? '' : `oSw${Math.floor(random() * 2 ** 48).toString(36)}${firstSn + n}`
    const count = n % 6 === 2 ? 2 : 1
    for (let i = 0; i < count; i += 1)
      cards.push({
        cardno: `88${String(firstSn).slice(0, 2)}${String(10_001 + cards.length * 37)}`,
        nickname,
        openid,
        note: cards.length % 7 === 3 ? (pick(random, notes) ?? '') : '',
        device: cards.length % 9 === 4 ? sns.slice(n % 5, (n % 5) + 3) : [],
        moves: [],
      })
  }
  return cards
}

const balanceOf = ({ moves }: DemoCard): number => moves.at(-1)?.balance ?? 0

function move(card: DemoCard, { at, amount, ...of }: Omit<Move, 'balance'>): void {
  card.moves.push({ ...of, at, amount, balance: balanceOf(card) + amount })
}

/** Customers top up by round amounts, a while before they need the points. */
function topUp(random: Random, card: DemoCard, before: Date, needed = 0): void {
  const usual = pick(random, [3_000, 5_000, 5_000, 10_000, 20_000]) ?? 5_000
  const amount = Math.max(usual, Math.ceil(needed / 5_000) * 5_000)
  const wished = before.getTime() - between(random, [1, 600]) * minute
  const last = card.moves.at(-1)?.at.getTime() ?? -Infinity
  const at = new Date(Math.min(before.getTime(), Math.max(wished, last)))
  move(card, { at, reason: 'topup', amount, orderno: '' })
}

/** Lets the cards pay for the sales in the order of time. Returns the numbers of the cards by order. */
function spend(random: Random, cards: readonly DemoCard[], sales: readonly Sale[]): Map<string, string> {
  // Regular customers come often, and the last few cards have not been used yet.
  const regulars = cards.slice(0, -4).map((card, n) => [card, 1 / (1 + n / 8)] as const)
  const paid = new Map<string, DemoCard>()
  const events = sales.flatMap((sale): { at: Date; sale: Sale; back: number }[] => [
    { at: sale.paid_at, sale, back: 0 },
    ...(sale.refund !== null && sale.refunded_at ? [{ at: sale.refunded_at, sale, back: sale.refund }] : []),
  ])
  for (const { at, sale, back } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { orderno, amount, sn } = sale
    const payer = paid.get(orderno)
    if (back > 0) {
      if (payer) move(payer, { at, reason: 'refund', amount: back, orderno })
      continue
    }
    const valid = regulars.filter(([{ device }]) => device.length === 0 || device.includes(sn))
    const card = pickWeighted(random, valid)
    if (!card) continue
    if (balanceOf(card) < amount || (card.moves.length > 0 && chance(random, 0.01)))
      topUp(random, card, at, amount)
    move(card, { at, reason: 'sale', amount: -amount, orderno })
    paid.set(orderno, card)
  }
  return new Map([...paid].map(([orderno, { cardno }]) => [orderno, cardno]))
}

async function nameCards(
  { tx, tenant }: Ctx,
  sales: readonly Sale[],
  paid: ReadonlyMap<string, string>,
): Promise<void> {
  const named = sales.filter(({ orderno }) => paid.has(orderno))
  await sql`
    update pay_order p set cardno = v.cardno
      from unnest(${named.map(({ create_at }) => create_at)}::timestamptz[],
                  ${named.map(({ orderno }) => orderno)}::text[],
                  ${named.map(({ orderno }) => paid.get(orderno))}::text[]) as v (create_at, orderno, cardno)
     where p.tenant_id = ${tenant.id} and p.create_at = v.create_at and p.orderno = v.orderno`.execute(tx)
}

const spentBy = ({ moves }: DemoCard): number =>
  -moves
    .filter(({ reason }) => reason === 'sale' || reason === 'refund')
    .reduce((sum, { amount }) => sum + amount, 0)

const visitsOf = ({ moves }: DemoCard): Date[] =>
  moves.filter(({ reason }) => reason === 'sale').map(({ at }) => at)

/** Returns the ids by card number. */
async function storeCards(
  { tx, tenant, now }: Ctx,
  cards: readonly DemoCard[],
): Promise<Map<string, string>> {
  const inOrder = cards.toSorted((a, b) => madeAt(a, now).getTime() - madeAt(b, now).getTime())
  const column = <T>(of: (card: DemoCard) => T): T[] => inOrder.map(of)
  const { rows } = await sql<{ cardno: string; card_id: string }>`
    insert into card (tenant_id, cardno, nickname, openid, note, device, point, spent, visits, last_visit, created_at)
    select ${tenant.id}::bigint, cardno, nickname, openid, note, string_to_array(device, ','), point, spent, visits,
           last_visit, created_at
      from unnest(${column(({ cardno }) => cardno)}::text[], ${column(({ nickname }) => nickname)}::text[],
                  ${column(({ openid }) => openid)}::text[], ${column(({ note }) => note)}::text[],
                  ${column(({ device }) => device.join(','))}::text[], ${column(balanceOf)}::int[],
                  ${column(spentBy)}::bigint[], ${column((card) => visitsOf(card).length)}::int[],
                  ${column((card) => visitsOf(card).at(-1) ?? null)}::timestamptz[],
                  ${column((card) => madeAt(card, now))}::timestamptz[])
           with ordinality as v (cardno, nickname, openid, note, device, point, spent, visits, last_visit, created_at, n)
     order by n
    returning cardno, card_id`.execute(tx)
  return new Map(rows.map(({ cardno, card_id: id }) => [cardno, id]))
}

const madeAt = ({ moves }: DemoCard, now: Date): Date => moves[0]?.at ?? now

async function storeMoves(
  { tx, tenant, user }: Ctx,
  cards: readonly DemoCard[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  // Lines of one moment stay in the order of their card.
  const lines = cards
    .flatMap(({ cardno, moves }) => moves.map((line) => ({ ...line, card: ids.get(cardno) })))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await sql`
    insert into point_move (tenant_id, card_id, at, reason, amount, balance, orderno, account_id)
    select ${tenant.id}::bigint, card, at, reason, amount, balance, orderno,
           case when orderno = '' then ${user.id}::bigint end
      from unnest(${lines.map(({ card }) => card)}::bigint[], ${lines.map(({ at }) => at)}::timestamptz[],
                  ${lines.map(({ reason }) => reason)}::text[], ${lines.map(({ amount }) => amount)}::int[],
                  ${lines.map(({ balance }) => balance)}::int[], ${lines.map(({ orderno }) => orderno)}::text[])
           with ordinality as v (card, at, reason, amount, balance, orderno, n)
     order by n
    returning move_id`.execute(tx)
}
