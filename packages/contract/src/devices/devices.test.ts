import { describe, expect, test } from 'vitest'

import {
  adModes,
  buyModes,
  capabilities,
  DeviceEdit,
  DeviceFilter,
  faultCodes,
  type FaultCode,
  failureText,
  faultText,
  faultWords,
  gameModes,
  gamePackages,
  lampColors,
  lampStyles,
  locales,
  type MachineType,
  machineTypes,
  settingsOf,
  TestOut,
  winningModes,
} from '../index.ts'

describe('the types of machine', () => {
  const power = ['power_ctrl', 'power_on', 'power_off']
  const lamp = ['lamp_ctrl', 'lamp_color', 'lamp_brightness', 'lamp_style']
  test.each([
    ['gashapon', 'gpm', 60, 'motor', [...power, 'same_pb', 'probability', 'channel_x', ...lamp]],
    ['vending', 'vm', 100, 'motor', [...power, 'ad_mode', 'channel_x', ...lamp]],
    [
      'lipstick',
      'lpk',
      60,
      'door',
      [
        'buy_mode',
        ...power,
        'same_gp',
        'same_pb',
        'game_package',
        'probability',
        'game_black',
        'game_mode',
        'ad_mode',
        'channel_x',
        ...lamp,
      ],
    ],
    ['pulse', 'mc', 1, 'pulses', []],
    ['single', 'vm', 1, 'motor', [...power, ...lamp]],
    ['luckybag', 'fdj', 60, 'motor', [...power, 'same_pb', 'probability', 'ad_mode', 'channel_x', ...lamp]],
    ['betelnut', 'blj', 60, 'motor', [...power, 'ad_mode', 'channel_x', ...lamp]],
    ['lattice', 'gzj', 200, 'door', [...power, 'ad_mode', 'channel_x', ...lamp]],
    ['osm', 'vm', 100, 'motor', [...power, 'ad_mode', 'channel_x', ...lamp]],
  ] as const)(
    '%s: business %s, up to %d slots, %s, and its settings',
    (type, business, slots, moves, settings) => {
      expect(capabilities[type]).toMatchObject({ business, slots, moves })
      expect(settingsOf(type).toSorted()).toEqual([...settings, 'extend'].toSorted())
    },
  )

  test('are nine', () => {
    expect(machineTypes).toHaveLength(9)
  })
})

test('settings have the values of the specification', () => {
  expect(buyModes).toEqual(['buy', 'game', 'both'])
  expect(gamePackages).toEqual(['local flying knife', 'local lipstick', 'H5 flying knife', 'H5 lipstick'])
  expect(winningModes).toEqual(['random', 'fixed'])
  expect(adModes).toEqual(['none', 'local', 'internet', 'game video'])
  expect(gameModes).toEqual(['test', 'easy', 'entry', 'normal', 'hard', 'extreme'])
  expect(lampColors).toEqual([
    'yellow',
    'green',
    'red',
    'pink',
    'blue',
    'orchid red',
    'purple',
    'jade green',
    'random',
  ])
  expect(lampStyles).toEqual([
    'breathe',
    'rainbow 1',
    'rainbow 2',
    'marquee',
    'slow blink',
    'fast blink',
    'gradual',
    'constant',
  ])
})

const problem = (schema: typeof DeviceFilter, input: object) =>
  schema.safeParse(input).error?.issues[0]?.message

test('a serial number has digits only', () => {
  expect(problem(DeviceFilter, { sn: '12a' })).toBe('v:sn')
  expect(problem(DeviceFilter, { sn: '12' })).toBeUndefined()
})

test('a test takes one slot or several, and at least one', () => {
  const rest = { sn: '1', sign: 'x' }
  expect(TestOut.parse({ ...rest, road: 3 }).road).toEqual([3])
  expect(TestOut.parse({ ...rest, road: [3, 4, 3] }).road).toEqual([3, 4])
  expect(JSON.stringify(TestOut.safeParse({ ...rest, road: [] }).error)).toContain('v:chooseSlot')
  expect(JSON.stringify(TestOut.safeParse(rest).error)).toContain('v:chooseSlot')
})

test.each([
  'secret',
  'PASSWORD',
  'mqtt_url',
  '__proto__',
  'adb',
  'server_url',
  'wifi_password',
  'mqttHost',
  'serverUrl',
  'apiKey',
  'APIKeys',
  'adbEnable',
  'updateUrl',
  'url1',
  'passwords',
  'reboot_at',
  'gateway',
  'endpoint',
  'debugMode',
  'game_price',
  'lamp_style',
  'slots',
  'SLOTS',
  'Title',
  'gamePrice',
  'qty',
  'toString',
  'hasOwnProperty',
  'hostname',
  'baseurl',
  'otaurls',
  'apiURLs',
  'IPs',
  'privatekey',
  'ipaddr',
  'portno',
  'bootloader',
  'sshd',
  'topicprefix',
  'restart_at',
  'factoryReset',
  'login.name',
  'device_id',
  'clientId',
  'su',
  'eval',
  '1st',
  'a b',
])('a custom setting is not called %s', (key) => {
  expect(DeviceEdit.safeParse({ sn: '1', extend: [{ key, value: 'x' }] }).success).toBe(false)
})

test.each([
  'motor_ms',
  'supportLine',
  'keyboard',
  'important',
  'dropSensor2',
  'hourly',
  'ghost',
  'codebase',
  'tip_s',
  'name',
])('a custom setting may be called %s', (key) => {
  expect(DeviceEdit.safeParse({ sn: '1', extend: [{ key, value: 'x' }] }).success).toBe(true)
})

test.each(locales)('every fault has words in %s', (locale) => {
  for (const code of faultCodes) expect(faultWords[locale][code]).not.toBe('')
  expect(new Set(Object.values(faultWords[locale])).size).toBe(faultCodes.length)
})

test.each(locales)('every reason of a failed sale has words in %s, one for each machine type', (locale) => {
  for (const type of machineTypes) {
    const texts = faultCodes.map((code) => failureText(locale, type, code))
    expect(texts).not.toContain('')
    expect(new Set(texts).size, type).toBe(faultCodes.length)
  }
})

/** Written from section 8 of the specification, in its order. */
const reasons = [
  ['MOTOR', '电机故障', '馬達故障', 'Motor fault'],
  ['IR_SENSOR', '红外传感器故障', '紅外線感測器故障', 'Infrared sensor fault'],
  ['CTRL_TIMEOUT', '主控回复超时', '主控回覆逾時', 'Controller did not reply in time'],
  ['CONFIRM_TIMEOUT', '出货确认超时', '出貨確認逾時', 'Dispense was not confirmed in time'],
  ['NETWORK', '网络异常', '網路異常', 'Network abnormal'],
  ['OVER_CURRENT', '电机过流', '馬達過電流', 'Over-current'],
  ['UNDER_CURRENT', '电机欠流', '馬達欠電流', 'Under-current'],
  ['DOOR_NOT_OPEN', '柜门未打开', '櫃門未開啟', 'Door did not open'],
  ['CURTAIN_SELFTEST', '光幕自检失败', '光幕自檢失敗', 'Light curtain self-check failed'],
  ['SLOT_OCCUPIED', '货道被占用', '貨道被佔用', 'Slot occupied'],
  ['LOCK', '门锁故障', '門鎖故障', 'Lock fault'],
  ['EYE_BLOCKED', '光眼被遮挡', '光眼被遮擋', 'Light eye blocked'],
  ['BOARD_COMM', '主板通讯异常', '主機板通訊異常', 'Board communication abnormal'],
  ['NOT_TWISTED', '用户未扭蛋', '使用者未扭蛋', 'Customer did not twist the capsule'],
] as const

/** Faults that a machine has beyond those: of its parts, and any other. */
const furtherFaults = [
  ['COIN_MECH', '投币器故障', '投幣器故障', 'Coin mechanism fault'],
  ['NOTE_VALIDATOR', '纸币器故障', '紙鈔機故障', 'Note validator fault'],
  ['DOOR_OPEN', '机门未关', '機門未關', 'Device door open'],
  ['TEMPERATURE', '温度异常', '溫度異常', 'Temperature out of range'],
  ['COMPRESSOR', '压缩机故障', '壓縮機故障', 'Compressor fault'],
  ['TILT', '机器倾斜', '機器傾斜', 'Device tilted'],
  ['OTHER', '其他故障', '其他故障', 'Other fault'],
] as const

test('the reasons of failed sales are the fourteen of the specification, and there are faults of parts', () => {
  const codes = [...reasons, ...furtherFaults].map(([code]) => code)
  expect(codes.toSorted()).toEqual([...faultCodes].toSorted())
  for (const [code, ...texts] of furtherFaults)
    expect((['zh-CN', 'zh-TW', 'en-US'] as const).map((locale) => faultWords[locale][code])).toEqual(texts)
})

test('a fault without a code of its own is named by what the machine says', () => {
  expect(faultText('en-US', { code: 'OTHER', raw: 'fan stuck' })).toBe('Other fault (fan stuck)')
  expect(faultText('zh-CN', { code: 'OTHER', raw: '' })).toBe('其他故障')
  expect(faultText('en-US', { code: 'MOTOR', raw: 'E21' })).toBe('Motor fault')
})
/** Reasons that a machine with compartments or one with capsules words otherwise. */
const otherReasons: Partial<Record<MachineType, Partial<Record<FaultCode, readonly string[]>>>> = {
  lattice: {
    IR_SENSOR: ['格口传感器故障', '格口感測器故障', 'Compartment sensor fault'],
    EYE_BLOCKED: ['格口传感器被遮挡', '格口感測器被遮擋', 'Compartment sensor blocked'],
    CTRL_TIMEOUT: ['锁控板回复超时', '鎖控板回覆逾時', 'Lock controller did not reply in time'],
    CONFIRM_TIMEOUT: ['开门确认超时', '開門確認逾時', 'Opening of the door was not confirmed in time'],
    DOOR_NOT_OPEN: ['格口门未打开', '格口門未開啟', 'Compartment door did not open'],
    LOCK: ['格口锁故障', '格口鎖故障', 'Compartment lock fault'],
    SLOT_OCCUPIED: ['格口被占用', '格口被佔用', 'Compartment still occupied'],
  },
  gashapon: {
    MOTOR: ['扭蛋电机故障', '扭蛋馬達故障', 'Capsule motor fault'],
    IR_SENSOR: ['出蛋传感器故障', '出蛋感測器故障', 'Capsule sensor fault'],
    EYE_BLOCKED: ['出蛋口被遮挡', '出蛋口被遮擋', 'Capsule outlet blocked'],
    CONFIRM_TIMEOUT: ['出蛋确认超时', '出蛋確認逾時', 'The capsule was not confirmed in time'],
    SLOT_OCCUPIED: ['出蛋口有扭蛋未取走', '出蛋口有扭蛋未取走', 'A capsule is still in the outlet'],
  },
}

test.each(reasons)(
  'a sale that failed by %s says %s, %s or %s, or what fits its machine',
  (code, ...usual) => {
    const texts = (type: MachineType) => locales.map((locale) => failureText(locale, type, code))
    for (const type of machineTypes) expect(texts(type), type).toEqual(otherReasons[type]?.[code] ?? usual)
  },
)

test('a locker speaks of compartments, a capsule machine of capsules', () => {
  for (const [type, others] of Object.entries(otherReasons))
    for (const [code, texts] of Object.entries(others))
      expect(
        locales.map((locale) => failureText(locale, type as MachineType, code as FaultCode)),
        `${type} ${code}`,
      ).toEqual(texts)
})
