import { hasRefillData, hasVisits } from './refill-mark.ts'

/** How many visits of the account a logout would delete before they are booked, those in progress included. */
export async function unsentVisits(account: string | undefined): Promise<number> {
  if (!hasVisits() && !hasRefillData()) return 0
  const { visitStore } = await import('./visit-store.ts')
  const store = await visitStore()
  const visits = (await store.all('outbox')).filter(({ state }) => state.kind !== 'parted')
  const drafts = (await store.all('drafts')).filter(({ marks }) => Object.keys(marks).length > 0)
  return [...visits, ...drafts].filter((row) => row.account === account).length
}

/** Called at a logout: clears what this browser keeps for the account. A failure does not keep the user here. */
export async function endRefills(account: string | undefined): Promise<void> {
  if (account === undefined || (!hasRefillData() && !hasVisits())) return
  const { clearAccount } = await import('./clear-account.ts')
  await clearAccount(account)
}

/** Called when the session has ended or changed, however that came about. What cannot be cleared is at the next start. */
export async function endReadings(signedIn: string | undefined): Promise<void> {
  if (!hasRefillData()) return
  const { clearReadings } = await import('./clear-account.ts')
  await clearReadings(signedIn)
}
