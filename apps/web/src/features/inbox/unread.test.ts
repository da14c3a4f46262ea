import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createQueryClient } from '../../lib/query.ts'
import { showUnread, unreadKey } from './unread.ts'

/** A bell that reads its number; the test answers each request when it wants to. */
function openBell() {
  const client = createQueryClient()
  const answers: ((unread: number) => void)[] = []
  const queryFn = (): Promise<{ unread: number }> =>
    new Promise((answer) => answers.push((unread) => answer({ unread })))
  const bell = new QueryObserver<{ unread: number }>(client, { queryKey: unreadKey, queryFn })
  const close = bell.subscribe(() => undefined)
  return { client, answers, close, shown: () => bell.getCurrentResult().data?.unread }
}

test('an event shows its number without asking the server', async () => {
  const { client, answers, close, shown } = openBell()
  answers[0]?.(1)
  await expect.poll(shown).toBe(1)
  await showUnread(client, { unread: 2 })
  expect([shown(), answers.length]).toEqual([2, 1])
  close()
})

test('an answer that was on its way when the event came does not replace what the event told', async () => {
  const { client, answers, close, shown } = openBell()
  const isShown = showUnread(client, { unread: 1 })
  // This answer was given before the message came.
  answers[0]?.(0)
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(1)
  await isShown
  expect(shown()).toBe(1)
  close()
})
