/**
 * Walks every row of the contract. What is written here holds for calls that do not exist yet: a new call is covered
 * the moment it is added, and an input that this file cannot make stops the test until `samples.ts` knows it.
 */
import { allPermissions, type Call, contract, mayAccess, type Permission } from '@slotwise/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { startApp, type TestApp } from './app.ts'
import {
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  nextAddress,
  testOperation,
  unlock,
} from './factories.ts'
import { makeSamples, type Samples } from './samples.ts'

type Row = { name: string; row: Call }
const rows: Row[] = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => ({ name: `${domain}.${name}`, row: row as Call })),
)
const signedIn = rows.filter(({ row }) => row.access !== 'public')
const label = ({ name }: Row) => name

let app: TestApp
let owner: Merchant
let neighbour: Merchant
let samples: Samples

beforeAll(async () => {
  app = await startApp()
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  samples = await makeSamples(app, owner)
})
afterAll(() => app.close())

/** What moves with every call: sessions, counters, codes, events. */
const comeAndGo = new Set([
  'limit_counter',
  'live_event',
  'operation_sign',
  'session',
  'sms_code',
  'sms_inbox',
  // Waits for its name; nobody else can give it one.
  'upload',
])

/** Everything else that is stored, as text, to see that nothing moved. */
async function everything(): Promise<string> {
  const client = new pg.Client({ connectionString: app.deps.db.url })
  await client.connect()
  try {
    const { rows: all } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    const tables = all.map(({ name }) => name).filter((name) => !comeAndGo.has(name))
    const parts = []
    for (const table of tables) {
      const { rows: found } = await client.query(
        `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
      )
      parts.push(`${table}: ${JSON.stringify(found)}`)
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}

/** What somebody would send to get more than is his. */
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

/** The sample with one field made nonsense, for every field that the schema or the sample has. */
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

/** Signed by who sends it: a sign alone opens nobody else's things. */
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
      // What takes a file has no fields.
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

describe('permission', () => {
  let staff: Map<Permission | 'none', Merchant>

  beforeAll(async () => {
    staff = new Map([['none', await makeStaff(app, owner)]])
    for (const permission of allPermissions)
      staff.set(permission, await makeStaff(app, owner, { permissions: [permission] }))
  })

  test.each(signedIn.map((row) => [label(row), row] as const))(
    '%s: opens to exactly the permissions it names',
    async (_name, { row }) => {
      for (const [permission, user] of staff) {
        const granted = new Set(permission === 'none' ? [] : [permission])
        const expected = mayAccess(row.access, { isMain: false, permissions: granted })
        // A field that no call has: whoever gets past the door is refused for it, and nothing is ever done.
        const { body } = await app.post(row.path, { $nonsense: 1 }, { as: user })
        const passed = body.rcode === 100 || body.rcode === 301
        expect(passed, `${permission} on ${row.path} answered ${body.rcode}`).toBe(expected)
        if (!expected) expect(body.rcode).toBe(row.access === 'main' ? 303 : 300)
      }
    },
  )

  test.each(signedIn.filter(({ row }) => row.sign).map((row) => [label(row), row] as const))(
    '%s: needs a sign',
    async (name, { row }) => {
      // The calls before this one were counted.
      app.clock.advance(61)
      const { sign: _none, ...rest } = samples.of(name) as Record<string, unknown>
      const fields = row.sign === true ? [] : (row.sign ?? [])
      const unsigned = { ...rest, ...Object.fromEntries(fields.slice(0, 1).map((field) => [field, 'x'])) }
      for (const input of [unsigned, { ...unsigned, sign: 'x'.repeat(43) }]) {
        expect((await app.post(row.path, input, { as: owner })).body.rcode).toBe(301)
      }
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
      // A list leaves out what is not the asker's; anything else refuses.
      if (body.rcode === 0) expect(body.result).toEqual({ data: [], count: 0 })
      else expect([100, 101, 302]).toContain(body.rcode)
      expect(await everything()).toBe(before)
    },
  )

  test.each(signedIn.map((row) => [label(row), row] as const))(
    '%s: are known to their owner, so that the samples prove something',
    async (name, { row }) => {
      if (!samples.namesOwnThings(name)) return
      const merchant = await makeMerchant(app)
      const own = await makeSamples(app, merchant)
      const { body } = await app.post(row.path, own.of(name), { as: merchant })
      expect(body.rcode).toBe(0)
      const { count } = body.result as { count?: number }
      if (!row.changes && count !== undefined) expect(count).toBe(1)
    },
  )
})

describe('outside of the stores and devices assigned to somebody', () => {
  let clerk: Merchant
  let hidden: Samples
  const secretName = 'Hidden from the clerk'

  /** Everybody may do everything, in one store of his own; all samples are about another. */
  beforeAll(async () => {
    const merchant = await makeMerchant(app)
    const own = await makeStore(app, merchant)
    clerk = await makeStaff(app, merchant, {
      permissions: allPermissions,
      stores: [own._id],
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
      if (body.rcode === 0) expect(body.result).toEqual({ data: [], count: 0 })
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
