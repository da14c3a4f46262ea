/** Statements of days that are over stay as they are, whatever becomes of the referrer. */
import { referrerCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { readExport } from '../../../test/exports.ts'
import { giveActivity, makeDevice, makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { makeReferrer } from '../../../test/voucher-stand.ts'

const app = await testApp()
const { delReferrer, editReferrer, getReferrer, getReferrerStatement, restoreReferrer } = referrerCalls
let owner: Merchant

beforeEach(async () => {
  app.clock.now = new Date('2026-11-17T04:30:00.000Z')
  owner = await makeMerchant(app)
  giveActivity(app, owner)
})

const list = async (condition: object = {}) =>
  (await app.call(getReferrer, { pageSize: 999, condition }, { as: owner })).body.result

describe('a statement holds what was agreed on its days', () => {
  const at = (day: string): void => {
    app.clock.now = new Date(`${day}T04:30:00.000Z`)
  }
  /** A sale of 100.00 on each of these days, at noon. */
  async function sellOn(days: readonly string[], stores: readonly (string | null)[] = [null]) {
    const machine = await makeDevice(app, owner, null)
    await makeBills(
      app,
      owner,
      days.flatMap((day) =>
        stores.map((store) =>
          billOf(
            { ...machine, store },
            {
              create_at: new Date(`${day}T04:00:00.000Z`),
              client: 'coin',
              status: 0,
              total_price: 10_000,
              refunded: 0,
            },
          ),
        ),
      ),
    )
  }
  const edit = async (input: object) =>
    expect((await app.call(editReferrer, input as { referrer_id: string }, { as: owner })).body.rcode).toBe(0)
  const incomeOf = async (month: string) => (await list({ month })).data.map(({ income }) => income)

  test('so that a month that is over keeps its rate and stores, and a running one is parted', async () => {
    const [a, b] = [await makeStore(app, owner), await makeStore(app, owner, { store_name: 'Later' })]
    await sellOn(['2026-10-20', '2026-11-03', '2026-11-10', '2026-11-17'], [a._id, b._id])
    at('2026-10-01')
    const { referrer_id } = await makeReferrer(app, owner, { region: [a._id], commission: 10 })
    const october = async () => (await list({ month: '2026-10' })).data[0]
    const before = await october()
    expect(before).toMatchObject({ income: 10_000, commission_amt: 1_000 })
    at('2026-11-10')
    await edit({ referrer_id, commission: 50 })
    // What was set for a part of a day holds on no day.
    await edit({ referrer_id, commission: 20 })
    await edit({ referrer_id, name: 'Renamed', commission: 20 })
    at('2026-11-17')
    await edit({ referrer_id, region: [b._id] })
    const { income, commission_amt, parts } = (await october()) ?? {}
    expect({ income, commission_amt, parts }).toEqual({
      income: before?.income,
      commission_amt: before?.commission_amt,
      parts: before?.parts,
    })
    const [now] = (await list({ month: '2026-11' })).data
    expect(now).toMatchObject({
      name: 'Renamed',
      region: [b._id],
      commission: 20,
      sales: 3,
      income: 30_000,
      commission_amt: 1_000 + 2_000 + 2_000,
    })
    expect(now?.parts.map(({ from, to, commission }) => [from, to, commission])).toEqual([
      ['2026-11-01', '2026-11-09', 10],
      ['2026-11-10', '2026-11-16', 20],
      ['2026-11-17', '2026-11-30', 20],
    ])
    expect(now?.parts.at(-1)?.region_names).toEqual(['Later'])
    const statement = await app.call(getReferrerStatement, { referrer_id }, { as: owner })
    expect(statement.body.result.by_store.map(({ store, income: sum }) => [store, sum])).toEqual([
      [a._id, 20_000],
      [b._id, 10_000],
    ])
    // A store counts in the months in which it was one of the referrer's.
    const listed = async (store: string, month: string) => (await list({ store, month })).count
    expect([await listed(a._id, '2026-11'), await listed(b._id, '2026-10')]).toEqual([1, 0])
    const [, line] = await readExport(app, referrerCalls.exportReferrers, { condition: {} }, owner)
    expect(line).toContain('10.00% → 20.00%')
  })

  test('and nothing of the days before the referrer was added', async () => {
    await sellOn(['2026-11-01', '2026-11-09', '2026-11-10', '2026-11-11'])
    at('2026-11-10')
    await makeReferrer(app, owner)
    expect([await incomeOf('2026-11'), await incomeOf('2026-10')]).toEqual([[20_000], []])
  })

  test('and nothing of the days between its deletion and its restoring', async () => {
    await sellOn(['2026-09-08', '2026-09-10', '2026-09-11', '2026-10-05', '2026-11-10', '2026-11-11'])
    at('2026-09-01')
    const { referrer_id } = await makeReferrer(app, owner)
    at('2026-09-10')
    await app.call(delReferrer, { referrer_id }, { as: owner })
    // Restored on the same day, it was never away.
    await app.call(restoreReferrer, { referrer_id }, { as: owner })
    expect(await incomeOf('2026-09')).toEqual([60_000 - 30_000])
    await app.call(delReferrer, { referrer_id }, { as: owner })
    at('2026-11-11')
    expect(await incomeOf('2026-09')).toEqual([20_000])
    await app.call(restoreReferrer, { referrer_id }, { as: owner })
    await edit({ referrer_id, commission: 7 })
    expect([await incomeOf('2026-09'), await incomeOf('2026-10'), await incomeOf('2026-11')]).toEqual([
      [20_000],
      [],
      [10_000],
    ])
    expect((await list()).data[0]?.parts).toMatchObject([{ from: '2026-11-11', commission: 7 }])
  })
})
