import { stopKeeping } from './keep-route.ts'
import { forgetOffline } from './offline-worker.ts'
import { readOutbox } from './outbox.ts'
import { markRefillData } from './refill-mark.ts'
import { visitStore } from './visit-store.ts'

/** Deletes the list, machines, visits in progress and visits of an account. Those of other accounts of this browser stay. */
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

/**
 * Deletes the lists and machines of every account that is not signed in here: their sessions have ended. Visits, unsent
 * or in progress, stay for the next login of their account, because they say what a person did and are told nowhere else.
 */
export async function clearReadings(signedIn: string | undefined): Promise<void> {
  if (signedIn === undefined) stopKeeping()
  const store = await visitStore()
  let left = (await store.all('drafts')).length
  let gone = 0
  for (const name of ['lists', 'machines'] as const)
    for (const row of await store.all(name)) {
      if (row.account === signedIn) left += 1
      else {
        await store.remove(name, row.key)
        gone += 1
      }
    }
  markRefillData(left > 0)
  if (gone > 0) await forgetOffline()
}
