import { afterEach, expect, test, vi } from 'vitest'

import { patientStart } from './patience.ts'

afterEach(() => vi.restoreAllMocks())

const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })

test('a start tries again while the database is away, and says so once', async () => {
  const logged: string[] = []
  const work = vi.fn(async () => 'opened')
  work.mockRejectedValueOnce(ended).mockRejectedValueOnce(ended)
  expect(await patientStart((message) => logged.push(message))(work)).toBe('opened')
  expect(logged).toEqual(['the database is away (terminating connection); trying again for a minute'])
})

test.each([
  ['after a minute', ended, () => false, 3],
  ['when it is stopped', ended, () => true, 1],
  ['at once for any other error', new Error('a fault'), () => false, 1],
])('a start gives up %s', async (_when, error, isStopping, tries) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const work = vi.fn(async () => {
    now += 30_000
    throw error
  })
  await expect(patientStart(() => {}, isStopping)(work)).rejects.toBe(error)
  expect(work).toHaveBeenCalledTimes(tries)
})
