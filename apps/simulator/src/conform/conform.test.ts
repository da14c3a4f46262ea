/** The conformance run against virtual machines: good ones, and those that break one rule each. */
import { readFileSync } from 'node:fs'

import type { Envelope } from '@slotwise/machine-protocol'
import { describe, expect, test } from 'vitest'

import { conform, type Vice } from '../../test/conform-stand.ts'
import { createFleet } from '../fleet.ts'
import { mqttLine } from '../link/mqtt-line.ts'
import { seeded } from '../random.ts'
import { realTime } from '../timers.ts'
import { checklist, type LineId, lineIds } from './checklist.ts'
import { openMqttPort } from './mqtt-port.ts'
import { checkedLines, type Finding, lineOf, runConformance } from './run.ts'
import { makeTestServer } from './test-server.ts'

const long = { timeout: 300_000 }
const failed = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'fails').map(({ id, seen }) => `${id}: ${seen}`)
const failedLines = (findings: readonly Finding[]) =>
  findings.filter(({ verdict }) => verdict === 'fails').map(({ id }) => id)

test('the run has the lines of the document', () => {
  const text = readFileSync(new URL('../../../../docs/machine-protocol.md', import.meta.url), 'utf8')
  const lines = [...text.matchAll(/^- \[ \] ([A-Z]\d+) (.*)$/gm)].map(([, id = '', line = '']) => [id, line])
  expect(text.match(/^- \[ \]/gm)).toHaveLength(lines.length)
  expect(Object.fromEntries(lines)).toEqual(checklist)
  expect(lines).toHaveLength(lineIds.length)
  expect(new Set(checkedLines).size).toBe(checkedLines.length)
})

describe('of a machine that keeps the rules', () => {
  test.each(['vending', 'lattice', 'lipstick', 'single', 'pulse'] as const)(
    'every line holds that needs no person: %s',
    long,
    async (type) => {
      const findings = await conform({ type, long: true })
      expect(failed(findings)).toEqual([])
      const holding = findings.filter(({ verdict }) => verdict === 'holds').map(({ id }) => id)
      expect(holding.toSorted()).toEqual(checkedLines.toSorted())
      expect(findings.map(({ id }) => id)).toEqual(lineIds)
    },
  )

  test('what a person says of the other lines counts, and a line may be skipped', long, async () => {
    const asked: LineId[] = []
    const only = ['C1', 'C2', 'C11', 'K2'] as const
    const findings = await conform({
      only,
      async ask(id) {
        asked.push(id)
        return id === 'C2' ? 'fails' : id === 'C11' ? 'holds' : undefined
      },
    })
    expect(asked).toEqual(['C2', 'C11', 'K2'])
    const verdicts = Object.fromEntries(findings.map(({ id, verdict }) => [id, verdict]))
    expect(verdicts).toMatchObject({
      C1: 'holds',
      C2: 'fails',
      C11: 'holds',
      K2: 'not checked',
      D2: 'not checked',
    })
    expect(lineOf({ id: 'C2', verdict: 'fails', seen: 'x' })).toBe(`C2   FAILS: x\n     ${checklist.C2}`)
  })

  test('lines hold over MQTT, too', long, async () => {
    const sn = '20000002'
    const server = makeTestServer(sn, { now: Date.now, schedule: realTime })
    const port = await openMqttPort(server, { host: '127.0.0.1', port: 0 })
    const fleet = createFleet({
      credentials: [{ sn, secret: 'the first secret of it', type: 'vending', slots: 6 }],
      open: mqttLine({
        url: `mqtt://127.0.0.1:${port.port}`,
        random: seeded(3),
        schedule: realTime,
        now: Date.now,
      }),
      schedule: realTime,
      now: Date.now,
      speed: 20,
      failure: 0,
    })
    fleet.start()
    try {
      const only = ['C1', 'C3', 'C4', 'C10', 'D6', 'M1', 'M2', 'M3', 'M4', 'M5', 'S7'] as const
      const findings = await runConformance({
        // A test does not judge how fast the computer is.
        bench: { server, type: 'vending', limit: (ms) => ms * 60 },
        ask: () => Promise.resolve(undefined),
        only,
        found() {},
      })
      expect(findings.filter(({ verdict }) => verdict !== 'not checked')).toEqual(
        lineIds
          .filter((id) => (only as readonly LineId[]).includes(id))
          .map((id) => ({ id, verdict: 'holds' })),
      )
    } finally {
      await fleet.stop()
      await port.close()
    }
  })
})

/** Changes the data of messages of one name. */
const saying = (name: string, change: (data: Record<string, unknown>) => object): Vice => ({
  out: (message) => [
    message.name === name
      ? {
          ...message,
          envelope: { ...message.envelope, data: change(message.envelope.data as Record<string, unknown>) },
        }
      : message,
  ],
})

/** Changes the data of messages to the machine; undefined: it does not read them. */
const reading = (
  name: string,
  change: (data: Record<string, unknown>, now: number) => object | undefined,
): Vice => ({
  in(messageName, text, now) {
    if (messageName !== name || !text.startsWith('{"v":1,"sn"')) return text
    const envelope = JSON.parse(text) as Envelope
    const data = change(envelope.data as Record<string, unknown>, now)
    return data && JSON.stringify({ ...envelope, data })
  },
})

/** The messages of names that came before get another time. */
function stampsAgain(): Vice {
  const sent = new Set<string>()
  return {
    out(message) {
      const { envelope } = message
      if (!sent.has(envelope.mid)) {
        sent.add(envelope.mid)
        return [message]
      }
      return [{ ...message, envelope: { ...envelope, ts: envelope.ts + 1_000 } }]
    },
  }
}

let copies = 0
let isDeaf = false
/** The lines that fail are that of the rule, and those that cannot hold without it. */
const vices: [what: string, vice: Vice, fails: LineId[]][] = [
  ['has another keepalive', { login: (login) => ({ ...login, keepaliveSeconds: 300 }) }, ['C1']],
  ['subscribes with QoS 0', { qos: 0 }, ['C1']],
  ['has no will', { login: ({ will: _, ...login }) => login }, ['C3']],
  ['never counts its connections', saying('status', (data) => ({ ...data, boot: 7 })), ['C3', 'C4']],
  ['tries again every second', { pauseMs: () => 1_000 }, ['C7', 'C8']],
  ['leaves without a word', { hangsUp: () => 'without a word' }, ['C10']],
  [
    'leaves out every second heartbeat',
    {
      out: (message) =>
        message.name === 'heartbeat' && message.envelope.seq % 2 === 0 && (copies += 1) % 2 === 0
          ? []
          : [message],
    },
    ['C9'],
  ],
  ['reports a signal above 0', saying('heartbeat', (data) => ({ ...data, rssi: 5 })), ['M1', 'D10']],
  [
    'uses a name of a message twice',
    {
      out: (message) => [
        message.name === 'heartbeat'
          ? { ...message, envelope: { ...message.envelope, mid: 'beat' } }
          : message,
      ],
    },
    ['M2'],
  ],
  ['gives a message that it sends again another time', stampsAgain(), ['M2', 'S7']],
  [
    'does not answer ops that it does not know',
    reading('cmd', (data) => (data['op'] === 'sing' ? undefined : data)),
    ['M3', 'D1', 'D6'],
  ],
  ['keeps to its own clock', reading('time', (data, now) => ({ ...data, now: Math.round(now) })), ['K1']],
  [
    'hears nothing after garbage',
    {
      login(login) {
        isDeaf = false
        return login
      },
      in(_name, text) {
        if (!text.startsWith('{"v":1,"sn"')) isDeaf = true
        return isDeaf ? undefined : text
      },
    },
    ['M4', 'D1'],
  ],
  [
    'does not mind that it has no time',
    saying('ack', (data) => (data['why'] === 'no time' ? { id: data['id'], accepted: true } : data)),
    ['K3'],
  ],
  [
    'asks for the time once',
    { out: (message) => (message.name === 'status' && message.envelope.seq > 1 ? [] : [message]) },
    ['C10', 'K3', 'K4'],
  ],
  [
    'comes back after five minutes',
    { pauseMs: () => 300_000 },
    ['C6', 'C7', 'C8', 'C10', 'K1', 'D9', 'D11', 'S2', 'S7'],
  ],
  [
    'acknowledges late',
    { out: (message) => [message.name === 'ack' ? { ...message, afterMs: 5_000 } : message] },
    ['C10', 'K3', 'D1', 'D3', 'D9', 'D11', 'S2'],
  ],
  [
    'carries out late commands',
    reading('cmd', (data, now) => (Number(data['at']) < now ? { ...data, at: Math.round(now) } : data)),
    ['D4'],
  ],
  [
    'does not say what keeps it',
    saying('ack', (data) => (data['why'] === 'busy' ? { ...data, why: 'not now' } : data)),
    ['D5'],
  ],
  [
    'does not know what is wrong',
    saying('ack', (data) => (data['why'] === 'no such slot' ? { ...data, why: 'error' } : data)),
    ['D6'],
  ],
  ['marks no repeated result', saying('result', ({ dup: _, ...data }) => data), ['D2', 'D3']],
  [
    'forgets what was not acknowledged',
    {
      loses(memory) {
        memory.outbox.length = 0
      },
    },
    ['D9', 'S7'],
  ],
  ['has no lamp', reading('cmd', (data) => (data['op'] === 'led' ? { ...data, op: 'glow' } : data)), ['D10']],
  ['keeps its first secret', { login: (login) => ({ ...login, secret: 'the first secret of it' }) }, ['D11']],
  [
    'keeps the settings of a merchant who has given it up',
    reading('config', (data) => (data['rev'] === 0 ? undefined : data)),
    ['S1'],
  ],
  [
    'forgets its settings with a restart',
    {
      hangsUp(memory) {
        memory.config = { rev: 0, settings: {} }
        return 'in order'
      },
    },
    ['S2'],
  ],
  [
    'never reports all of its slots',
    {
      out: (message) =>
        message.name === 'slots' && (message.envelope.data as { full: boolean }).full ? [] : [message],
    },
    ['D3', 'D6', 'D10', 'S1', 'S4'],
  ],
  [
    'reports its results in its own way',
    saying('result', ({ id }) => ({ id, fine: true })),
    ['C10', 'M1', 'M3', 'M4', 'M5', 'K1', 'K3', 'D2', 'D3', 'D5', 'D9', 'D10', 'D11', 'S2', 'S7'],
  ],
  [
    'takes the end of an order for its payment',
    reading('order', (data) => (data['state'] === 'closed' ? { ...data, state: 'paid' } : data)),
    ['M5'],
  ],
  ['does not answer payments that it does not know', reading('order', () => undefined), ['S9']],
]

test.each([
  [
    'a field',
    saying('heartbeat', (data) => ({ ...data, rssi: 5 })),
    /^not valid: heartbeat: data\.rssi: .*<=0.*"rssi":5/,
  ],
  [
    'what is no JSON',
    {
      out: (message) => (message.name === 'heartbeat' ? [{ ...message, text: '\u0007{\ud83e"' }] : [message]),
    },
    /^not valid: heartbeat: not JSON: \\u0007\{\\ud83e"$/,
  ],
] as [string, Vice, RegExp][])(
  'a message that is not valid is told with what is wrong in it: %s',
  long,
  async (_what, vice, seen) => {
    const findings = await conform({ vice, only: ['C1', 'C6', 'M1'] })
    expect(findings.find(({ id }) => id === 'M1')?.seen).toMatch(seen)
  },
)

describe('of a few lines', () => {
  test('what was not seen long enough is not said to hold', long, async () => {
    const findings = await conform({ only: ['C1', 'C4', 'D1', 'S4'] })
    const said = findings.filter(({ id }) => ['C1', 'C4', 'D1', 'S4'].includes(id))
    expect(said).toEqual([
      { id: 'C1', verdict: 'holds' },
      { id: 'C4', verdict: 'not checked', seen: 'there was one connection' },
      { id: 'D1', verdict: 'not checked', seen: 'no command was given' },
      {
        id: 'S4',
        verdict: 'not checked',
        seen: 'no connection lasted a minute, and nothing was dispensed',
      },
    ])
  })

  test('heartbeats are waited for', long, async () => {
    const isQuiet: Vice = { out: (message) => (message.name === 'heartbeat' ? [] : [message]) }
    expect(failedLines(await conform({ only: ['C9'] }))).toEqual([])
    expect(failed(await conform({ only: ['C9'], vice: isQuiet }))).toEqual([
      expect.stringMatching(/^C9: .* passed without a heartbeat$/),
    ])
  })

  test('an op that does not do what it should is named', long, async () => {
    const vice = saying('ack', (data) => ({ ...data, accepted: false, why: 'broken' }))
    expect(failed(await conform({ only: ['D10'], vice }))).toEqual([
      'D10: `refreshSetting` was refused with "broken"',
    ])
  })
})

describe('of a machine that breaks a rule, the line of that rule fails', () => {
  test.each(vices)('one that %s', long, async (_what, vice, fails) => {
    const findings = await conform({ vice, long: fails.includes('K4') })
    expect(failedLines(findings), failed(findings).join('\n')).toEqual(fails)
  })
})
