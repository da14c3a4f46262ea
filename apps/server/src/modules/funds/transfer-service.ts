/**
 * Transfers that the operator makes by hand. A settlement that waits for one is `settling`; what the operator signs off is
 * booked as a bank's answer is (`payout-run-service.ts`). Sign-off and audit are one transaction, so that a payout is
 * signed off once, and never without a trace.
 */
import { maskedNo, requiredText } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import {
  handPayoutsOf,
  type HandPayouts,
  type Transfer,
  type TransferEnd,
} from '../../ports/payout/by-hand.ts'
import { accountToPay, mainUsername } from '../bankcards/index.ts'
import { findAccount } from './account-queries.ts'
import { payoutRefOf } from './morning-service.ts'
import { askSoon } from './payout-run-service.ts'

export const TransferReason = requiredText(200)

function listOf({ payout }: Deps): HandPayouts {
  const list = handPayoutsOf(payout)
  if (!list) throw new Error('payouts are not made by hand here')
  return list
}

export type WaitingTransfer = Pick<Transfer, 'amount' | 'currency'> & {
  payoutNo: string
  askedAt: Date
  username: string
  mchName: string
  /** Undefined when the card is no longer approved, or is another one now: such a transfer is refused. */
  account: { holder: string; number: string; bank: string; bankNo: string } | undefined
}

/** The transfers that wait, with masked numbers of accounts, or with clear ones, which the audit records. */
export async function waitingTransfers(
  deps: Deps,
  { clear }: { clear: boolean },
): Promise<WaitingTransfer[]> {
  const list = listOf(deps)
  const waiting: WaitingTransfer[] = []
  for (const transfer of await list.waiting()) {
    const known = payoutRefOf(transfer.payout_no)
    if (known) waiting.push(await described(deps, list, transfer, { ...known, clear }))
  }
  return waiting
}

const described = (
  deps: Deps,
  list: HandPayouts,
  transfer: Transfer,
  { tenantId, merchantId, clear }: { tenantId: string; merchantId: string; clear: boolean },
): Promise<WaitingTransfer> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const paid = await accountToPay({ ...ref, deps }, merchantId)
    const isSame = paid !== undefined && list.isTo(transfer, paid)
    const { mch_name: mchName = '', acct_no: masked } = (await findAccount(ref, merchantId)) ?? {}
    const { payout_no: payoutNo, amount, currency, created_at: askedAt } = transfer
    if (clear && isSame)
      await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
        call: 'ops.showTransfer',
        object: 'fund',
        objectId: merchantId,
        after: { merchant_id: merchantId, stort_name: mchName, amount, payout_no: payoutNo, acct_no: masked },
      })
    return {
      payoutNo,
      amount,
      currency,
      askedAt,
      username: (await mainUsername(ref)) ?? '',
      mchName,
      account: isSame
        ? {
            holder: paid.name,
            number: clear ? paid.number : maskedNo(paid.number),
            bank: paid.bank,
            bankNo: paid.bankNo,
          }
        : undefined,
    }
  })

/** Signs a transfer off: made, or refused by the bank. Returns false when none waits under this number. */
export async function signOffTransfer(deps: Deps, payoutNo: string, end: TransferEnd): Promise<boolean> {
  const list = listOf(deps)
  const known = payoutRefOf(payoutNo)
  if (!known) return false
  const { tenantId, merchantId } = known
  const isEnded = await inTenant(deps.db.main, tenantId, async (tx) => {
    if (!(await list.end(tx, payoutNo, end))) return false
    const { mch_name: mchName } = (await findAccount({ tx, tenantId }, merchantId)) ?? {}
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: end.state === 'success' ? 'ops.payoutPaid' : 'ops.payoutRefused',
      object: 'fund',
      objectId: merchantId,
      after: {
        merchant_id: merchantId,
        stort_name: mchName,
        payout_no: payoutNo,
        ...(end.state === 'failed' ? { why: end.why } : {}),
      },
    })
    return true
  })
  if (isEnded) await askSoon(deps, payoutNo)
  return isEnded
}
