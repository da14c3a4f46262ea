import { defaultSettings, type Device, DeviceEdit, DevicesEdit, settingsOf } from '@slotwise/contract'
import { describe, expect, it } from 'vitest'

import { exampleDevice } from '../../../entities/device/example-device.ts'
import {
  type BatchValues,
  changedSettings,
  commonSettings,
  editedDevice,
  editOf,
  editOfMany,
  groupsOf,
  hasSettings,
  takenSettings,
  valuesOf,
} from './settings-values.ts'

const lipstick: Device = { ...exampleDevice, type: 'lipstick' }

describe('settings that types have in common', () => {
  it('are all of one type', () => {
    expect(commonSettings(['lipstick'])).toEqual(settingsOf('lipstick'))
  })

  it('leave out settings that one of the types lacks', () => {
    expect(commonSettings(['vending', 'gashapon'])).not.toContain('ad_mode')
    expect(commonSettings(['vending', 'lipstick'])).not.toContain('game_mode')
    expect(commonSettings(['vending', 'lipstick'])).toContain('lamp_color')
  })

  it('are custom settings only where a pulse machine is among them', () => {
    expect(commonSettings(['pulse', 'vending', 'lipstick'])).toEqual(['extend'])
  })
})

describe('groups of settings', () => {
  it('have every setting of a type once, and no group is empty', () => {
    const groups = groupsOf(settingsOf('lipstick'))
    expect(groups.flatMap(({ settings }) => settings).toSorted()).toEqual(settingsOf('lipstick').toSorted())
    expect(groupsOf(settingsOf('pulse'))).toEqual([{ group: 'extend', settings: ['extend'] }])
  })
})

describe('saving the settings of a device', () => {
  it('sends what was changed and nothing else', () => {
    const values = { ...valuesOf(lipstick), title: 'At the door', lamp_color: 'red' as const }
    expect(changedSettings(values, lipstick)).toEqual({
      sn: lipstick.sn,
      rev: lipstick.rev,
      title: 'At the door',
      lamp_color: 'red',
    })
  })

  it('asks for one game price when all slots shall have one', () => {
    const input = changedSettings({ ...valuesOf(lipstick), same_gp: true }, lipstick)
    expect(input).toHaveProperty('game_price', null)
    expect(DeviceEdit.safeParse(input).success).toBe(false)
    expect(DeviceEdit.safeParse({ ...input, game_price: 500 }).success).toBe(true)
  })

  it('keeps the present rate of all slots while no other is typed', () => {
    const device = { ...lipstick, same_pb: true }
    expect(changedSettings(valuesOf(device), device)).not.toHaveProperty('rate')
    expect(changedSettings({ ...valuesOf(device), rate: 12.5 }, device)).toHaveProperty('rate', 12.5)
    expect(changedSettings({ ...valuesOf(device), same_pb: false, rate: 5 }, device)).not.toHaveProperty(
      'rate',
    )
  })
})

describe('the power timer', () => {
  const timed: Device = { ...exampleDevice, power_ctrl: true }
  const wrongIn = (device: Device, change: object) =>
    editOf(device)
      .safeParse({ sn: device.sn, ...change })
      .error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? []

  it('does not switch on and off at the same time, whichever of the two is changed', () => {
    const wrong = ['power_on v:sameTimes', 'power_off v:sameTimes']
    expect(wrongIn(timed, { power_off: timed.power_on })).toEqual(wrong)
    expect(wrongIn(timed, { power_on: timed.power_off })).toEqual(wrong)
    expect(wrongIn(timed, { power_on: '07:00' })).toEqual([])
  })

  it('may hold anything while it is off', () => {
    const off = { ...timed, power_ctrl: false }
    expect(wrongIn(off, { power_off: timed.power_on })).toEqual([])
    expect(wrongIn(off, { power_off: timed.power_on, power_ctrl: true })).toHaveLength(2)
  })
})

describe('changing many devices', () => {
  it('does not switch the first of them on and off at the same time, as far as the form can say so', () => {
    const timed: Device = { ...exampleDevice, power_ctrl: true }
    const wrongIn = (change: object) =>
      editOfMany(timed)
        .safeParse({ sns: [timed.sn], ...change })
        .error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? []
    expect(wrongIn({ power_off: timed.power_on })).toEqual(['power_off v:sameTimes'])
    expect(wrongIn({ power_on: '07:00', power_off: '07:00' })).toEqual([
      'power_on v:sameTimes',
      'power_off v:sameTimes',
    ])
    expect(wrongIn({ power_ctrl: false, power_off: timed.power_on })).toEqual([])
    expect(wrongIn({ lamp_brightness: 5 })).toEqual([])
  })

  const values: BatchValues = { ...defaultSettings, store: null, game_price: null, rate: null, take: {} }

  it('sends the ticked settings, even if they are empty', () => {
    const input = takenSettings({ ...values, take: { store: true, lamp_style: true } }, ['1', '2'])
    expect(input).toEqual({ sns: ['1', '2'], store: null, lamp_style: defaultSettings.lamp_style })
    expect(DevicesEdit.safeParse(input).success).toBe(true)
  })

  it('asks for the value that a switch needs', () => {
    const input = takenSettings({ ...values, same_pb: true, take: { same_pb: true } }, ['1'])
    expect(input).toEqual({ sns: ['1'], same_pb: true, rate: null })
    expect(DevicesEdit.safeParse(input).success).toBe(false)
  })
})

describe('thresholds in the form of a device', () => {
  const low = { mode: 'pieces', value: 2 } as const

  it('are sent beside the settings, which may be unchanged', () => {
    const input = editedDevice({ ...valuesOf(lipstick), low, offline_minutes: null }, lipstick)
    expect(input).toEqual({ sn: lipstick.sn, rev: lipstick.rev, low, offline_minutes: null })
    const { low: _low, offline_minutes: _minutes, ...edit } = editOf(lipstick).parse(input)
    expect(hasSettings(edit)).toBe(false)
    expect(hasSettings({ ...edit, title: 'At the door' })).toBe(true)
  })

  it('are judged by their rules, and absent for users who do not see them', () => {
    const input = editedDevice(valuesOf(lipstick), lipstick)
    expect(editOf(lipstick).safeParse(input).success).toBe(true)
    const wrong = editOf(lipstick).safeParse({ ...input, low: { mode: 'share', value: 95 } })
    expect(wrong.error?.issues.map(({ path }) => path)).toEqual([['low', 'value']])
  })
})
