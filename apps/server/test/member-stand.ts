import { type Card, type InputOf, memberCalls } from '@slotwise/contract'

import type { Signed, TestApp } from './app.ts'
import { asOwner } from './owner.ts'

let serial = 0

/** A card with a number of its own; without points unless told otherwise. */
export async function makeCard(
  app: TestApp,
  as: Signed,
  fields: Partial<InputOf<typeof memberCalls.addCard>> = {},
): Promise<Card> {
  const { body } = await app.call(
    memberCalls.addCard,
    { cardno: `C-${(serial += 1)}`, nickname: 'Member', ...fields },
    { as },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

export type Move = { reason: string; amount: number; balance: number; orderno: string }

/** The points ledger of a card as it is stored, the oldest line first. */
export const movesOf = (app: TestApp, { card_id: id }: Pick<Card, 'card_id'>): Promise<Move[]> =>
  asOwner<Move>(
    app,
    'select reason, amount, balance, orderno from point_move where card_id = $1 order by move_id',
    [id],
  )

type Stored = { point: number; spent: number; visits: number; last_visit: Date | null }

/** A card as it is stored, deleted or not. */
export async function storedCard(app: TestApp, { card_id: id }: Pick<Card, 'card_id'>): Promise<Stored> {
  const [row] = await asOwner<Stored>(
    app,
    'select point, spent::int, visits, last_visit from card where card_id = $1',
    [id],
  )
  if (!row) throw new Error('no such card')
  return row
}

/** Cards whose balance is not the sum of their ledger, or whose ledger does not lead from balance to balance. */
export const unbalancedCards = (app: TestApp): Promise<{ cardno: string }[]> =>
  asOwner(
    app,
    `select cardno from card c
      where point <> (select coalesce(sum(amount), 0) from point_move m where m.card_id = c.card_id)
         or spent <> (select coalesce(-sum(amount), 0) from point_move m
                       where m.card_id = c.card_id and reason in ('sale', 'refund'))
         or visits <> (select count(*) from point_move m where m.card_id = c.card_id and reason = 'sale')
         or exists (select from (select balance, sum(amount) over (order by move_id) as sum
                                   from point_move m where m.card_id = c.card_id) line where balance <> sum)`,
  )

/** Inputs for the calls of members, and the things that they name. */
export async function memberSamples(app: TestApp, owner: Signed, sn: string) {
  const edited = await makeCard(app, owner, { point: 500 })
  const read = await makeCard(app, owner, { point: 500 })
  const spare = await makeCard(app, owner)
  const gone = await makeCard(app, owner)
  await app.call(memberCalls.delCard, { cardno: gone.cardno }, { as: owner })
  const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
  return {
    inputs: {
      'members.getCardList': page({ ids: [read.card_id] }),
      'members.addCard': { cardno: `New-${(serial += 1)}`, point: 100, device: [sn] },
      'members.editCard': { cardno: edited.cardno, nickname: 'N', point: 700, device: [sn] },
      'members.delCard': { cardno: spare.cardno },
      'members.restoreCard': { card_id: gone.card_id },
      'members.getCardPoints': page({ card_id: read.card_id }),
      'members.getMemberList': page({}),
      'members.exportCard': { kind: 'card', condition: {} },
    },
    ids: [edited.cardno, read.card_id, spare.cardno, gone.card_id],
  }
}
