/**
 * Random stories: commands that are lost, late, duplicated and reordered, broken connections, power cuts, wrong clocks.
 * In all of them nothing moves twice for one command, nothing moves after its time limit, and the machine never
 * contradicts what it said about a command.
 */
import { machineTypes, type DownMessage } from '@slotwise/machine-protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createExchange, type Heard } from '../../test/exchange.ts'
import { minute, noon } from '../../test/rig.ts'
import { flaky, type Weather } from '../link/flaky.ts'
import type { Line } from '../link/line.ts'
import { between, chance, pick, seeded, untilNext, wholeBetween, type Random } from '../random.ts'
import { virtualTime } from '../virtual-time.ts'
import { kindOf } from './kinds.ts'
import type { Notice } from './life.ts'
import { createMachine, type Machine } from './machine.ts'
import { newMemory, type Memory } from './memory.ts'

const sn = '20000001'
const second = 1_000

/** Half of the slowest answer that the machine trusts, plus the drift of a bad clock during a story. */
const clockAccuracyMs = 2_500 + 200

type Command = DownMessage<'cmd'>
type Moved = { id: string; at: number; ch?: number; piece?: number }
type Story = {
  commands: Map<string, Command>
  begun: Moved[]
  pieces: Moved[]
  heard: Heard[]
  memory: Memory
}

const badWeather = (random: Random): Weather => ({
  loss: between(random, [0, 0.3]),
  duplicate: between(random, [0, 0.5]),
  delayMs: [10, between(random, [20, 3 * second])],
  overtaken: between(random, [0, 0.5]),
  overtakenMs: [100, 20 * second],
  dropsPerSecond: between(random, [0, 1 / 15]),
})

function someCommand(random: Random, id: string, at: number, { type, memory }: Machine): Command {
  const items = [{ ch: pick(random, memory.slots)?.ch ?? 1, n: wholeBetween(random, [1, 3]) }]
  const common = { id, at, ttl: 10 * second }
  if (chance(random, 0.1)) return { ...common, op: 'restart', args: { part: 'machine' } }
  if (chance(random, 0.1)) return { ...common, op: 'led', args: { on: chance(random, 0.5) } }
  if (chance(random, 0.05)) return { ...common, op: 'power', args: { part: 'machine', on: true } }
  if (type === 'pulse') return { ...common, op: 'dispense', args: { pulses: 3, widthMs: 50, gapMs: 50 } }
  return { ...common, op: chance(random, 0.7) ? 'dispense' : 'testOut', args: { items } }
}

function play(seed: number): Story {
  const random = seeded(seed)
  const time = virtualTime(noon)
  const exchange = createExchange(time)
  const weather = badWeather(random)
  const type = pick(random, machineTypes) ?? 'vending'
  const clockError = between(random, [-3, 3]) * 86_400_000
  const drift = between(random, [-0.0002, 0.0002])
  const commands = new Map<string, Command>()
  const begun: Moved[] = []
  const pieces: Moved[] = []
  let memory = newMemory({
    type,
    secret: 'a secret of its own',
    slots: kindOf(type).slots > 1 ? 4 : 1,
    rev: 1,
    random,
  })

  function notice(notice: Notice): void {
    if (notice.what === 'begin') begun.push({ id: notice.id, at: time.now() })
    if (notice.what === 'motion') pieces.push({ ...notice, at: time.now() })
  }
  /** A new machine with the old memory: nothing else may survive. */
  function build(): { machine: Machine; line: Line } {
    const machine = createMachine(
      {
        now: () => noon + (time.now() - noon) * (1 + drift) + clockError,
        random,
        schedule: time.schedule,
        send: (...message) => line.send(...message),
        line: { dial: () => line.dial(), hangUp: () => line.hangUp(), cut: () => line.cut() },
        notice,
      },
      { sn, type, memory, failure: 0.1 },
    )
    const line = flaky(exchange.open, weather, { random, schedule: time.schedule })(machine)
    machine.boot()
    return { machine, line }
  }
  let { machine, line } = build()

  function losePower(): void {
    machine.powerCut()
    memory = JSON.parse(JSON.stringify(memory)) as Memory
    time.advance(between(random, [1, 20]) * second)
    ;({ machine, line } = build())
  }
  function giveCommand(): void {
    const old = pick(random, [...commands.values()])
    const again = old !== undefined && chance(random, 0.3)
    const command = again ? old : someCommand(random, `c${commands.size}`, Math.round(time.now()), machine)
    commands.set(command.id, command)
    exchange.tell(sn, 'cmd', command)
  }

  const end = noon + 8 * minute
  while (time.now() < end) {
    time.advance(untilNext(random, 1 / 4))
    const deed = random()
    if (deed < 0.7) giveCommand()
    else if (deed < 0.8) losePower()
    else if (deed < 0.9) machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
    else line.drop()
  }

  // The network becomes good: every pending message is delivered.
  Object.assign(weather, { loss: 0, duplicate: 0, delayMs: [0, 0], overtaken: 0, dropsPerSecond: 0 })
  time.advance(2 * minute)
  line.drop()
  time.advance(minute)
  return { commands, begun, pieces, heard: exchange.heard, memory }
}

function answersByCommand(heard: readonly Heard[], name: 'ack' | 'result'): Map<string, string[]> {
  const answers = new Map<string, string[]>()
  for (const { envelope } of heard.filter((one) => one.name === name)) {
    const { id, dup: _dup, ...rest } = envelope.data as { id: string; dup?: boolean }
    answers.set(id, [...(answers.get(id) ?? []), JSON.stringify(rest)])
  }
  return answers
}

const twice = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at)

function check({ commands, begun, pieces, heard, memory }: Story): void {
  expect(twice(begun.map(({ id }) => id))).toEqual([])
  expect(twice(pieces.map(({ id, ch, piece }) => `${id} ${ch} ${piece}`))).toEqual([])

  const tooLate = begun.filter(({ id, at }) => {
    const command = commands.get(id)
    return command && at > command.at + command.ttl + clockAccuracyMs
  })
  expect(tooLate).toEqual([])

  const acks = answersByCommand(heard, 'ack')
  const results = answersByCommand(heard, 'result')
  for (const [id, answers] of [...acks, ...results]) expect([id, ...new Set(answers)]).toHaveLength(2)
  const begunIds = new Set(begun.map(({ id }) => id))
  for (const [id, [ack = '{}']] of acks) {
    const { accepted } = JSON.parse(ack) as { accepted: boolean }
    if (accepted) expect([id, results.has(id)]).toEqual([id, true])
    else expect([id, begunIds.has(id), results.has(id)]).toEqual([id, false, false])
  }
  for (const [id, [result = '{}']] of results) {
    const moves = ['dispense', 'testOut'].includes(commands.get(id)?.op ?? '')
    if (moves && (JSON.parse(result) as { ok: boolean }).ok)
      expect([id, begunIds.has(id)]).toEqual([id, true])
  }

  const byNumber = new Map<string, string>()
  for (const { envelope } of heard) {
    if (envelope.mid.endsWith('-will')) continue
    const text = JSON.stringify(envelope)
    expect(byNumber.get(envelope.mid) ?? text).toBe(text)
    byNumber.set(envelope.mid, text)
  }
  expect(memory.outbox).toEqual([])
}

describe('whatever happens to a machine', () => {
  const usual = fc.readConfigureGlobal().numRuns ?? 100
  // 100 on every run, 100,000 on a deep run.
  const numRuns = usual > 100 ? 20 * usual : 100

  test(
    'no command is carried out twice or late, and no result changes',
    { timeout: 30_000 + numRuns * 100 },
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 0 }), (seed) => check(play(seed))),
        { numRuns },
      )
    },
  )

  test('the stories have everything in them that can go wrong', () => {
    const seen = new Set<string>()
    for (let seed = 0; seed < 20; seed += 1)
      for (const { name, envelope } of play(seed).heard) {
        const { ok, why, dup, accepted } = envelope.data as Record<string, string | boolean>
        if (name === 'ack' || name === 'result') seen.add(`${name} ${why ?? accepted ?? ok}`)
        if (dup === true) seen.add('again')
      }
    const expected = [
      'ack true',
      'ack late',
      'ack busy',
      'ack no time',
      'result true',
      'result interrupted',
      'again',
    ]
    expect([...seen]).toEqual(expect.arrayContaining(expected))
  })

  test('a story told again is the same story', () => {
    const tell = (): string => JSON.stringify(play(7).heard)
    expect(tell()).toBe(tell())
  })
})
