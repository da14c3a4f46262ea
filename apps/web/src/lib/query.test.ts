import { afterEach, describe, expect, test } from 'vitest'

import { CallError } from './client.ts'
import { currentNotices, dismissNotice } from './notices.ts'
import { createQueryClient } from './query.ts'

const dismissAll = (): void => {
  for (const { id } of currentNotices()) dismissNotice(id)
}
afterEach(dismissAll)

/** The notices after a call that fails at its first load, or later after it was loaded. */
async function noticesAfter(meta: Record<string, boolean>, when: 'first' | 'later'): Promise<string[]> {
  const client = createQueryClient()
  const read = (queryFn: () => unknown) =>
    client.fetchQuery({ queryKey: ['figures'], queryFn, meta, staleTime: 0 }).catch(() => undefined)
  if (when === 'later') await read(() => 1)
  await read(() => {
    throw new CallError('too slow', { kind: 'timeout' })
  })
  const texts = currentNotices().map(({ text }) => text)
  dismissAll()
  return texts
}

describe('a load that failed', () => {
  test('is told by a notice', async () => {
    expect(await noticesAfter({}, 'first')).toEqual(['too slow'])
    expect(await noticesAfter({}, 'later')).toEqual(['too slow'])
  })

  test('is told in its place the first time, where the page does so', async () => {
    expect(await noticesAfter({ inline: true }, 'first')).toEqual([])
    expect(await noticesAfter({ inline: true }, 'later')).toEqual(['too slow'])
  })

  test('is silent where the page read again by itself', async () => {
    expect(await noticesAfter({ selfRefreshing: true }, 'first')).toEqual(['too slow'])
    expect(await noticesAfter({ selfRefreshing: true }, 'later')).toEqual([])
  })
})
