import type { BankCardState } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Numbers } from './card-model.ts'
import { cardColumns } from './card-queries.ts'

const existing = ({ tx, tenantId }: TenantRef) =>
  tx.selectFrom('bank_card as c').where('c.tenant_id', '=', tenantId).where('c.deleted_at', 'is', null)

export type ReviewedCard = {
  merchant_id: string
  state: BankCardState
  reason: string
  mch_name: string
  bank: string
  acct_name: string
  masked: Numbers
  /** In the state `reviewing`: when it was sent. */
  state_at: Date
}

/** The cards in a state, those that wait longest first. */
export const listInState = (ref: TenantRef, state: BankCardState): Promise<ReviewedCard[]> =>
  existing(ref)
    .select(cardColumns)
    .where('c.state', '=', state)
    .orderBy('c.state_at')
    .orderBy('c.merchant_id')
    .$castTo<ReviewedCard>()
    .execute()

export const findReviewed = (
  ref: TenantRef,
  id: string,
): Promise<(ReviewedCard & { sealed: Buffer }) | undefined> =>
  existing(ref)
    .select([...cardColumns, 'c.sealed'])
    .where('c.merchant_id', '=', id)
    .$castTo<ReviewedCard & { sealed: Buffer }>()
    .executeTakeFirst()

/** Locks the card, so that it is decided once. */
export const lockReviewed = (ref: TenantRef, id: string): Promise<ReviewedCard | undefined> =>
  existing(ref)
    .select(cardColumns)
    .where('c.merchant_id', '=', id)
    .forUpdate()
    .$castTo<ReviewedCard>()
    .executeTakeFirst()

/** The name of the merchant's main account, by which the operator's commands know a merchant. */
export async function mainUsername({ tx, tenantId }: TenantRef): Promise<string | undefined> {
  const row = await tx
    .selectFrom('account')
    .select('username')
    .where('tenant_id', '=', tenantId)
    .where('is_main', '=', true)
    .executeTakeFirst()
  return row?.username
}
