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
