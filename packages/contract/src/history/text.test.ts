import { describe, expect, it } from 'vitest'

import type { HistoryLine } from './schemas.ts'
import { argumentsText, historyText, itemText, reasonText } from './text.ts'

const at = '2026-03-01T08:00:00.000Z'
const dispense: Extract<HistoryLine, { kind: 'command' }> = {
  kind: 'command',
  id: '1',
  at,
  command: '9',
  op: 'dispense',
  state: 'failed',
  fault: 'MOTOR',
  why: null,
  attach: '',
  items: [
    { ch: 1, n: 2, ok: true },
    { ch: 2, n: 1, ok: false, fault: 'MOTOR' },
  ],
  username: 'Lin',
  args: {
    items: [
      { ch: 1, n: 2 },
      { ch: 2, n: 1 },
    ],
  },
  finished_at: at,
}

describe('a command in the history', () => {
  it('says what was asked, by whom, and what became of each slot', () => {
    expect(historyText('en-US', dispense)).toEqual({
      title: 'Remote dispense',
      state: { tone: 'bad', word: 'Failed' },
      details: [
        'Slot 1 × 2, Slot 2 × 1',
        'Slot 1: 2 done',
        'Slot 2: Motor fault',
        'Motor fault',
        'Code 402 · MOTOR',
      ],
      who: 'By Lin',
    })
  })

  it('says why it failed, once, in words where there are some', () => {
    const refused = { ...dispense, items: [], why: 'off', fault: null }
    expect(historyText('en-US', refused).details).toContain('The device is switched off')
    const doubled = { ...dispense, items: [], why: 'MOTOR', fault: 'MOTOR' }
    expect(historyText('en-US', doubled).details.filter((text) => text === 'Motor fault')).toHaveLength(1)
    expect(reasonText('en-US', 'valve 7 stuck')).toBe('valve 7 stuck')
    expect(reasonText('en-US', 'toString')).toBe('toString')
  })

  it('waits in its own colour', () => {
    expect(historyText('zh-CN', { ...dispense, state: 'acknowledged' }).state).toEqual({
      tone: 'busy',
      word: '执行中',
    })
  })

  it.each([
    ['testOut', { items: [{ ch: 3, n: 1 }] }, 'Slot 3'],
    ['dispense', { pulses: 5, widthMs: 50, gapMs: 50 }, 'Pulses: 5'],
    ['led', { on: true, color: 'jade green', brightness: 0 }, 'On, Jade green, 0%'],
    ['led', { on: false }, 'Off'],
    ['power', { part: 'machine', on: false }, 'Whole machine, Switch off'],
    ['restart', { part: 'android' }, 'Android'],
    ['setChannels', { count: 40 }, 'Slots: 40'],
    ['resetSlot', { slots: [{ from: 1, to: 5 }] }, '1 → 5'],
    ['refreshSetting', {}, ''],
    ['refreshSetting', { setting: 'lamp_color' }, 'Lamp colour'],
    ['refreshSetting', { setting: 'of a later version' }, 'of a later version'],
    ['rotateKey', { secret: 'never shown here' }, ''],
    ['dispense', { items: 'nonsense' }, ''],
  ])('%s is given with %j', (op, args, text) => {
    expect(argumentsText('en-US', { op, args })).toBe(text)
  })

  it('tells a failure without a reason', () => {
    expect(itemText('en-US', { ch: 4, ok: false })).toBe('Slot 4: failed')
    expect(itemText('en-US', { ch: 4, ok: true })).toBe('Slot 4: done')
  })
})

describe('a fault in the history', () => {
  const fault: HistoryLine = {
    kind: 'fault',
    id: '2',
    at,
    code: 'EYE_BLOCKED',
    channel_sn: 7,
    raw: 'E21',
    cleared_at: null,
  }

  it('names its slot and whether it is still there', () => {
    expect(historyText('en-US', fault)).toEqual({
      title: 'Slot 7: Light eye blocked',
      state: { tone: 'bad', word: 'Ongoing' },
      details: ['Reported as: E21'],
      who: '',
    })
    const whole = historyText('en-US', { ...fault, channel_sn: null, raw: 'EYE_BLOCKED', cleared_at: at })
    expect(whole.title).toBe('Light eye blocked')
    expect(whole.details).toEqual([])
    expect(whole.state?.tone).toBe('good')
  })
})

describe('a change of stock in the history', () => {
  const change: HistoryLine = {
    kind: 'stock',
    id: '3',
    at,
    channel_sn: 12,
    goods: 'Cola',
    reason: 'fill',
    before: 2,
    after: 10,
    username: '',
    orderno: null,
  }

  it('says where, what, from how many to how many, why and who', () => {
    expect(historyText('en-US', change)).toEqual({
      title: 'Filled up',
      details: ['Slot 12, Cola', '2 → 10 (+8)'],
      who: 'By the device',
    })
    const less = historyText('zh-CN', { ...change, goods: null, after: 1, username: '林' })
    expect(less.details).toEqual(['货道 12', '2 → 1（−1）'])
    expect(less.who).toBe('操作人：林')
  })
})
