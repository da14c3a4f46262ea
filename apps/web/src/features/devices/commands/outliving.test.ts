import type { CommandState } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { CallError } from '../../../lib/client.ts'
import { noCommands, type Tracked } from './command-state.ts'
import { outlivingCommands, outlivingSetback } from './outliving.ts'

/** As if it had been in the browser's storage. */
const stored = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value))

describe('over a reload', () => {
  test('a refusal keeps its words, its code, and what was sought', () => {
    const error = new CallError('The device is offline', { kind: 'answer', rcode: 400, requestId: 'r1' })
    const lost = { mark: 'k', asked: [1, 1] }
    const again = outlivingSetback.load(stored(outlivingSetback.save({ error, lost })))
    expect(again).toEqual({ error, lost })
    expect(again?.error).toBeInstanceOf(CallError)
    expect(again?.error).toMatchObject({ message: 'The device is offline', rcode: 400, kind: 'answer' })
    expect(outlivingSetback.save(null)).toBeUndefined()
  })

  test('commands stay that are under way or have failed; what worked is past', () => {
    const given = (command: string, state: CommandState): Tracked => ({
      step: { command, sn: '10000001', op: 'dispense', state, fault: null, why: null, attach: '', items: [] },
      asked: [5],
    })
    const mine = [given('9', 'failed'), given('8', 'done'), given('7', 'sent')]
    const again = outlivingCommands.load(stored(outlivingCommands.save({ ...noCommands, mine })))
    expect(again).toEqual({ ...noCommands, mine: [mine[0], mine[2]] })
    expect(outlivingCommands.save({ ...noCommands, mine: [given('8', 'done')] })).toBeUndefined()
  })

  test('what cannot be read is nothing', () => {
    expect(outlivingSetback.load({ message: 1 })).toBeUndefined()
    expect(outlivingCommands.load('x')).toBeUndefined()
    expect(outlivingCommands.load(undefined)).toBeUndefined()
  })
})
