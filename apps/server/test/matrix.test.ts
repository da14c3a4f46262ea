/**
 * Walks every row of the contract. These tests also hold for future calls: a new call is covered as soon as it is
 * added, and a call without a sample fails the test until `samples.ts` has one. Who may call what is written by
 * hand and tested in `access.test.ts`.
 */
import { allPermissions, type Call, contract } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { testApp } from './app.ts'
import {
  makeArea,
  giveActivity,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  nextAddress,
  testOperation,
  unlock,
} from './factories.ts'
import { asOwner } from './owner.ts'
import { makeSamples, type Samples } from './samples.ts'

type Row = { name: string; row: Call }
const rows: Row[] = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => ({ name: `${domain}.${name}`, row: row as Call })),
)
const signedIn = rows.filter(({ row }) => row.access !== 'public')
const label = ({ name }: Row) => name

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
giveActivity(app, neighbour)
const samples = await makeSamples(app, owner)

/** Tables that change with every call: sessions, counters, codes, events. */
const comeAndGo = new Set([
  'limit_counter',
  'live_event',
  'live_event_counter',
  'operation_sign',
  'session',
  'sms_code',
  'sms_inbox',
  // An upload without a name; only its owner can use it.
  'upload',
])

const emptyRefill = {
  data: [],
  count: 0,
  pieces: 0,
  slots: 0,
  goods: [],
  stores: [],
  areas: [],
  unsized: { slots: 0, devices: 0 },
  undos: [],
}
/** An empty list, one that is read by cursors, a refill list, and an inbox without messages. */
const emptyLists = [
  { data: [], count: 0 },
  { data: [], count: 0, newer: null, older: null },
  { data: [], count: 0, undo: null },
  emptyRefill,
  { unread: 0 },
]

const tables = await asOwner<{ name: string }>(
  app,
  `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
)

/** Prepared, because planning the statement takes longer than running it, and it runs before and after each call. */
const digests = {
  name: 'digests',
  text: tables
    .filter(({ name }) => !comeAndGo.has(name))
    .map(
      ({ name }) => `select '${name}' as table, count(*)::int as rows,
        sum(hashtextextended(t::text, 0)) as digest from ${name} t`,
    )
    .join(' union all '),
}

/** A digest of every other table, to see that nothing has changed. */
const everything = async (): Promise<string> =>
  JSON.stringify((await app.owner.query(digests)).rows, undefined, 1)

/** Fields that an attacker would send to get more rights. */
const smuggled = {
  isMain: true,
  tenant: '1',
  tenant_id: '1',
  account_id: '1',
  sub_userid: '1',
  roleid: '1',
  permissions: ['user.role'],
  scope: { all: true },
}

/** The sample with one invalid field, for every field of the schema or the sample. */
function withWrongField(schema: unknown, sample: object): object[] {
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema
  const known = inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  const fields = new Set([...known, ...Object.keys(sample)])
  return [...fields].flatMap((field) =>
    [{ $gt: '' }, [[]], 'x'.repeat(60_000), '\u0000', '\ud800'].map((value) => ({
      ...sample,
      [field]: value,
    })),
  )
}

/** These answer the sums of their rows, too. */
const withSums = (name: string): boolean =>
  name.startsWith('statistics.') ||
  ['sites.getSites', 'alerts.getAlerts', 'referrers.getReferrer', 'exceptions.getCases'].includes(name)

/** A list without rows, or one with sums in which every figure is zero. */
function expectNothingIn(name: string, result: unknown): void {
  if (!withSums(name)) expect(emptyLists).toContainEqual(result)
  else expect(numbersIn(result).filter((number) => number !== 0)).toEqual([])
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** Adds a sign of the sender: the sign alone must not give access to things of others. */
const signed = async ({ sign }: Call, input: unknown, by: Merchant): Promise<unknown> =>
  sign === true ? { ...(input as object), sign: await unlock(app, by) } : input

describe('every call', () => {
  test('has a path of its own and a sample input', () => {
    expect(new Set(rows.map(({ row }) => row.path)).size).toBe(rows.length)
    for (const { name, row } of rows) expect(row.input.safeParse(samples.of(name)).success, name).toBe(true)
  })

  test.each(signedIn.map((row) => [label(row), row] as const))(
    '%s: without a session answers 604',
    async (name, { row }) => {
      for (const as of [
        undefined,
        { token: '', secret: '' },
        { token: owner.token, secret: neighbour.secret },
        { token: `${owner.token}x`, secret: owner.secret },
      ]) {
        const { status, body } = await app.post(row.path, samples.of(name), { as })
        expect([status, body.rcode]).toEqual([200, 604])
        expect(body.msg).toBe('Login timeout, please log in again')
      }
    },
  )

  test.each(rows.map((row) => [label(row), row] as const))(
    '%s: an unknown field is named and nothing happens',
    async (name, { row }) => {
      const before = await everything()
      const as = row.access === 'public' ? undefined : owner
      const sample = row.upload ? {} : (samples.of(name) as object)
      const { status, body } = await app.post(row.path, { ...smuggled, ...sample }, { as })
      expect([status, body.rcode]).toEqual([200, 100])
      expect(await everything()).toBe(before)
      // A call that takes a file has no fields.
      if (row.upload) return
      const paths = (body.result as { errors: { path: string }[] }).errors.map(({ path }) => path)
      const own = Object.keys(sample)
      expect(paths).toEqual(expect.arrayContaining(Object.keys(smuggled).filter((key) => !own.includes(key))))
    },
  )

  test.each(rows.map((row) => [label(row), row] as const))(
    '%s: values of the wrong type are refused and change nothing',
    async (name, { row }) => {
      const before = await everything()
      const as = row.access === 'public' ? undefined : owner
      const sample = (row.upload ? {} : samples.of(name)) as Record<string, unknown>
      const wrong: unknown[] = [[], 'text', 7, null, true, ...withWrongField(row.input, sample)]
      const { condition } = sample
      if (row.input instanceof z.ZodObject && condition)
        for (const nested of withWrongField(row.input.shape['condition'], condition))
          wrong.push({ ...sample, condition: nested })
      for (const input of wrong) {
        const { status, body } = await app.post(row.path, input, { as, address: nextAddress() })
        expect(status, JSON.stringify(input)?.slice(0, 80)).toBeLessThan(500)
        expect(body.rcode, JSON.stringify(input)?.slice(0, 80)).not.toBe(0)
        expect(body.rcode).not.toBe(900)
      }
      expect(await everything()).toBe(before)
    },
  )
})

describe("another merchant's numbers", () => {
  test.each(signedIn.map((row) => [label(row), row] as const))(
    '%s: are unknown, and nothing of his changes',
    async (name, { row }) => {
      if (!samples.namesOwnThings(name)) return
      const input = await signed(row, samples.of(name), neighbour)
      const before = await everything()
      const { status, body } = await app.post(row.path, input, { as: neighbour })
      expect(status).toBe(200)
      // A list leaves out what does not belong to the caller; any other call refuses.
      if (body.rcode === 0) expectNothingIn(name, body.result)
      else expect([100, 101, 302]).toContain(body.rcode)
      expect(await everything()).toBe(before)
    },
  )
})

describe.each(['store', 'area'] as const)('outside of the %s of the caller', (place) => {
  let clerk: Merchant
  let hidden: Samples
  const secretName = 'Hidden from the clerk'

  /** The clerk has every permission in one store, or in the area of one; all samples are about another store. */
  beforeAll(async () => {
    const merchant = await makeMerchant(app)
    const area = (await makeArea(app, merchant))._id
    const own = await makeStore(app, merchant, { area })
    clerk = await makeStaff(app, merchant, {
      permissions: allPermissions,
      ...(place === 'store' ? { stores: [own._id] } : { areas: [area] }),
      operation: testOperation,
    })
    hidden = await makeSamples(app, merchant, secretName)
  })

  test.each(signedIn.map((row) => [label(row), row] as const))(
    '%s: is refused, and nothing changes',
    async (name, { row }) => {
      if (!hidden.namesScopedThings(name)) return
      const input = await signed(row, hidden.of(name), clerk)
      const before = await everything()
      const { status, body } = await app.post(row.path, input, { as: clerk })
      expect(status).toBe(200)
      if (body.rcode === 0) expectNothingIn(name, body.result)
      else expect([100, 101, 300, 302, 303]).toContain(body.rcode)
      expect(await everything()).toBe(before)
    },
  )

  test.each(signedIn.filter(({ row }) => !row.changes).map((row) => [label(row), row] as const))(
    '%s: shows nothing of it',
    async (name, { row }) => {
      const { body } = await app.post(row.path, hidden.of(name), { as: clerk })
      expect(JSON.stringify(body)).not.toContain(secretName)
    },
  )
})
