import type { Card, List, memberCalls, ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { deviceTitlesBySn } from '../devices/index.ts'
import * as queries from './card-queries.ts'
import { movePoints } from './point-queries.ts'

type Input<Name extends keyof typeof memberCalls> = ParsedInputOf<(typeof memberCalls)[Name]>

/** Adds the names of the machines at which the cards are valid, those that were unbound included. */
export async function withDevices(ctx: Ctx, rows: readonly queries.CardRow[]): Promise<Card[]> {
  const titles = await deviceTitlesBySn(ctx, [...new Set(rows.flatMap(({ device }) => device))])
  return rows.map((row) => ({ ...row, device_names: row.device.map((sn) => titles.get(sn) || sn) }))
}

export async function getCardList(
  ctx: Ctx,
  { condition, ...page }: Input<'getCardList'>,
): Promise<List<Card>> {
  const { data, count } = await queries.listCards(ctx, page, condition)
  return { data: await withDevices(ctx, data), count }
}

async function named(ctx: Ctx, row: queries.CardRow | undefined): Promise<Card> {
  const [card] = row ? await withDevices(ctx, [row]) : []
  if (!card) throw new AppError('notFound')
  return card
}

const demandCard = async (ctx: Ctx, id: string): Promise<Card> => named(ctx, await queries.findCard(ctx, id))

const lockedCard = async (ctx: Ctx, cardno: string): Promise<Card> =>
  named(ctx, await queries.lockCard(ctx, cardno))

/** Refuses machines that the merchant has never had. */
async function demandDevices(ctx: Ctx, sns: readonly string[]): Promise<void> {
  const titles = await deviceTitlesBySn(ctx, sns)
  if (!sns.every((sn) => titles.has(sn))) throw AppError.atField('device', 'unknownDevice')
}

export async function addCard(ctx: Ctx, input: Input<'addCard'>): Promise<Card> {
  const draft = { ...input, device: [...new Set(input.device)] }
  await demandDevices(ctx, draft.device)
  const taken = whenTaken(() => AppError.atField('cardno', 'cardnoTaken'))
  const id = await queries.insertCard(ctx, draft).catch(taken)
  if (draft.point > 0) await changePoints(ctx, id, draft.point)
  const card = await demandCard(ctx, id)
  await audit(ctx, { call: 'addCard', object: 'memberCard', objectId: id, after: card })
  return card
}

async function changePoints(ctx: Ctx, cardId: string, amount: number): Promise<void> {
  const reason = amount > 0 ? 'topup' : 'correction'
  const move = { cardId, amount, reason, accountId: ctx.user.id } as const
  if (!(await movePoints({ ...refOf(ctx), now: ctx.now }, move))) throw new AppError('notFound')
}

/** `point` is the new balance. Where it is the balance that the caller has seen, the caller does not change it. */
export async function editCard(
  ctx: Ctx,
  { cardno, point, was, device, ...draft }: Input<'editCard'>,
): Promise<Card> {
  const before = await lockedCard(ctx, cardno)
  const isChanged = point !== undefined && point !== was
  if (isChanged && was !== undefined && was !== before.point)
    throw AppError.atField('point', 'pointsChanged', { now: before.point })
  const machines = device && [...new Set(device)]
  // Machines that the card has stay allowed.
  if (machines)
    await demandDevices(
      ctx,
      machines.filter((sn) => !before.device.includes(sn)),
    )
  const id = before.card_id
  if (!(await queries.updateCard(ctx, id, { ...draft, device: machines })))
    throw new AppError('changedMeanwhile')
  if (isChanged && point !== before.point) await changePoints(ctx, id, point - before.point)
  const after = await demandCard(ctx, id)
  await audit(ctx, { call: 'editCard', object: 'memberCard', objectId: id, before, after })
  return after
}

/** The number is free for another card then; the points stay with the deleted one. */
export async function delCard(ctx: Ctx, { cardno }: Input<'delCard'>): Promise<Record<string, never>> {
  const before = await lockedCard(ctx, cardno)
  await queries.deleteCard(ctx, before.card_id)
  await audit(ctx, { call: 'delCard', object: 'memberCard', objectId: before.card_id, before })
  return {}
}

export async function restoreCard(ctx: Ctx, { card_id: id }: Input<'restoreCard'>): Promise<Card> {
  const cardno = await queries.findDeletedNumber(ctx, id)
  if (cardno === undefined) throw new AppError('notFound')
  const taken = whenTaken(() => new AppError('cardNumberTaken', { cardno }))
  if (!(await queries.restoreDeleted(ctx, id).catch(taken))) throw new AppError('notFound')
  const after = await demandCard(ctx, id)
  await audit(ctx, { call: 'restoreCard', object: 'memberCard', objectId: id, after })
  return after
}
