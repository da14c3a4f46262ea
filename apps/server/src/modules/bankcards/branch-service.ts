import { type bankCardCalls, bankCodes, bankWords, type Branch, type ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { findBranches } from './branch-queries.ts'

type Input<Name extends keyof typeof bankCardCalls> = ParsedInputOf<(typeof bankCardCalls)[Name]>

/** The banks of the mainland; elsewhere any name may be written. */
export async function getBank(ctx: Ctx): Promise<{ data: { bank_code: string; bank: string }[] }> {
  if (ctx.tenant.country !== 'CN') return { data: [] }
  return { data: bankCodes.map((code) => ({ bank_code: code, bank: bankWords[ctx.locale][code] })) }
}

/** A list that a person can look through. */
const branchesShown = 50

export async function getBankNo(
  ctx: Ctx,
  filter: Input<'getBankNo'>,
): Promise<{ data: Branch[]; more: boolean }> {
  const found = await findBranches(ctx, filter, branchesShown + 1)
  return { data: found.slice(0, branchesShown), more: found.length > branchesShown }
}
