import { hasRefillData, hasVisits } from './refill-mark.ts'

/** How many visits of the account a logout would delete before they are booked. */
export async function unsentVisits(account: string): Promise<number> {
  if (!hasVisits()) return 0
  const { visitStore } = await import('./visit-store.ts')
  const rows = await (await visitStore()).all('outbox')
  return rows.filter((visit) => visit.account === account && visit.state.kind !== 'parted').length
}

/** Called at a logout: clears what this browser keeps for the account. A failure does not keep the user here. */
export async function endRefills(account: string): Promise<void> {
  if (!hasRefillData() && !hasVisits()) return
  const { clearAccount } = await import('./clear-account.ts')
  await clearAccount(account)
}
