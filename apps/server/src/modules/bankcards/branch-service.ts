import { type bankCardCalls, bankCodes, bankWords, type Branch, type ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { findBranches, placeOfBranch } from './branch-queries.ts'

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

type Branched = { bank_no: string; bank_province: string; bank_city: string }

/** Refuses a number whose branch the directory has elsewhere; money would go to another branch than was meant. */
export async function demandBranch(
  ctx: Ctx,
  { bank_no: no, bank_province: province, bank_city: city }: Branched,
): Promise<void> {
  const found = no === '' ? undefined : await placeOfBranch(ctx, no)
  if (!found) return
  // A branch may be listed in a place that we do not know, and a card may leave its place out.
  const isAt = (chosen: string, known: string): boolean => chosen === '' || known === '' || chosen === known
  if (isAt(province, found.province_code) && isAt(city, found.city_code)) return
  const place = found.province === found.city ? found.city : found.province + found.city
  throw AppError.atField('bank_no', 'branchElsewhere', { place })
}
