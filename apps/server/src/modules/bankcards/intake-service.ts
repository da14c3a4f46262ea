/**
 * How a bank card is handed in.
 *
 *   no_id_photo ──► reviewing ──► approved
 *                       ▲  │          │ the operator takes the approval back
 *                       │  ▼          ▼
 *                      not_approved (with a reason)
 *
 * `addBank` makes a card, which waits for its photos. When they are there, it is reviewed. A card that waits or was not
 * approved can be sent again: with its old photos it is reviewed at once, with new ones when they are there. While it is
 * reviewed it cannot change, because the reviewer would approve what they have not seen. A card that was never approved
 * can be deleted; any other stays for ever under its number, because money was booked to it. It is not paid out to while
 * its approval is taken back; the merchant corrects it and sends it again, and its money follows.
 */
import {
  accountPhone,
  type BankCard,
  type BankCardState,
  type bankCardCalls,
  type BankInput,
  bankInputOf,
  bankWords,
  brokenIn,
  countryFacts,
  dayOf,
  isBankCode,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { sealJson, vaultOf } from '../../kernel/vault.ts'
import { demandBranch } from './branch-service.ts'
import { maskedNumbers, type Numbers, numbersAt } from './card-model.ts'
import * as queries from './card-queries.ts'
import { demandCard, facts, openNumbers } from './card-service.ts'
import { forgetDraft } from './draft-queries.ts'
import { demandPlaces } from './place-service.ts'

type Input<Name extends keyof typeof bankCardCalls> = ParsedInputOf<(typeof bankCardCalls)[Name]>

export const mostCards = 50

/** States in which the merchant may change a card. */
export const openStates: readonly BankCardState[] = ['no_id_photo', 'not_approved']

export async function addBank(
  ctx: Ctx,
  { merchant_id: id, new_photos: newPhotos, ...input }: Input<'addBank'>,
): Promise<BankCard> {
  const card = id === undefined ? await addCard(ctx, input) : await sendAgain(ctx, id, { input, newPhotos })
  await forgetDraft(ctx)
  return card
}

type Given = Omit<BankInput, 'merchant_id' | 'new_photos'>

async function addCard(ctx: Ctx, input: Given): Promise<BankCard> {
  await demandRules(ctx, input)
  await queries.lockAdding(ctx)
  if ((await queries.countAll(ctx)) >= mostCards) throw new AppError('bankCardsFull', { count: mostCards })
  const { fields, numbers } = partsOf(ctx, input)
  const id = await queries.insertCard(ctx, fields).catch(emailTaken)
  await keepNumbers(ctx, id, numbers)
  const card = await demandCard(ctx, id)
  await audit(ctx, { call: 'addBank', object: 'bankCard', objectId: id, after: facts(card) })
  return card
}

const emailTaken = whenTaken(() => AppError.atField('email', 'emailTaken'))

async function sendAgain(
  ctx: Ctx,
  id: string,
  { input, newPhotos }: { input: Given; newPhotos: boolean },
): Promise<BankCard> {
  await demandOpen(ctx, id)
  const before = await demandCard(ctx, id)
  const whole = withStoredNumbers(input, await openNumbers(ctx, id))
  await demandRules(ctx, whole)
  const { fields, numbers } = partsOf(ctx, whole)
  await queries.updateCard(ctx, id, fields).catch(emailTaken)
  await keepNumbers(ctx, id, numbers)
  const state = before.has_photos && !newPhotos ? 'reviewing' : 'no_id_photo'
  await queries.moveCard({ ...ctx, tenantId: ctx.tenant.id }, id, openStates, { state })
  const after = await demandCard(ctx, id)
  await audit(ctx, {
    call: 'addBank',
    object: 'bankCard',
    objectId: id,
    before: facts(before),
    after: facts(after),
  })
  return after
}

/** Locks a card that the merchant may change now. */
export async function demandOpen(ctx: Ctx, id: string): Promise<void> {
  const state = await queries.lockCard(ctx, id)
  if (state === undefined) throw new AppError('notFound')
  if (!openStates.includes(state)) throw new AppError('bankCardClosed')
}

/** Numbers that were left empty stay as they are, because the console never gets to know them. */
const withStoredNumbers = (input: Given, stored: Numbers): Given => ({
  ...input,
  acct_no: input.acct_no || stored.acct_no,
  acct_cert_no: input.acct_cert_no || stored.acct_cert_no,
  acct_mobile: input.acct_mobile || stored.acct_mobile,
  telephone: input.telephone || stored.telephone,
})

/** The rules of the merchant's country and day, with the numbers that were kept, and those that need the places. */
async function demandRules(ctx: Ctx, input: Given): Promise<void> {
  const { country } = ctx.tenant
  const today = dayOf(ctx.now, countryFacts[country].utcOffsetMinutes)
  const broken = brokenIn(bankInputOf(country, today), input)
  if (broken.length > 0) throw new AppError('invalid', {}, broken)
  await demandPlaces(ctx, input)
  await demandBranch(ctx, input)
}

function partsOf(ctx: Ctx, input: Given): { fields: queries.CardFields; numbers: Numbers } {
  // Only the codes of places are stored; their names were checked against them.
  const {
    acct_no,
    acct_cert_no,
    acct_mobile,
    telephone,
    province: _p,
    city: _c,
    district: _d,
    ...fields
  } = input
  return {
    fields: {
      ...fields,
      // The name that the merchant sees follows the language; this one is for the operator.
      bank: isBankCode(fields.bank_code) ? bankWords['zh-CN'][fields.bank_code] : fields.bank,
    },
    numbers: {
      acct_no,
      acct_cert_no,
      acct_mobile: accountPhone(ctx.tenant.country, acct_mobile) ?? acct_mobile,
      telephone,
    },
  }
}

async function keepNumbers(ctx: Ctx, id: string, numbers: Numbers): Promise<void> {
  const sealed = await sealJson(vaultOf(ctx), numbers, numbersAt(id))
  const masked = maskedNumbers(numbers)
  await queries.storeNumbers(ctx, id, { sealed, masked, tail: numbers.acct_no.slice(-4) })
}

export async function delBank(
  ctx: Ctx,
  { merchant_id: id }: Input<'delBank'>,
): Promise<Record<string, never>> {
  if ((await queries.lockCard(ctx, id)) === undefined) throw new AppError('notFound')
  const before = await demandCard(ctx, id)
  if (!(await queries.deleteCard(ctx, id))) throw new AppError('bankCardKept')
  await audit(ctx, { call: 'delBank', object: 'bankCard', objectId: id, before: facts(before) })
  return {}
}

export const isExistEmail = async (
  ctx: Ctx,
  { email, merchant_id: besides }: Input<'isExistEmail'>,
): Promise<{ isExist: boolean }> => ({
  isExist: await queries.isEmailTaken(ctx, email.toLowerCase(), besides),
})
