import { stopKeeping } from './keep-route.ts'
import { forgetOffline } from './offline-worker.ts'
import { readOutbox } from './outbox.ts'
import { markRefillData } from './refill-mark.ts'
import { visitStore } from './visit-store.ts'

/** Deletes the list, machines, visits in progress and visits of an account. Other accounts of this browser keep theirs. */
export async function clearAccount(account: string): Promise<void> {
  stopKeeping()
  const store = await visitStore()
  let others = 0
  for (const name of ['lists', 'machines', 'drafts'] as const)
    for (const row of await store.all(name)) {
      if (row.account === account) await store.remove(name, row.key)
      else others += 1
    }
  for (const row of await store.all('outbox'))
    if (row.account === account) await store.remove('outbox', row.visit)
  markRefillData(others > 0)
  await readOutbox()
  await forgetOffline()
}
