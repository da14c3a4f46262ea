/**
 * Compares the contract and the running server with a table that was written by hand. Accounts are given their
 * permission by its number, over the calls that a merchant uses, so that a wrong number in the contract shows here.
 */
import { type Call, contract, permissions } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { accessTable, type CallAccess, flagsBeside, permissionTable } from './access-table.ts'
import { type Signed, testApp } from './app.ts'
import { giveActivity, makeMerchant, makeStaff, makeSubUser, signIn } from './factories.ts'
import { makeSamples, type Samples } from './samples.ts'

const rows = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => ({ name: `${domain}.${name}`, row: row as Call })),
)
const label = ({ path }: CallAccess) => path
const signedIn = accessTable.filter(({ caller }) => caller !== 'public')

const app = await testApp()
const owner = await makeMerchant(app)
giveActivity(app, owner)
const unlisted = await makeMerchant(app)

/** A sub-account whose role has this id and no other, made and signed in as a merchant would. */
async function accountWith(id: number): Promise<Signed & { username: string }> {
  const { body } = await app.post(
    '/api/v1/a/addRole',
    { name: `Only ${id}`, note: 'test', perm_detail: String(id) },
    { as: owner },
  )
  expect(body.rcode, `role with ${id}`).toBe(0)
  const { roleid } = body.result as { roleid: string }
  const { sub_username: username } = await makeSubUser(app, owner, { roleid })
  return { username, ...(await signIn(app, username)) }
}

describe('the table of calls', () => {
  test('names every call of the contract, and no other', () => {
    expect(rows.map(({ row }) => row.path).toSorted()).toEqual(accessTable.map(label).toSorted())
  })
})

describe('permission', () => {
  let single: Map<number, Signed & { username: string }>
  let without: Signed

  beforeAll(async () => {
    single = new Map()
    for (const { id } of permissionTable) single.set(id, await accountWith(id))
    without = await makeStaff(app, owner)
  })

  test.each(permissionTable)('$id is $key: $flag, "$name"', async ({ id, key, flag, name }) => {
    const byKey: Record<string, { id: number } | undefined> = permissions
    expect(byKey[key]?.id).toBe(id)

    const { body: who } = await app.post('/api/v1/u/me', {}, { as: single.get(id) })
    const { havePerms } = who.result as { havePerms: Record<string, unknown> }
    expect(grantedFlags(havePerms)).toEqual([flag, ...(flagsBeside[id] ?? [])])

    const { body: tree } = await app.post('/api/v1/a/getPermission', {}, { as: owner })
    const { data } = tree.result as { data: { group: string; items: { id: number; name: string }[] }[] }
    const shown = data.flatMap(({ group, items }) => items.map((item) => ({ group, ...item })))
    expect(shown).toHaveLength(permissionTable.length)
    expect(shown.find((item) => item.id === id)).toMatchObject({ group: flag.split('.')[0], name })
  })

  test('a role takes no id beside these', async () => {
    for (const id of [1019, 1039, 1100, 1104]) {
      const input = { name: `Unknown ${id}`, note: 'test', perm_detail: `1020,${id}` }
      const { body } = await app.post('/api/v1/a/addRole', input, { as: owner })
      expect([body.rcode, body.result]).toMatchObject([100, { errors: [{ path: 'perm_detail' }] }])
    }
  })

  test.each(signedIn.map((call) => [label(call), call] as const))(
    '%s: opens to exactly the permissions of the table',
    async (path, { caller, sign }) => {
      const answers: Record<string, number> = {}
      const expected: Record<string, number> = {}
      // No call has this field: an admitted caller is refused for it, so that no call changes anything.
      const answerTo = async (as: Signed) => (await app.post(path, { $nonsense: 1 }, { as })).body.rcode
      const passed = sign === true ? 301 : 100
      const refused = caller === 'main' || caller === 'activity' ? 303 : 300
      answers['main'] = await answerTo(owner)
      expected['main'] = passed
      answers['main that is not listed'] = await answerTo(unlisted)
      expected['main that is not listed'] = caller === 'activity' ? 300 : passed
      answers['none'] = await answerTo(without)
      expected['none'] = caller === 'signedIn' ? passed : refused
      for (const [id, user] of single) {
        answers[id] = await answerTo(user)
        const has = caller === 'signedIn' || (typeof caller === 'object' && caller.includes(id))
        expected[id] = has ? passed : refused
      }
      expect(answers).toEqual(expected)
    },
  )

  test.each(
    accessTable.filter(({ caller }) => caller === 'public').map((call) => [label(call), call] as const),
  )('%s: needs no session', async (path) => {
    expect((await app.post(path, { $nonsense: 1 })).body.rcode).toBe(100)
  })
})

describe('a sign', () => {
  let samples: Samples
  beforeAll(async () => {
    samples = await makeSamples(app, owner)
  })

  const sampleOf = (path: string): Record<string, unknown> => {
    const name = rows.find(({ row }) => row.path === path)?.name ?? path
    const { sign: _none, ...rest } = samples.of(name) as Record<string, unknown>
    return rest
  }
  const answerTo = async (path: string, input: object) =>
    (await app.post(path, input, { as: owner })).body.rcode

  test.each(signedIn.filter(({ sign }) => sign).map((call) => [label(call), call] as const))(
    '%s: needs one, whatever else is right',
    async (path, { sign }) => {
      const complete = sampleOf(path)
      const sensitive =
        typeof sign === 'object' ? sign.map((field) => ({ ...complete, [field]: 'x' })) : [complete]
      for (const input of sensitive) {
        expect(await answerTo(path, input)).toBe(301)
        expect(await answerTo(path, { ...input, sign: 'x'.repeat(43) })).toBe(301)
      }
    },
  )

  test('is declared by the calls of the table, and by no other', () => {
    const declared = rows.filter(({ row }) => row.sign).map(({ row }) => [row.path, row.sign])
    const expected = accessTable.filter(({ sign }) => sign).map(({ path, sign }) => [path, sign])
    expect(declared.toSorted()).toEqual(expected.toSorted())
  })
})

/** The flags that are true, as `Group.Flag`. */
function grantedFlags(havePerms: Record<string, unknown>): string[] {
  return Object.entries(havePerms).flatMap(([group, value]) => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([flag, has]) => (has === true ? [`${group}.${flag}`] : []))
    return value === true ? [group] : []
  })
}
