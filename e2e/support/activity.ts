/** Phone numbers of main accounts to which the server under test gives the activity pages. */
const workers = 20
const perWorker = 50

const phoneOf = (n: number): string => `136${String(n).padStart(8, '0')}`

export const activityPhones: readonly string[] = Array.from({ length: workers * perWorker }, (_, n) =>
  phoneOf(n),
)

let taken = 0

/** A number that no other test has used: each worker has its own. */
export function nextActivityPhone(workerIndex: number): string {
  if (workerIndex >= workers || taken >= perWorker) throw new Error('no activity account is left')
  taken += 1
  return phoneOf(workerIndex * perWorker + taken - 1)
}
