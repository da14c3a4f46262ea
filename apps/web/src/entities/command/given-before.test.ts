import type { HistoryLine } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { givenBefore } from './given-before.ts'

const line = (op: string, args: Record<string, unknown> = {}): HistoryLine => ({
  kind: 'command',
  id: '3',
  at: '2026-03-01T09:00:00.000Z',
  command: '7',
  op,
  state: 'acknowledged',
  fault: null,
  why: null,
  attach: '',
  items: [{ ch: 5, n: 1, ok: true }],
  username: 'anna',
  args,
  finished_at: null,
})
const sn = '10000001'

describe('commands that the history knows', () => {
  test('are as if they had been given here', () => {
    const [dispense] = givenBefore([line('dispense', { items: [{ ch: 5, n: 2 }] })], sn, 'remote')
    expect(dispense).toEqual({
      step: {
        command: '7',
        sn,
        op: 'dispense',
        state: 'acknowledged',
        fault: null,
        why: null,
        attach: '',
        items: [{ ch: 5, n: 1, ok: true }],
      },
      asked: [5, 5],
      power: undefined,
    })
  })

  test('are those of their place', () => {
    const lines = ['dispense', 'testOut', 'restart', 'setChannels', 'resetSlot', 'rotateKey'].map((op) =>
      line(op),
    )
    const ops = (place: 'remote' | 'test' | 'init') =>
      givenBefore(lines, sn, place).map(({ step }) => step.op)
    expect(ops('remote')).toEqual(['dispense', 'restart'])
    expect(ops('test')).toEqual(['testOut'])
    expect(ops('init')).toEqual(['setChannels', 'resetSlot'])
  })

  test.each([
    [
      'testOut',
      {
        items: [
          { ch: 1, n: 1 },
          { ch: 4, n: 1 },
        ],
      },
      'test',
      [1, 4],
    ],
    ['dispense', { pulses: 3 }, 'remote', [1, 1, 1]],
    ['resetSlot', { slots: [{ from: 2, to: 9 }] }, 'init', [2]],
    ['setChannels', { count: 40 }, 'init', []],
  ] as const)('%s asks for its slots', (op, args, place, asked) => {
    expect(givenBefore([line(op, args)], sn, place)[0]?.asked).toEqual(asked)
  })

  test.each([
    ['restart', { part: 'android' }, { dev: 'android', motion: 'restart' }],
    ['power', { part: 'machine', on: false }, { dev: 'machine', motion: 'off' }],
    ['power', { part: 'machine', on: true }, { dev: 'machine', motion: 'on' }],
    ['power', {}, undefined],
  ] as const)('%s %o says what was switched', (op, args, power) => {
    expect(givenBefore([line(op, args)], sn, 'remote')[0]?.power).toEqual(power)
  })
})
