import { codeOf, type CommandStep } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import {
  changeCommands,
  type CommandNews,
  type Commands,
  isFinished,
  isUnsent,
  laterOf,
  linesOf,
  noCommands,
  outcomesBySlot,
  reasonOf,
  stationsOf,
} from './command-state.ts'

const step = (change: Partial<CommandStep> = {}): CommandStep => ({
  command: '7',
  sn: '10000001',
  op: 'dispense',
  state: 'created',
  fault: null,
  why: null,
  attach: '',
  items: [],
  ...change,
})

const after = (...news: CommandNews[]): Commands => news.reduce(changeCommands, noCommands)
const started: CommandNews = { do: 'start', step: step(), asked: [5] }
const news = (change: Partial<CommandStep>): CommandNews => ({ do: 'news', step: step(change) })
const stateOf = (commands: Commands): string | undefined => commands.mine[0]?.step.state

describe('a command', () => {
  test('goes on with its news', () => {
    expect(stateOf(after(started))).toBe('created')
    expect(stateOf(after(started, news({ state: 'sent' }), news({ state: 'acknowledged' })))).toBe(
      'acknowledged',
    )
    expect(stateOf(after(started, news({ state: 'done' })))).toBe('done')
  })

  test('does not go back when old news come late', () => {
    expect(stateOf(after(started, news({ state: 'acknowledged' }), news({ state: 'sent' })))).toBe(
      'acknowledged',
    )
    expect(stateOf(after(started, news({ state: 'done' }), news({ state: 'failed' })))).toBe('done')
    expect(stateOf(after(started, news({ state: 'failed' }), news({ state: 'unknown' })))).toBe('failed')
  })

  test('of which nothing was known any more still takes a late result', () => {
    expect(stateOf(after(started, news({ state: 'unknown' }), news({ state: 'done' })))).toBe('done')
    expect(stateOf(after(started, news({ state: 'expired' }), news({ state: 'failed' })))).toBe('failed')
  })

  test('takes results of slots as they come, and none away', () => {
    const one = step({ state: 'acknowledged', items: [{ ch: 5, ok: true }] })
    const two = step({ state: 'acknowledged', items: [...one.items, { ch: 7, ok: true }] })
    expect(laterOf(one, two)).toBe(two)
    expect(laterOf(two, one)).toBe(two)
  })

  test('at work tells of one more piece of the same slot', () => {
    const one = step({ state: 'acknowledged', items: [{ ch: 5, n: 1, ok: true }] })
    const two = step({ state: 'acknowledged', items: [{ ch: 5, n: 2, ok: true }] })
    expect(laterOf(one, two)).toBe(two)
    expect(laterOf(two, one)).toBe(two)
  })

  test('whose news came before its answer keeps the newer state', () => {
    expect(stateOf(after(news({ state: 'acknowledged' }), started))).toBe('acknowledged')
    expect(after(news({ state: 'acknowledged' }), started).strangers).toEqual([])
  })

  test('of another user is not shown', () => {
    expect(after(news({ state: 'done' })).mine).toEqual([])
    const commands = after(started)
    expect(changeCommands(commands, news({})).mine).toBe(commands.mine)
  })

  test('is one, however often its call is answered, and can be dismissed', () => {
    expect(after(started, started).mine).toHaveLength(1)
    expect(after(started, { do: 'dismiss', command: '7' }).mine).toEqual([])
  })

  test('is finished when nothing is waited for', () => {
    expect(
      ['created', 'sent', 'acknowledged'].some((state) => isFinished(step({ state: state as 'sent' }))),
    ).toBe(false)
    expect(
      ['done', 'failed', 'expired', 'unknown', 'cancelled'].every((state) =>
        isFinished(step({ state: state as 'done' })),
      ),
    ).toBe(true)
  })
})

describe('an earlier command', () => {
  const given = (change: Partial<CommandStep>, asked = [5]) => ({ step: step(change), asked })
  const takeOver = (...these: ReturnType<typeof given>[]): CommandNews => ({ do: 'takeOver', given: these })
  const numbers = (these: Commands['mine']): string[] => these.map(({ step: { command } }) => command)

  test('is followed while it is unfinished, and is past once it has ended', () => {
    const commands = after(
      takeOver(
        given({ command: '10', state: 'acknowledged' }),
        given({ command: '9', state: 'sent' }),
        given({ command: '8', state: 'failed' }),
      ),
    )
    expect(numbers(commands.mine)).toEqual(['10', '9'])
    expect(numbers(commands.past)).toEqual(['8'])
    const later = changeCommands(commands, news({ command: '9', state: 'done' }))
    expect(later.mine.map(({ step: { state } }) => state)).toEqual(['acknowledged', 'done'])
  })

  test('never replaces a newer state of the same command', () => {
    const heard = after(news({ state: 'done' }), takeOver(given({ state: 'acknowledged' })))
    expect(stateOf(heard)).toBe('done')
    expect(stateOf(after(started, news({ state: 'done' }), takeOver(given({ state: 'sent' }))))).toBe('done')
    expect(stateOf(after(started, takeOver(given({ state: 'done' }))))).toBe('done')
  })

  test('does not come back when it was dismissed, but still tells how its slots did', () => {
    const done = given({ state: 'done' })
    const commands = after(
      started,
      news({ state: 'done' }),
      { do: 'dismiss', command: '7' },
      takeOver(done),
      takeOver(done),
    )
    expect(commands.mine).toEqual([])
    expect(numbers(commands.past)).toEqual(['7'])
    expect(outcomesBySlot(commands.past).get(5)).toEqual({ is: 'worked' })
  })

  test('tells less than a later command of another place in the list', () => {
    const before = [given({ command: '9', state: 'failed' }), given({ command: '10', state: 'done' })]
    expect(outcomesBySlot(before).get(5)).toEqual({ is: 'worked' })
  })
})

describe('the way of a command', () => {
  const way = (change: Partial<CommandStep>): string =>
    stationsOf(step(change))
      .map(({ state, is }) => (is === 'now' ? `[${state}]` : is === 'ahead' ? `(${state})` : state))
      .join(' ')

  test.each([
    [{ state: 'created' }, '[created] (sent) (acknowledged) (done)'],
    [{ state: 'acknowledged' }, 'created sent [acknowledged] (done)'],
    [{ state: 'done' }, 'created sent acknowledged [done]'],
    [{ state: 'expired', fault: 'CTRL_TIMEOUT' }, 'created sent [expired]'],
    [{ state: 'expired', fault: 'NETWORK' }, 'created [expired]'],
    [{ state: 'cancelled' }, 'created [cancelled]'],
    [{ state: 'unknown' }, 'created sent acknowledged [unknown]'],
    [{ state: 'failed', why: 'busy' }, 'created sent [failed]'],
    [{ state: 'failed', why: 'interrupted' }, 'created sent acknowledged [failed]'],
    [{ state: 'failed', fault: 'MOTOR' }, 'created sent acknowledged [failed]'],
  ] as const)('%o', (change, expected) => {
    expect(way(change)).toBe(expected)
  })
})

test('only a command that was never sent has surely done nothing', () => {
  expect(isUnsent(step({ state: 'expired', fault: 'NETWORK' }))).toBe(true)
  expect(isUnsent(step({ state: 'expired', fault: 'CTRL_TIMEOUT' }))).toBe(false)
  expect(isUnsent(step({ state: 'failed', fault: 'NETWORK' }))).toBe(false)
})

test('the code of a failure is its number, with the name that the machine has for it', () => {
  expect(codeOf({ fault: 'MOTOR', why: 'stuck' })).toBe('402 · MOTOR')
  expect(codeOf({ fault: null, why: 'busy' })).toBe('402 · busy')
  expect(codeOf({ fault: null, why: 'only 30 found' })).toBe('402')
  expect(codeOf({ fault: null, why: null })).toBe('402')
})

describe('the reason', () => {
  test('is a fault, a refusal, or the words of the machine', () => {
    expect(reasonOf({ fault: 'MOTOR', why: 'stuck' })).toEqual({ kind: 'fault', code: 'MOTOR' })
    expect(reasonOf({ fault: null, why: 'busy' })).toEqual({ kind: 'refusal', why: 'busy' })
    expect(reasonOf({ fault: null, why: 'only 30 found' })).toEqual({ kind: 'text', text: 'only 30 found' })
    expect(reasonOf({ fault: 'E17', why: null })).toEqual({ kind: 'text', text: 'E17' })
    expect(reasonOf({ fault: null, why: 'toString' })).toEqual({ kind: 'text', text: 'toString' })
    expect(reasonOf({ fault: null, why: null })).toBeUndefined()
  })
})

test('pieces of a slot that went the same way are one line', () => {
  const items = [
    { ch: 5, ok: true },
    { ch: 5, n: 2, ok: true },
    { ch: 5, n: 1, ok: false, fault: 'MOTOR' },
  ]
  expect(linesOf(items).map(({ ch, n, ok }) => [ch, n, ok])).toEqual([
    [5, 3, true],
    [5, 1, false],
  ])
})

describe('the outcome of a slot', () => {
  const outcome = (change: Partial<CommandStep>) =>
    outcomesBySlot([{ step: step(change), asked: [5] }]).get(5)

  test('is waited for until the machine speaks of it', () => {
    expect(outcome({ state: 'acknowledged' })).toEqual({ is: 'waiting' })
    expect(outcome({ state: 'acknowledged', items: [{ ch: 5, ok: true }] })).toEqual({ is: 'worked' })
  })

  test('is bad when some of it was', () => {
    const items = [
      { ch: 5, n: 2, ok: true },
      { ch: 5, n: 1, ok: false, fault: 'MOTOR' },
    ]
    expect(outcome({ state: 'failed', items })).toEqual({
      is: 'failed',
      reason: { kind: 'fault', code: 'MOTOR' },
    })
  })

  test('is that of the whole when the machine has not named the slot', () => {
    expect(outcome({ state: 'failed', why: 'interrupted' })).toEqual({
      is: 'failed',
      reason: { kind: 'refusal', why: 'interrupted' },
    })
    expect(outcome({ state: 'failed', fault: 'BOARD_COMM' })).toEqual({
      is: 'failed',
      reason: { kind: 'fault', code: 'BOARD_COMM' },
    })
    expect(outcome({ state: 'done' })).toEqual({ is: 'worked' })
  })

  test.each([
    { state: 'failed', why: 'off' },
    { state: 'failed', why: 'busy' },
    { state: 'failed', why: 'late' },
    { state: 'expired', fault: 'NETWORK' },
  ] as const)('is not known by %o: nothing was tried, and what was found before holds', (change) => {
    expect(outcome(change)).toBeUndefined()
    const commands = [
      { step: step({ command: '8', ...change }), asked: [5] },
      { step: step({ state: 'done' }), asked: [5] },
    ]
    expect(outcomesBySlot(commands).get(5)).toEqual({ is: 'worked' })
  })

  test('is unclear when the machine may or may not have acted', () => {
    expect(outcome({ state: 'unknown' })).toEqual({ is: 'unclear' })
    expect(outcome({ state: 'expired', fault: 'CTRL_TIMEOUT' })).toEqual({ is: 'unclear' })
    expect(outcome({ state: 'cancelled' })).toEqual({ is: 'unclear' })
  })

  test('is that of the latest command', () => {
    const mine = [
      { step: step({ command: '8', state: 'done' }), asked: [5] },
      { step: step({ state: 'failed' }), asked: [5, 6] },
    ]
    expect(outcomesBySlot(mine).get(5)).toEqual({ is: 'worked' })
    expect(outcomesBySlot(mine).get(6)).toEqual({ is: 'failed', reason: undefined })
  })
})
