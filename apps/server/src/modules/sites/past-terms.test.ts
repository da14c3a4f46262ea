/** Share and rent that change: statements of the days before keep what was agreed then. */
import { addDays, regionCalls, siteCalls } from '@slotwise/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { inBooks } from '../../../test/bills.ts'
import { storm } from '../../../test/depth.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant, makeStore, type Merchant, signIn } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { bookPayment } from '../ledger/index.ts'

const app = await testApp()
const { clock } = app
let owner: Merchant
let store: string

/** A moment of the merchant's clock. */
const local = (day: string, time: string): Date => new Date(`${day}T${time}+08:00`)

async function startAt(moment: Date): Promise<void> {
  clock.now = moment
  Object.assign(owner, await signIn(app, owner.username))
}

beforeEach(async () => {
  clock.now = local('2026-11-01', '00:00')
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner, { store_name: 'Pier 3', coo_share: 10, coo_rent: 30_000 }))._id
  await asOwner(app, 'update store set created_at = $1', [local('2026-08-05', '12:00')])
})

type Terms = { coo_share: number | null; coo_rent: number | null }

const edit = async (terms: Partial<Terms>, since?: string | null) => {
  const input = {
    _id: store,
    store_name: 'Pier 3',
    ...terms,
    ...(since === undefined ? {} : { coo_since: since }),
  }
  expect((await app.call(regionCalls.editStore, input, { as: owner })).body.rcode).toBe(0)
}

async function pay(at: Date, amount: number): Promise<void> {
  await ensureMonths(app.deps.db.main, [at])
  const payment = { client: 'wechat', storeId: store, merchantId: null, amount, feeRate: 0 }
  await inBooks(app, owner, (ref) => bookPayment(ref, { ...payment, orderno: `o${at.getTime()}`, at }))
}

const siteIn = async (month: string) =>
  (await app.call(siteCalls.getSite, { store, month }, { as: owner })).body.result
const sitesIn = async (month: string) =>
  (await app.call(siteCalls.getSites, { condition: { month } }, { as: owner })).body.result.data
const partsIn = async (month: string) =>
  (await siteIn(month)).parts.map((part) => [part.from, part.to, part.coo_share, part.coo_rent])

describe('terms that change', () => {
  test('part the month, and leave the months before as they were', async () => {
    await pay(local('2026-10-31', '23:59:59.999'), 10_000)
    await pay(local('2026-11-01', '00:00'), 20_000)
    await pay(local('2026-11-16', '23:59:59.999'), 1_000)
    await pay(local('2026-11-17', '00:00'), 2_000)
    const october = await siteIn('2026-10')
    expect(october).toMatchObject({ base: 10_000, share_amt: 1_000, rent_amt: 30_000, due: 31_000 })
    await startAt(local('2026-11-17', '12:00'))
    await edit({ coo_share: 20, coo_rent: 60_000 })

    expect(await siteIn('2026-10')).toEqual(october)
    const november = {
      coo_share: 20,
      coo_rent: 60_000,
      days: 30,
      base: 23_000,
      share_amt: 2_500,
      rent_amt: 44_000,
      due: 46_500,
      parts: [
        {
          from: '2026-11-01',
          to: '2026-11-16',
          days: 16,
          coo_share: 10,
          coo_rent: 30_000,
          base: 21_000,
          share_amt: 2_100,
          rent_amt: 16_000,
        },
        {
          from: '2026-11-17',
          to: '2026-11-30',
          days: 14,
          coo_share: 20,
          coo_rent: 60_000,
          base: 2_000,
          share_amt: 400,
          rent_amt: 28_000,
        },
      ],
    }
    expect(await siteIn('2026-11')).toMatchObject(november)
    expect(await sitesIn('2026-11')).toMatchObject([november])
    const [, line] = await readExport(app, siteCalls.exportSites, { condition: { month: '2026-11' } }, owner)
    expect(line).toContain('10.00% → 20.00%')
  })

  test.each([
    ['the last moment of October', local('2026-10-31', '23:59:59.999'), '2026-10-31'],
    ['the first moment of November', local('2026-11-01', '00:00'), '2026-11-01'],
  ])("at %s hold from the merchant's day on", async (_, moment, first) => {
    await startAt(moment)
    await edit({ coo_share: 20 })
    expect(await partsIn('2026-11')).toEqual([['2026-11-01', '2026-11-30', 20, null]])
    expect(await partsIn('2026-10')).toEqual(
      first === '2026-11-01'
        ? [['2026-10-01', '2026-10-31', 10, 30_000]]
        : [
            ['2026-10-01', '2026-10-30', 10, 30_000],
            ['2026-10-31', '2026-10-31', 20, null],
          ],
    )
  })

  test('hold from the day that is named, and the audit says so', async () => {
    await startAt(local('2026-11-17', '12:00'))
    await edit({ coo_share: 15 }, '2026-12-01')
    expect(await partsIn('2026-11')).toEqual([['2026-11-01', '2026-11-30', 10, 30_000]])
    expect(await partsIn('2026-12')).toEqual([['2026-12-01', '2026-12-31', 15, null]])
    // A mistake is corrected by the true day; later changes are replaced.
    await edit({ coo_share: 15 }, '2026-10-11')
    expect(await partsIn('2026-10')).toEqual([
      ['2026-10-01', '2026-10-10', 10, 30_000],
      ['2026-10-11', '2026-10-31', 15, null],
    ])
    expect(await partsIn('2026-12')).toEqual([['2026-12-01', '2026-12-31', 15, null]])
    const audited = await asOwner(
      app,
      `select after ->> 'coo_since' as since from audit where call = 'editStore' and tenant_id = $1 order by audit_id`,
      [owner.tenantId],
    )
    expect(audited).toEqual([{ since: '2026-12-01' }, { since: '2026-10-11' }])
  })

  test('that end leave the statements of the months before', async () => {
    await startAt(local('2026-11-01', '00:00'))
    await edit({}, null)
    expect((await sitesIn('2026-10')).map(({ due }) => due)).toEqual([30_000])
    expect(await sitesIn('2026-11')).toEqual([])
  })

  test('for the first time hold since the cooperation began, and other edits change none', async () => {
    const added = await makeStore(app, owner, { store_name: 'Pier 3' })
    await asOwner(app, 'update store set created_at = $1', [local('2026-08-05', '12:00')])
    store = added._id
    await startAt(local('2026-11-17', '12:00'))
    await edit({ coo_share: 7 })
    await startAt(local('2026-11-18', '12:00'))
    await edit({ coo_share: 7 })
    expect(await partsIn('2026-08')).toEqual([['2026-08-01', '2026-08-31', 7, null]])
    expect(await partsIn('2026-11')).toEqual([['2026-11-01', '2026-11-30', 7, null]])
  })

  test('in any order equal what was agreed day by day', async () => {
    const days = Array.from({ length: 61 }, (_, i) => addDays('2026-10-01', i))
    const draft = fc.record({
      at: fc.nat(60),
      since: fc.option(fc.nat(60), { freq: 2 }),
      coo_share: fc.constantFrom(null, 5, 10),
      coo_rent: fc.constantFrom(null, 30_000),
    })
    const agreed = new Map<string, Terms>(days.map((day) => [day, { coo_share: 10, coo_rent: 30_000 }]))
    let last: Terms = { coo_share: 10, coo_rent: 30_000 }
    for (const { at, since, ...terms } of fc.sample(draft, {
      numRuns: storm({ usual: 25, deep: 400 }),
      seed: 7,
    })) {
      await startAt(local(days[at] ?? '', '12:00'))
      const named = since === null ? undefined : days[since]
      await edit(terms, named)
      const isChange = terms.coo_share !== last.coo_share || terms.coo_rent !== last.coo_rent
      const first = named ?? (isChange ? days[at] : undefined) ?? '9999'
      for (const day of days) if (day >= first) agreed.set(day, terms)
      last = terms
      for (const month of ['2026-10', '2026-11']) {
        const found = (await partsIn(month)).flatMap(([from = '', to = '', coo_share, coo_rent]) =>
          days
            .filter((day) => day >= String(from) && day <= String(to))
            .map((day) => [day, { coo_share, coo_rent }]),
        )
        expect(found).toEqual([...agreed].filter(([day]) => day.startsWith(month)))
      }
    }
  })
})
