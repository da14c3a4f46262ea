/** How times, money and percentages are written on the wire, checked over every field of every call. */
import { expect, test } from 'vitest'
import { z } from 'zod'

import { contract } from './index.ts'

type Node = { [key: string]: unknown }
type Field = { at: string; name: string; schema: Node }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every named field in a JSON schema, however deep. */
function fieldsIn(node: unknown, at: string): Field[] {
  if (!isNode(node)) return []
  const properties = isNode(node['properties']) ? node['properties'] : {}
  const own = Object.entries(properties).map(([name, schema]) => ({ at, name, schema: schema as Node }))
  return [...own, ...Object.values(node).flatMap((child) => fieldsIn(child, at))]
}

const fields = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).flatMap(([call, { input, output }]) => [
    ...fieldsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), `${domain}.${call} input`),
    ...fieldsIn(z.toJSONSchema(output, { unrepresentable: 'any' }), `${domain}.${call} output`),
  ]),
)

/** What a field can hold besides null. */
const kindsOf = (schema: Node): Node[] => {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Node[] | undefined
  return (choices ?? [schema]).filter((one) => one['type'] !== 'null')
}
/** Fields with such a name that are not written as the others. Returns none where `otherMeanings` lists them. */
const odd = (names: RegExp, isRight: (schema: Node) => boolean, otherMeanings: readonly string[] = []) => {
  const named = fields.filter(({ at, name }) => names.test(name) && !otherMeanings.includes(`${at} ${name}`))
  expect(named.length).toBeGreaterThan(5)
  return named
    .filter(({ schema }) => !kindsOf(schema).every(isRight))
    .map(({ at, name, schema }) => `${at} ${name}: ${JSON.stringify(schema).slice(0, 80)}`)
}
const isNumber = ({ type }: Node): boolean => [type].flat().includes('number')
const isInteger = ({ type, items }: Node): boolean =>
  type === 'integer' || (type === 'array' && isNode(items) && isInteger(items))

test('moments are ISO 8601 in UTC, days yyyy-mm-dd, and times of day HH:mm', () => {
  expect(odd(/(^|_)at$|^since$/, ({ format }) => format === 'date-time')).toEqual([])
  const noDays = [
    'slots.copyChannels input from',
    'commands.resetId input from',
    'commands.resetId input to',
    'overview.overview input day',
    // The machine that takes the place of another one.
    'machines.previewReplace input to',
    'machines.previewReplace output to',
    'machines.replaceDev input to',
  ]
  expect(odd(/_date$|^day$|^from$|^to$/, ({ format }) => format === 'date', noDays)).toEqual([])
  const clock = '^([01]\\d|2[0-3]):[0-5]\\d$'
  expect(odd(/^power_(on|off)$|^(start|end)_notify$|^clock$/, ({ pattern }) => pattern === clock)).toEqual([])
  expect(z.iso.datetime().safeParse('2026-11-17T08:00:00+08:00').success).toBe(false)
})

test('money is whole cents', () => {
  const money =
    /price$|_fee$|^fee$|_amt$|^amount$|^income$|^refunded$|^balance$|_rent$|^perHour$|^perDay$|^taken$|^due$/
  expect(odd(money, isInteger)).toEqual([])
})

test('percentages are numbers with at most two decimals', () => {
  const percentages = fields.filter(({ name }) => /^(rate|coo_share|failRate|.*Rate)$/.test(name))
  expect(percentages.length).toBeGreaterThan(10)
  expect(
    percentages
      .filter(({ schema }) => !kindsOf(schema).every(isNumber))
      .map(({ at, name }) => `${at} ${name}`),
  ).toEqual([])
  const { addStore } = contract.regions
  const share = (coo_share: number) => addStore.input.safeParse({ store_name: 'S', coo_share }).success
  expect([0, 12.5, 33.33, 100].map(share)).toEqual([true, true, true, true])
  expect([-1, 12.345, 100.01].map(share)).toEqual([false, false, false])
})

/** The fields of the specification (section 3), by a call that has them. Written by hand, odd spellings included. */
const specified: Readonly<Record<string, string>> = {
  'account.login': 'username password token secret isMain havePerms exp custom',
  'account.signUp': 'mchName country phone password business sign code agent',
  'regions.getArea': '_id area_name phone area_address remarks',
  'regions.getStore':
    '_id store_name phone store_address remarks area auto_refund manager coo_start_date coo_end_date customer_no mode coo_mode',
  'devices.getDev':
    'sn title type area store merchant_id buy_mode power_ctrl power_on power_off same_gp same_pb game_package probability game_black ad_mode game_mode channel_x lamp_ctrl lamp_color lamp_brightness lamp_style extend signal',
  'slots.getDevChannel': 'channel_sn quantity max price',
  'goods.getGoods': 'goods_id title price description tags code sales',
  'bills.getBuyBill': 'orderno status client total_price goods dev_type canRefund refunded remarks create_at',
  'payments.getPayBill': 'order_no cardno merchant_order status client',
  'bills.refund': 'orderno part_refund refund_fee remarks',
  'bankcards.addBank':
    'mch_name person telephone bank_code bank bank_branch bank_province bank_city bank_no acct_name acct_no acct_cert_type acct_cert_no cert_start_date cert_expire_date acct_mobile',
  'bankcards.addBankImg': 'id_card_z id_card_f bank_z bank_f hold_id_card',
  'funds.getFunds':
    'merchant_id acct_no_encry acct_name stort_name bank_code bank_branch balance not_settle_amt settled_amt settling_amt',
  'funds.getSettle': 'amount status date',
  'staff.addSubUser': 'sub_username nickname password oper_pwd roleid all_device store phone',
  'staff.getSubUser': 'sub_userid',
  'staff.getRole': 'roleid name note perm_detail',
  'notify.getNotifyList':
    'notify_id notice not_disture start_notify end_notify permission all_device store remarks',
  'notify.getNotifyBindUrl': 'bind_url',
}

test('fields have the names of the specification, odd spellings included', () => {
  const missing = Object.entries(specified).flatMap(([call, names]) => {
    const known = new Set(
      fields.filter(({ at }) => at === `${call} input` || at === `${call} output`).map(({ name }) => name),
    )
    return names
      .split(' ')
      .filter((name) => !known.has(name))
      .map((name) => `${call} ${name}`)
  })
  expect(missing).toEqual([])
})

/** Calls that may take longer than the client waits, and what their answer names: the command or the job to follow. */
const receipts: Readonly<Record<string, string>> = {
  'commands.remoteOuting': 'command',
  'commands.testOut': 'command',
  'commands.switchLED': 'command',
  'commands.power': 'command',
  'commands.refreshSetting': 'command',
  'commands.setChannelNum': 'command',
  'commands.resetId': 'command',
  'reports.report': 'job',
}

test('calls that may outlast the client answer with a receipt', () => {
  const exports = Object.entries(contract).flatMap(([domain, table]) =>
    Object.keys(table)
      .filter((call) => call.startsWith('export'))
      .map((call) => [`${domain}.${call}`, 'job'] as const),
  )
  expect(exports.length).toBeGreaterThan(15)
  const answers = new Set(fields.map(({ at, name }) => `${at} ${name}`))
  const without = [...Object.entries(receipts), ...exports].filter(
    ([call, name]) => !answers.has(`${call} output ${name}`),
  )
  expect(without).toEqual([])
})

test('no field names the tenant; a payout account is called merchant_id', () => {
  expect(fields.filter(({ name }) => /tenant/i.test(name))).toEqual([])
  const payout = fields.filter(({ at, name }) => at.startsWith('regions.') && name === 'merchant_id')
  expect(payout.length).toBeGreaterThan(0)
})
