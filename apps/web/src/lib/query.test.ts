import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test } from 'vitest'

import { CallError } from './client.ts'
import { currentNotices, dismissNotice } from './notices.ts'
import { createQueryClient, readAgain } from './query.ts'

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

/** A page that reads a number; the test answers each request when it wants to. */
function openPage() {
  const client = createQueryClient()
  const answers: ((unread: number) => void)[] = []
  const queryFn = (): Promise<number> => new Promise((answer) => answers.push(answer))
  const observer = new QueryObserver<number>(client, { queryKey: ['unread'], queryFn })
  const close = observer.subscribe(() => undefined)
  return { client, answers, close, shown: () => observer.getCurrentResult().data }
}

test('an event that overtakes the first answer is not lost', async () => {
  const { client, answers, close, shown } = openPage()
  const isRead = readAgain(client, { queryKey: ['unread'] })
  // This answer was given before the event.
  answers[0]?.(0)
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(1)
  await isRead
  expect(shown()).toBe(1)
  close()
})

test('an event that overtakes a later answer replaces its request', async () => {
  const { client, answers, close, shown } = openPage()
  answers[0]?.(0)
  await expect.poll(shown).toBe(0)
  void client.invalidateQueries({ queryKey: ['unread'] })
  const isRead = readAgain(client, { queryKey: ['unread'] })
  expect(answers).toHaveLength(3)
  answers[2]?.(2)
  answers[1]?.(1)
  await isRead
  expect(shown()).toBe(2)
  close()
})
