import { afterEach, expect, test } from 'vitest'

import type { StreamBlock } from './live-stream.ts'
import { type LiveLine, type SharedOptions, shareStream, type StreamReader } from './shared-stream.ts'

/** The server's events: those after the position that a reader asks for, then new ones. */
function makeServer() {
  const blocks: Required<StreamBlock>[] = []
  const readers = new Set<StreamReader>()
  const asked: (string | undefined)[] = []
  return {
    asked,
    readers,
    tell(id: number): void {
      const block = { id: String(id), message: { event: 'me', data: String(id) } }
      blocks.push(block)
      for (const reader of readers) reader.onBlock(block)
    },
    startAnew: () => void blocks.splice(0),
    read(from: string | undefined, to: StreamReader, stop: AbortSignal): void {
      asked.push(from)
      readers.add(to)
      stop.addEventListener('abort', () => readers.delete(to))
      to.onOpenChange(true)
      const last = blocks.at(-1)?.id ?? '0'
      const start = from === undefined || Number(from) > Number(last) ? last : from
      to.onBlock({ id: start })
      for (const block of blocks) if (Number(block.id) > Number(start)) to.onBlock(block)
    },
  }
}

type Tab = LiveLine & { heard: string[]; isOpen: boolean; isSeen: boolean }

const tabs: Tab[] = []
let sessions = 0
const newName = (): string => `session ${(sessions += 1)}`

function openTab(name: string, server: Pick<SharedOptions, 'read'>, isSeen = true): Tab {
  const tab: Tab = {
    heard: [],
    isOpen: false,
    isSeen,
    ...shareStream({
      name,
      locks: navigator.locks,
      read: server.read,
      isSeen: () => tab.isSeen,
      onMessage: ({ data }) => tab.heard.push(data),
      onOpenChange: (open) => {
        tab.isOpen = open
      },
      onRefused: () => expect.unreachable('Node has locks'),
      lookMs: 20,
      answerMs: 60,
    }),
  }
  tabs.push(tab)
  tab.come()
  return tab
}
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.go()
})

async function untilOpen(...some: Tab[]): Promise<void> {
  await expect.poll(() => some.map(({ isOpen }) => isOpen)).toEqual(some.map(() => true))
}
async function untilHeard(tab: Tab, ...ids: number[]): Promise<void> {
  await expect.poll(() => tab.heard).toEqual(ids.map(String))
}

test('one of three tabs reads the stream, and each hears every event once', async () => {
  const [server, name] = [makeServer(), newName()]
  const three = [openTab(name, server), openTab(name, server), openTab(name, server)]
  await untilOpen(...three)
  expect(server.readers.size).toBe(1)
  server.tell(1)
  server.tell(2)
  for (const tab of three) await untilHeard(tab, 1, 2)
})

test('tabs of different sessions share nothing', async () => {
  const server = makeServer()
  await untilOpen(openTab(newName(), server), openTab(newName(), server))
  expect(server.readers.size).toBe(2)
})

test('when the reading tab goes, another one resumes after the last event, and no line seems to have broken', async () => {
  const [server, name] = [makeServer(), newName()]
  const first = openTab(name, server)
  await untilOpen(first)
  const second = openTab(name, server)
  await untilOpen(second)
  server.tell(1)
  await untilHeard(second, 1)
  first.go()
  server.tell(2)
  await untilHeard(second, 1, 2)
  expect(server.asked).toEqual([undefined, '1'])
  expect(second.isOpen).toBe(true)
  expect(first.isOpen).toBe(false)
})

test('a tab that was away resumes after its own last event, and the others hear nothing twice', async () => {
  const [server, name] = [makeServer(), newName()]
  const away = openTab(name, server)
  await untilOpen(away)
  const [second, third] = [openTab(name, server), openTab(name, server)]
  await untilOpen(second, third)
  server.tell(1)
  for (const tab of [away, second, third]) await untilHeard(tab, 1)
  away.go()
  await expect.poll(() => server.asked).toEqual([undefined, '1'])
  server.tell(2)
  for (const tab of [second, third]) await untilHeard(tab, 1, 2)
  away.come()
  await untilHeard(away, 1, 2)
  server.tell(3)
  for (const tab of [away, second, third]) await untilHeard(tab, 1, 2, 3)
  expect(server.readers.size).toBe(1)
})

test('a visible tab takes the lead from a tab that does not answer', async () => {
  const [server, name] = [makeServer(), newName()]
  let taken: unknown
  const frozen = navigator.locks.request(name, () => new Promise<void>(() => undefined))
  frozen.catch((error: unknown) => {
    taken = error
  })
  const hidden = openTab(name, server, false)
  const seen = openTab(name, server)
  await untilOpen(seen, hidden)
  expect(taken).toMatchObject({ name: 'AbortError' })
  server.tell(1)
  for (const tab of [hidden, seen]) await untilHeard(tab, 1)
})

test('a visible tab takes the lead from a hidden one that has no line', async () => {
  const [server, name] = [makeServer(), newName()]
  const hidden = openTab(
    name,
    {
      read: (_from, to, stop) => {
        to.onOpenChange(false)
        stop.addEventListener('abort', () => to.onOpenChange(false))
      },
    },
    false,
  )
  const seen = openTab(name, server)
  await untilOpen(seen, hidden)
  expect(server.readers.size).toBe(1)
  server.tell(1)
  for (const tab of [hidden, seen]) await untilHeard(tab, 1)
})

test('a server whose numbers begin anew is heard by every tab', async () => {
  const [server, name] = [makeServer(), newName()]
  const first = openTab(name, server)
  await untilOpen(first)
  const second = openTab(name, server)
  await untilOpen(second)
  server.tell(41)
  await untilHeard(second, 41)
  server.startAnew()
  for (const reader of server.readers) reader.onBlock({ id: '7' })
  server.tell(8)
  for (const tab of [first, second]) await untilHeard(tab, 41, 8)
  expect(server.asked).toEqual([undefined])
})
