import { mayAccess } from '@slotwise/contract'

import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import type { PayoutChange } from '../../kernel/hooks.ts'
import { countUsable } from './card-queries.ts'

/**
 * Refuses to change the payout account of a store or machine to a card that is not approved. It redirects money, so only
 * callers who manage bank cards may do it; those who see only their own cards, between these alone.
 */
export async function demandPayoutAccount(ctx: Ctx, { from, to }: PayoutChange): Promise<void> {
  if (from === to) return
  // Where money goes is decided by people.
  if (ctx.user.isKey) throw new AppError('notForKeys')
  if (!mayAccess('bank.manage', grantsIn(ctx))) throw refusal()
  if (ctx.ownOnly.bank && from !== null && !(await isUsable(ctx, from))) throw refusal()
  if (to !== null && !(await isUsable(ctx, to))) throw AppError.atField('merchant_id', 'unknownAccount')
}

const refusal = (): AppError => AppError.atField('merchant_id', 'payoutRight')

const isUsable = async (ctx: Ctx, id: string): Promise<boolean> => (await countUsable(ctx, [id])) === 1
