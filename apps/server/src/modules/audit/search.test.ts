/** A search of the audit that takes longer than a call may. */
import { auditCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { holdTable } from '../../../test/hold-table.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
let owner: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app)
})

async function storeLine(who: Merchant, name: string, at: Date): Promise<void> {
  await asOwner(app, `select add_month('audit', $1::date)`, [at])
  await asOwner(
    app,
    `insert into audit (tenant_id, at, account_id, username, address, request_id, call, object, object_id, after)
     values ($1, $2, $3, 'u', '', 'r', 'addArea', 'area', '7', $4)`,
    [who.tenantId, at, who.accountId, JSON.stringify({ area_name: name })],
  )
}

test('a search that is not at its end in time shows what it found, and goes on from there', async () => {
  const neighbour = await makeMerchant(app)
  const monthsAgo = (months: number): Date => new Date(app.clock.now.getTime() - months * 30 * 86_400_000)
  for (const [who, name, months] of [
    [owner, 'Harbour 1', 0],
    [owner, 'Harbour 2', 2],
    [owner, 'Harbour 3', 9],
    [owner, 'Station', 9],
    [neighbour, 'Harbour 4', 9],
  ] as const)
    await storeLine(who, name, monthsAgo(months))
  const month = monthsAgo(9).toISOString().slice(0, 7).replace('-', '_')
  const barrier = await holdTable(app, `audit_${month}`)
  const search = async (cursor?: string) =>
    (
      await app.call(
        auditCalls.getAudit,
        { condition: { q: 'harbour' }, ...(cursor && { cursor }) },
        { as: owner },
      )
    ).body.result
  const first = await search()
  await barrier.letGo()
  expect(first.data.map(({ after }) => after)).toEqual([
    { area_name: 'Harbour 1' },
    { area_name: 'Harbour 2' },
  ])
  const { searchedTo = '', older } = first
  expect(Date.parse(searchedTo)).toBeLessThan(monthsAgo(2).getTime())
  expect(Date.parse(searchedTo)).toBeGreaterThan(monthsAgo(9).getTime())
  const rest = await search(older ?? '')
  expect(rest).toMatchObject({ data: [{ after: { area_name: 'Harbour 3' } }], older: null })
  expect(rest.searchedTo).toBeUndefined()
  // Back again, also while the old lines cannot be read in time.
  const again = await holdTable(app, `audit_${month}`)
  const back = await search(rest.newer ?? '')
  await again.letGo()
  expect(back.data[0]).toEqual(first.data[0])
  const whole = await search()
  expect(whole).toMatchObject({ count: 3, older: null, newer: null })
  expect(whole.searchedTo).toBeUndefined()
})

test('pages of found lines are read to the end and back, each line once', async () => {
  for (let n = 1; n <= 7; n += 1)
    await storeLine(owner, `Harbour ${n}`, new Date(app.clock.now.getTime() - n * 5 * 86_400_000))
  const page = async (cursor?: string | null) => {
    const input = { condition: { q: 'harbour' }, pageSize: 2, ...(cursor && { cursor }) }
    const { result } = (await app.call(auditCalls.getAudit, input, { as: owner })).body
    return { ...result, names: result.data.map(({ after }) => after) }
  }
  const down = [await page()]
  while (down.at(-1)?.older) down.push(await page(down.at(-1)?.older))
  expect(down.flatMap(({ names }) => names)).toEqual(
    Array.from({ length: 7 }, (_, n) => ({ area_name: `Harbour ${n + 1}` })),
  )
  expect(down.map(({ count }) => count)).toEqual([7, 7, 7, 7])
  const up = [down.at(-1)!]
  while (up.at(-1)?.newer) up.push(await page(up.at(-1)?.newer))
  expect(up.map(({ names }) => names)).toEqual(down.toReversed().map(({ names }) => names))
})
