/** Checks of the commands. */
import { randomBytes } from 'node:crypto'

import { capabilities, type UpMessage } from '@slotwise/machine-protocol'

import {
  ackOf,
  type Bench,
  type Check,
  demand,
  fullestSlot,
  hasPieces,
  minute,
  move,
  online,
  refused,
  restart,
  resultOf,
  second,
  slotsOf,
  succeeds,
} from './check.ts'
import type { LineId } from './checklist.ts'
import { messagesSince } from './test-server.ts'

const quantities = (bench: Bench): string =>
  JSON.stringify([...slotsOf(bench).values()].map(({ ch, qty }) => [ch, qty]))

/** Gives a command of before once more: it must be answered as before, and nothing may move. */
async function again(bench: Bench, id: string): Promise<void> {
  const { server } = bench
  const before = quantities(bench)
  const since = server.now()
  const args = hasPieces(bench)
    ? { items: [{ ch: await fullestSlot(bench), n: 1 }] }
    : { pulses: 20, widthMs: 100, gapMs: 150 }
  server.command('dispense', args, { id })
  const ack = await ackOf(bench, id, since)
  demand(ack.accepted, `the second time it was refused with "${ack.why ?? ''}"`)
  const result = await resultOf(bench, id, { since, ms: 30 * second })
  demand(result.dup === true, 'the result of the second time has no `dup`')
  await server.pause(20 * second)
  const results = messagesSince(server, 'result', since).filter((one) => one.id === id)
  demand(
    results.every(({ dup }) => dup === true),
    'it was carried out a second time',
  )
  demand(quantities(bench) === before, 'pieces came out the second time')
}

/** Demands that the reports with this name came in this order, for the command. */
async function hears(bench: Bench, what: string, find: () => boolean): Promise<void> {
  const found = await bench.server.until(bench.limit(30 * second), () => (find() ? true : undefined))
  demand(found === true, what)
}

const configsSince = (bench: Bench, since: number): UpMessage<'config'>[] =>
  messagesSince(bench.server, 'config', since)
const hasFullReport = (bench: Bench, since: number): boolean =>
  messagesSince(bench.server, 'slots', since).some(({ full }) => full)

async function checkPower(bench: Bench): Promise<void> {
  const { server, limit } = bench
  await succeeds(bench, server.command('power', { part: 'machine', on: false }))
  const since = server.now()
  await refused(bench, await move(bench), 'off', since)
  const beat = await server.until(limit(40 * second), () =>
    messagesSince(server, 'heartbeat', since).find(({ off }) => off),
  )
  await succeeds(bench, server.command('power', { part: 'machine', on: true }))
  demand(beat !== undefined, 'switched off, its heartbeat has no `off`')
}

async function checkSlots(bench: Bench): Promise<void> {
  const { server } = bench
  const ch = await fullestSlot(bench)
  const tested = await succeeds(bench, server.command('testOut', { items: [{ ch, n: 1 }] }))
  demand(
    tested.items.every((line) => line.ch === ch),
    '`testOut` reported other slots',
  )

  const free = Math.max(...slotsOf(bench).keys()) + 1
  for (const [from, to] of [
    [ch, free],
    [free, ch],
  ] as const) {
    const since = server.now()
    await succeeds(bench, server.command('resetSlot', { slots: [{ from, to }] }))
    await hears(bench, '`resetSlot` was not followed by a full report', () => hasFullReport(bench, since))
    demand(slotsOf(bench).has(to) && !slotsOf(bench).has(from), '`resetSlot` did not renumber the slot')
  }

  const since = server.now()
  const count = slotsOf(bench).size
  await succeeds(bench, server.command('setChannels', { count }), 5 * minute)
  const inits = configsSince(bench, since).flatMap((one) => ('init' in one ? [one] : []))
  demand(inits[0]?.init === 'running', '`setChannels` did not report `init` `running`')
  demand(inits.at(-1)?.init === 'done', '`setChannels` did not report `init` `done`')
  await hears(bench, '`setChannels` was not followed by a full report', () => hasFullReport(bench, since))
  const tooMany = capabilities[bench.type].slots + 1
  await refused(bench, server.command('setChannels', { count: tooMany }), 'not supported', server.now())
}

export const commandChecks: Partial<Record<LineId, Check>> = {
  async D2(bench) {
    await online(bench)
    const id = await move(bench)
    await resultOf(bench, id)
    await bench.server.pause(5 * second)
    await again(bench, id)
  },

  async D3(bench) {
    await online(bench)
    const id = await move(bench)
    await resultOf(bench, id)
    const { after } = await restart(bench)
    await hears(bench, 'no full report came after the restart', () => hasFullReport(bench, after.at))
    await bench.server.pause(5 * second)
    await again(bench, id)
  },

  async D4(bench) {
    const { server } = bench
    await online(bench)
    const since = server.now()
    const args = hasPieces(bench)
      ? { items: [{ ch: await fullestSlot(bench), n: 1 }] }
      : { pulses: 2, widthMs: 50, gapMs: 100 }
    const id = server.command('dispense', args, { at: Math.round(server.now() - 20 * second) })
    await refused(bench, id, 'late', since)
    const later = server.now()
    server.command('dispense', args, { id })
    const ack = await ackOf(bench, id, later)
    demand(!ack.accepted, 'the same `id` was accepted afterwards')
    await server.pause(20 * second)
    demand(
      messagesSince(server, 'result', since).every((one) => one.id !== id),
      'it was carried out all the same',
    )
  },

  async D5(bench) {
    const { server } = bench
    await online(bench)
    const first = await move(bench, 3)
    const ack = await ackOf(bench, first, 0)
    demand(ack.accepted, `the first command was refused with "${ack.why ?? ''}"`)
    const since = server.now()
    await refused(bench, await move(bench), 'busy', since)
    await resultOf(bench, first, { ms: 3 * minute })
  },

  async D6(bench) {
    const { server } = bench
    await online(bench)
    const since = server.now()
    await refused(bench, server.anyCommand('sing', {}), 'not supported', since)
    if (!hasPieces(bench)) return
    const unknown = Math.max(...slotsOf(bench).keys(), 0) + 1
    await refused(
      bench,
      server.command('dispense', { items: [{ ch: unknown, n: 1 }] }),
      'no such slot',
      since,
    )
  },

  async D9(bench) {
    const { server } = bench
    await online(bench)
    const id = await move(bench)
    const ack = await ackOf(bench, id, 0)
    demand(ack.accepted, `the command was refused with "${ack.why ?? ''}"`)
    server.manners.isAway = true
    const since = server.now()
    server.cut()
    await server.pause(40 * second)
    server.behave()
    await resultOf(bench, id, { since, ms: 3 * minute })
  },

  async D10(bench) {
    const { server, type } = bench
    await online(bench)
    const since = server.now()
    const refresh = server.command('refreshSetting', {})
    await succeeds(bench, refresh)
    demand(configsSince(bench, since).length > 0, '`refreshSetting` was not followed by `up/config`')
    const led = server.command('led', { on: true })
    if (capabilities[type].lamp) await succeeds(bench, led)
    else await refused(bench, led, 'not supported', since)
    if (hasPieces(bench)) {
      await refused(
        bench,
        server.command('dispense', { pulses: 1, widthMs: 50, gapMs: 100 }),
        'not supported',
        since,
      )
      await checkSlots(bench)
    } else {
      await refused(bench, server.command('testOut', { items: [{ ch: 1, n: 1 }] }), 'not supported', since)
      await refused(bench, server.command('setChannels', { count: 1 }), 'not supported', since)
    }
    await checkPower(bench)
  },

  async D11(bench) {
    const { server, limit } = bench
    const { secret: first } = await online(bench)
    const make = (): string => `conform-${randomBytes(12).toString('hex')}`
    const comesWith = async (secret: string, sent: string): Promise<void> => {
      const since = server.now()
      await succeeds(bench, server.command('rotateKey', { secret: sent }))
      const back = await server.until(limit(3 * minute), () => {
        const session = server.session()
        return session && session.at > since && session.secret === secret ? session : undefined
      })
      const used = server.sessions.at(-1)?.secret
      demand(
        back !== undefined,
        `it did not come back with the right secret within 3 minutes; it last used "${used}"`,
      )
      await online(bench, since)
    }
    const [next, refusedOne] = [make(), make()]
    await comesWith(next, next)
    server.manners.refuses = (secret) => secret === refusedOne
    await comesWith(next, refusedOne)
    server.behave()
    // The run leaves the machine with the secret that it had.
    await comesWith(first, first)
  },
}
