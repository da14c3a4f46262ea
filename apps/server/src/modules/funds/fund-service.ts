import {
  bankText,
  countryFacts,
  dayOf,
  type Fund,
  type FundSum,
  type fundCalls,
  type List,
  type ParsedInputOf,
  startOfDay,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  assignFunds as bookAssigned,
  type Balance,
  balancesNow,
  fundsBefore,
  noAccount,
  ownReceived,
} from '../ledger/index.ts'
import { type Account, accountsOf, findAccount } from './account-queries.ts'
import { nextPayoutsAt, payable } from './morning-service.ts'

type Input<Name extends keyof typeof fundCalls> = ParsedInputOf<(typeof fundCalls)[Name]>

const nothing: Balance = { notSettled: 0, settling: 0, settled: 0 }
const figuresOf = ({ notSettled, settling, settled }: Balance) => ({
  balance: notSettled + settling,
  not_settle_amt: notSettled,
  settling_amt: settling,
  settled_amt: settled,
})

const fundOf = ({ locale }: Ctx, account: Account | undefined, balance: Balance = nothing): Fund => ({
  merchant_id: account?.merchant_id ?? noAccount,
  acct_no_encry: account?.acct_no ?? '',
  acct_name: account?.acct_name ?? '',
  stort_name: account?.mch_name ?? '',
  bank_code: account?.bank_code ?? '',
  bank: account ? bankText(locale, account) : '',
  bank_branch: account?.bank_branch ?? '',
  ...figuresOf(balance),
})

/** Payout accounts that are approved or have money; first the money that has none. */
export async function getFunds(
  ctx: Ctx,
  { condition: { q, ids }, pageNum, pageSize }: Input<'getFunds'>,
): Promise<List<Fund>> {
  const balances = await balancesNow(refOf(ctx))
  const accounts = (await accountsOf(refOf(ctx))).filter(
    ({ isApproved, merchant_id: id }) => isApproved || balances.has(id),
  )
  const unassigned = balances.get(noAccount)
  const all = [
    ...(unassigned && unassigned.notSettled !== 0 ? [fundOf(ctx, undefined, unassigned)] : []),
    ...accounts.map((account) => fundOf(ctx, account, balances.get(account.merchant_id))),
  ]
  const typed = (q ?? '').toLowerCase()
  const found = all.filter(
    ({ merchant_id: id, stort_name: name, acct_name: holder }) =>
      (!ids || ids.includes(id)) && `${name}\n${holder}`.toLowerCase().includes(typed),
  )
  const from = (pageNum - 1) * pageSize
  return { data: found.slice(from, from + pageSize), count: found.length }
}

const sumOf = (balances: Iterable<Balance>): Balance =>
  [...balances].reduce(
    (sum, { notSettled, settling, settled }) => ({
      notSettled: sum.notSettled + notSettled,
      settling: sum.settling + settling,
      settled: sum.settled + settled,
    }),
    nothing,
  )

export async function getFundSum(ctx: Ctx): Promise<FundSum> {
  const ref = refOf(ctx)
  const { utcOffsetMinutes: offset } = countryFacts[ctx.tenant.country]
  const balances = await balancesNow(ref)
  const nextAt = await nextPayoutsAt(ref, ctx.now, offset)
  const day = dayOf(nextAt, offset)
  const before = await fundsBefore(ref, { day, at: startOfDay(day, offset) })
  const approved = (await accountsOf(ref)).filter(({ isApproved }) => isApproved)
  const next = approved.reduce(
    (sum, { merchant_id: id }) => sum + payable(before.get(id), balances.get(id)?.notSettled),
    0,
  )
  return {
    ...figuresOf(sumOf(balances.values())),
    unassigned_amt: balances.get(noAccount)?.notSettled ?? 0,
    direct_amt: await ownReceived(ref),
    next_at: nextAt.toISOString(),
    next_amt: ctx.deps.payout ? next : 0,
    pays_out: ctx.deps.payout !== undefined,
  }
}

export async function assignFunds(ctx: Ctx, { merchant_id: id }: Input<'assignFunds'>): Promise<Fund> {
  const ref = refOf(ctx)
  const account = await findAccount(ref, id)
  if (!account?.isApproved) throw new AppError('notFound')
  const amount = await bookAssigned(ref, { merchantId: id, at: ctx.now })
  if (amount === 0) throw new AppError('nothingToAssign')
  await audit(ctx, {
    call: 'assignFunds',
    object: 'fund',
    objectId: id,
    after: { merchant_id: id, stort_name: account.mch_name, amount },
  })
  return fundOf(ctx, account, (await balancesNow(ref)).get(id))
}
