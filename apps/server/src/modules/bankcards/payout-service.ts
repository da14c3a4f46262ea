import { mayAccess } from '@slotwise/contract'

import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PayoutChange, PayoutMove } from '../../kernel/hooks.ts'
import { countUsable, findCard } from './card-queries.ts'

/**
 * Refuses to change the payout account of a store or machine to a card that is not approved. It redirects money, so only
 * callers who manage bank cards may do it; those who see only their own cards, between these alone. What counts is where
 * sales are paid until then: a machine without an account pays to that of its store.
 */
export async function demandPayoutAccount(ctx: Ctx, { from, to, paidTo }: PayoutChange): Promise<void> {
  if (from === to) return
  // Where money goes is decided by people.
  if (ctx.user.isKey) throw new AppError('notForKeys')
  if (!mayAccess('bank.manage', grantsIn(ctx)) || !(await mayTakeFrom(ctx, paidTo)))
    throw AppError.atField('merchant_id', 'payoutRight')
  if (to !== null && (await countUsable(ctx, [to])) === 0)
    throw AppError.atField('merchant_id', 'unknownAccount')
}

/**
 * Refuses to move a machine whose sales would go to another account: keys, because where money goes is decided by people,
 * and callers who see only their own cards, when the account until then is of another caller. Otherwise a store with an
 * own card would do what `demandPayoutAccount` refuses.
 */
export async function demandPayoutMove(ctx: Ctx, { from, to, field }: PayoutMove): Promise<void> {
  if (from === to) return
  if (ctx.user.isKey || !(await mayTakeFrom(ctx, from))) throw AppError.atField(field, 'payoutRight')
}

/** Whether the caller may lead money away from this account. Money without an account is of no caller. */
const mayTakeFrom = async (ctx: Ctx, account: string | null): Promise<boolean> =>
  !ctx.ownOnly.bank || account === null || (await findCard(ctx, account)) !== undefined
