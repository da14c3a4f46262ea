import type { CommandState } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { CallError } from '../../lib/client.ts'
import { noCommands, type Tracked } from './command-state.ts'
import { commandPersistence, setbackPersistence } from './command-persistence.ts'

/** The value as it comes back from the browser's storage. */
const stored = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

describe('over a reload', () => {
  test('a refusal keeps its message, its code and the lost request', () => {
    const error = new CallError('The device is offline', { kind: 'answer', rcode: 400, requestId: 'r1' })
    const lost = { mark: 'k', asked: [1, 1] }
    const again = setbackPersistence.load(stored(setbackPersistence.save({ error, lost })))
    expect(again).toEqual({ error, lost })
    expect(again?.error).toBeInstanceOf(CallError)
    expect(again?.error).toMatchObject({ message: 'The device is offline', rcode: 400, kind: 'answer' })
    expect(setbackPersistence.save(null)).toBeUndefined()
  })

  test('unfinished and failed commands stay, successful ones do not', () => {
    const given = (command: string, state: CommandState): Tracked => ({
      step: { command, sn: '10000001', op: 'dispense', state, fault: null, why: null, attach: '', items: [] },
      asked: [5],
    })
    const mine = [given('9', 'failed'), given('8', 'done'), given('7', 'sent')]
    const again = commandPersistence.load(stored(commandPersistence.save({ ...noCommands, mine })))
    expect(again).toEqual({ ...noCommands, mine: [mine[0], mine[2]] })
    expect(commandPersistence.save({ ...noCommands, mine: [given('8', 'done')] })).toBeUndefined()
  })

  test('unreadable content is ignored', () => {
    expect(setbackPersistence.load({ message: 1 })).toBeUndefined()
    expect(commandPersistence.load('x')).toBeUndefined()
    expect(commandPersistence.load(undefined)).toBeUndefined()
  })
})
