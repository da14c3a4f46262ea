import { describe, expect, test } from 'vitest'

import { minute, noon, readyRig } from '../../test/rig.ts'

const hour = 60 * minute

describe('settings', () => {
  test('are applied and their revision said; an older one is not', () => {
    const { machine, tell, heard } = readyRig()
    tell('config', { rev: 3, settings: { lamp_ctrl: true, lamp_color: 'blue', lamp_brightness: 30 } })
    tell('config', { rev: 2, settings: { lamp_ctrl: false } })
    expect(heard('config')).toEqual([{ rev: 3 }])
    expect(machine.memory.lamp).toEqual({ on: true, color: 'blue', brightness: 30 })
    tell('config', { rev: 3, settings: {} })
    expect(heard('config')).toEqual([{ rev: 3 }, { rev: 3 }])
  })

  test('survive a power cut', () => {
    const { machine, tell, heard, connect, hush } = readyRig()
    tell('config', { rev: 3, settings: {} })
    machine.powerCut()
    machine.boot()
    connect()
    hush()
    tell('config', { rev: 2, settings: {} })
    expect(heard('config')).toEqual([])
    expect(machine.memory.config.rev).toBe(3)
  })

  test('of a machine without a merchant replace all others, and nothing is sold until new ones come', () => {
    const { machine, tell, heard } = readyRig()
    tell('config', { rev: 5, settings: { lamp_ctrl: true } })
    tell('config', { rev: 0, settings: {} })
    expect(machine.memory.config).toEqual({ rev: 0, settings: {} })
    expect(machine.wares()).toEqual([])
    expect(machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })).toBe(false)
    tell('config', { rev: 6, settings: {} })
    expect(heard('config')).toEqual([{ rev: 5 }, { rev: 0 }, { rev: 6 }])
    expect(machine.wares()).not.toEqual([])
  })

  test('that are in force already change nothing', () => {
    const { machine, tell, heard } = readyRig()
    tell('config', { rev: 3, settings: { lamp_ctrl: true } })
    machine.memory.lamp.on = false
    tell('config', { rev: 3, settings: { lamp_ctrl: true } })
    expect(machine.memory.lamp.on).toBe(false)
    expect(heard('config')).toEqual([{ rev: 3 }, { rev: 3 }])
  })

  test('that a machine does not know are ignored, and what it cannot do stays as it was', () => {
    const { machine, tell, heard } = readyRig()
    const colors = { lamp_ctrl: true, lamp_color: 'blue', lamp_brightness: 30, lamp_style: 'breathe' }
    tell('config', { rev: 3, settings: colors })
    tell('config', {
      rev: 4,
      settings: { ...colors, lamp_color: 'infrared', lamp_brightness: 101, lamp_style: 'gradual', dance: 1 },
    })
    expect(machine.memory.lamp).toEqual({ on: true, color: 'blue', brightness: 30, style: 'gradual' })
    expect(heard('config')).toEqual([{ rev: 3 }, { rev: 4, unsupported: ['lamp_color', 'lamp_brightness'] }])
  })

  test('wait until a customer is done, and so does the answer', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'wechat' })
    tell('config', { rev: 3, settings: { lamp_ctrl: false } })
    tell('config', { rev: 2, settings: { lamp_ctrl: true } })
    expect(heard('config')).toEqual([])
    tell('order', { reqId: '1-s1', orderNo: 'N1', amount: 5, state: 'paid' })
    time.advance(1_000)
    expect(heard('config')).toEqual([])
    time.advance(minute)
    expect(heard('sale')).toHaveLength(1)
    expect(heard('config')).toEqual([{ rev: 3 }])
    expect(machine.memory.lamp.on).toBe(false)
  })

  test('are applied again when the server asks, and said before the result', () => {
    const { machine, tell, command, published, time, hush } = readyRig()
    tell('config', { rev: 4, settings: { lamp_ctrl: true } })
    machine.memory.lamp.on = false
    hush()
    command('refreshSetting', {})
    time.advance(minute)
    expect(published.map(({ name }) => name).slice(0, 3)).toEqual(['ack', 'config', 'result'])
    expect(machine.memory.lamp.on).toBe(true)
  })
})

describe('what the settings sell', () => {
  const offer = { goods: '8812', title: 'Lipstick 03', price: 1_990, enabled: true }
  const slots = [
    { ...offer, ch: 1 },
    { ...offer, ch: 2, goods: null },
    { ...offer, ch: 3, enabled: false },
    { ...offer, ch: 99 },
  ]

  test('is what is listed, has goods and is open, at the price that is listed', () => {
    const { machine, tell, heard, time } = readyRig({ slots: 4 })
    tell('config', { rev: 2, settings: { slots } })
    expect(machine.wares().map(({ ch }) => ch)).toEqual([1])
    expect(heard('slots')).toMatchObject([
      { full: false, slots: [2, 3, 4].map((ch) => ({ ch, state: 'off' })) },
    ])
    expect(machine.buy({ items: [{ ch: 4, n: 1 }], pay: 'coin' })).toBe(false)
    machine.buy({ items: [{ ch: 1, n: 2 }], pay: 'coin' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ amount: 3_980 }])
  })

  test('stays when they do not speak of slots, and goes with the merchant', () => {
    const { machine, tell } = readyRig({ slots: 4 })
    tell('config', { rev: 2, settings: { slots } })
    tell('config', { rev: 3, settings: {} })
    expect(machine.wares().map(({ ch }) => ch)).toEqual([1])
    tell('config', { rev: 4, settings: { slots: [{ ch: 'one' }] } })
    expect(machine.wares().map(({ ch }) => ch)).toEqual([1])
    tell('config', { rev: 0, settings: {} })
    tell('config', { rev: 5, settings: {} })
    expect(machine.wares()).toHaveLength(4)
  })

  test('does not keep a closed slot from obeying', () => {
    const { tell, command, heard, time } = readyRig({ slots: 4 })
    tell('config', { rev: 2, settings: { slots } })
    command('dispense', { items: [{ ch: 3, n: 1 }] })
    time.advance(minute)
    expect(heard('result')).toMatchObject([{ ok: true }])
  })

  test('costs the price of a game where customers play', () => {
    const { machine, tell, heard, time } = readyRig({ type: 'lipstick', slots: 1 })
    tell('config', { rev: 2, settings: { slots: [{ ...offer, ch: 1, gamePrice: 200 }] } })
    machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ amount: 200 }])
  })
})

describe('the hours of a machine', () => {
  const hours = { power_ctrl: true, power_on: '08:00', power_off: '22:30' }

  test('are those of the place that the settings name', () => {
    // Noon at 480 minutes ahead of UTC is four in the morning at 0.
    const { machine, tell } = readyRig()
    tell('config', { rev: 2, settings: { ...hours, utc_offset: 0 } })
    expect(machine.memory.power.machine).toBe(false)
    tell('config', { rev: 3, settings: { ...hours, utc_offset: 480 } })
    expect(machine.memory.power.machine).toBe(true)
  })

  test('switch it off and on by the time of the server, whatever the own clock says', () => {
    // It is noon in both countries.
    const { machine, tell, command, heard, time } = readyRig({ clockErrorMs: 9 * hour })
    tell('config', { rev: 2, settings: hours })
    expect(machine.wares()).not.toEqual([])
    time.advance(noon + 10.5 * hour - time.now() - 1)
    expect(machine.wares()).not.toEqual([])
    time.advance(2)
    expect(machine.wares()).toEqual([])
    command('dispense', { items: [{ ch: 1, n: 1 }] })
    expect(heard('ack')).toMatchObject([{ accepted: false, why: 'off' }])
    time.advance(9.5 * hour)
    expect(machine.wares()).not.toEqual([])
  })

  test('give way to a command until the next change', () => {
    const { machine, tell, command, time } = readyRig()
    tell('config', { rev: 2, settings: { ...hours, power_on: '20:00', power_off: '06:00' } })
    expect(machine.wares()).toEqual([])
    command('power', { part: 'machine', on: true })
    time.advance(minute)
    expect(machine.wares()).not.toEqual([])
    time.advance(18 * hour)
    expect(machine.wares()).toEqual([])
  })

  test('wait for a customer before they switch off', () => {
    const { machine, tell, heard, time } = readyRig()
    tell('config', { rev: 2, settings: hours })
    time.advance(noon + 10.5 * hour - time.now() - 1_000)
    machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ result: 'delivered' }])
    expect(machine.wares()).toEqual([])
  })

  test('that passed without power count when the time is known again', () => {
    const { machine, tell, time, connect } = readyRig({ clockErrorMs: -5 * hour })
    tell('config', { rev: 2, settings: hours })
    machine.powerCut()
    time.advance(11 * hour)
    machine.boot()
    connect()
    expect(machine.wares()).toEqual([])
  })

  test('do not matter to a type without a timer', () => {
    const { machine, tell } = readyRig({ type: 'pulse' })
    tell('config', { rev: 2, settings: { ...hours, power_on: '20:00', power_off: '06:00' } })
    expect(machine.wares()).not.toEqual([])
  })
})
