/** Plans: reports that come by themselves, once each, after the merchant's midnight. */
import { auditCalls, type InputOf, maxReportPlans, reportCalls, staffCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, signIn } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { orderDueReports } from './due-service.ts'
import type { StoredOrder } from './report-service.ts'

const app = await testApp({ fileQuota: { count: 8, bytes: 2_097_152 } })
const { getReports, getReportPlans, addReportPlan, editReportPlan, delReportPlan } = reportCalls

/** A Tuesday, at noon in China. */
const noon = new Date('2026-11-17T04:00:00.000Z')
/** The first moment of a day in China. */
const midnight = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+08:00`))

let owner: Merchant

beforeEach(async () => {
  app.clock.now = noon
  owner = await makeMerchant(app)
})

const daily: InputOf<typeof addReportPlan> = {
  name: 'Stores of the day before',
  rhythm: 'day',
  data_scale: 'store',
  data_precision: 'day',
  locale: 'en-US',
}

async function planned(as: Merchant, change: Partial<typeof daily> = {}) {
  const { body } = await app.call(addReportPlan, { ...daily, ...change }, { as })
  expect(body.rcode).toBe(0)
  return body.result
}

/** A session does not last as long as a plan. */
const present = async (user: Merchant): Promise<Merchant> => ({
  ...user,
  ...(await signIn(app, user.username)),
})

type Ordered = { state: string; error: string | null; input: StoredOrder }

/** The reports that were ordered for a user, the oldest first. */
const ordered = ({ accountId }: Merchant): Promise<Ordered[]> =>
  asOwner<Ordered>(
    app,
    `select state, error, input from job where account_id = $1 and kind = 'report' order by job_id`,
    [accountId],
  )
const daysOf = (orders: readonly Ordered[]) =>
  orders.map(({ input: { condition } }) => [condition.from, condition.to])

async function at(moment: Date): Promise<void> {
  app.clock.now = moment
  await orderDueReports(app.deps)
}

/** Ends the jobs, so that further ones may be ordered. */
const finish = () => asOwner(app, `update job set state = 'done' where state = 'waiting'`, [])

describe('a plan', () => {
  test('is listed to its owner alone, who edits and stops it', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['statistics.report'] })
    const neighbour = await makeMerchant(app)
    const plan = await planned(staff)
    expect(plan).toMatchObject({ ...daily, format: 'xlsx', next_at: midnight('2026-11-18').toISOString() })
    for (const other of [owner, neighbour]) {
      expect((await app.call(getReportPlans, {}, { as: other })).body.result).toEqual({ data: [], count: 0 })
      const edited = await app.call(editReportPlan, { ...daily, plan: plan.plan }, { as: other })
      expect(edited.body.rcode).toBe(101)
      expect((await app.call(delReportPlan, { plan: plan.plan }, { as: other })).body.rcode).toBe(101)
    }
    const change = { ...daily, plan: plan.plan, rhythm: 'month', name: 'Month' } as const
    const { body } = await app.call(editReportPlan, { ...change, rev: plan.rev }, { as: staff })
    const next_at = midnight('2026-12-01').toISOString()
    expect(body.result).toMatchObject({ name: 'Month', rhythm: 'month', next_at })
    const outdated = await app.call(editReportPlan, { ...change, rev: plan.rev }, { as: staff })
    expect(outdated.body.rcode).toBe(103)
    expect((await app.call(getReportPlans, {}, { as: staff })).body.result).toEqual({
      data: [body.result],
      count: 1,
    })
    expect((await app.call(delReportPlan, { plan: plan.plan }, { as: staff })).body.rcode).toBe(0)
    expect((await app.call(getReportPlans, {}, { as: staff })).body.result.count).toBe(0)
    const audit = await app.call(auditCalls.getAudit, {}, { as: owner })
    expect(audit.body.result.data.slice(0, 3).map(({ call }) => call)).toEqual([
      'delReportPlan',
      'editReportPlan',
      'addReportPlan',
    ])
  })

  test('may be limited to places that its owner sees', async () => {
    const [seen, unseen] = [await makeStore(app, owner), await makeStore(app, owner)]
    const staff = await makeStaff(app, owner, { permissions: ['statistics.report'], stores: [seen._id] })
    expect(await planned(staff, { store: seen._id })).toMatchObject({ store_name: seen.store_name })
    for (const place of [{ store: unseen._id }, { area: '999999' }, { sn: '12345678' }]) {
      const { body } = await app.call(addReportPlan, { ...daily, ...place }, { as: staff })
      expect(body.rcode, JSON.stringify(place)).toBe(101)
    }
  })

  test('is refused beyond the limit, also by calls at the same time', async () => {
    const calls = Array.from({ length: maxReportPlans + 3 }, () =>
      app.call(addReportPlan, daily, { as: owner }),
    )
    const codes = (await Promise.all(calls)).map(({ body }) => body.rcode)
    expect(codes.filter((code) => code === 0)).toHaveLength(maxReportPlans)
    expect(codes.filter((code) => code === 103)).toHaveLength(3)
  })
})

describe('the report of a plan', () => {
  test('is ordered from the midnight of the merchant on, for the day before', async () => {
    await planned(owner)
    await at(new Date(midnight('2026-11-18').getTime() - 1))
    expect(await ordered(owner)).toEqual([])
    await at(midnight('2026-11-18'))
    const { body } = await app.call(getReports, {}, { as: await present(owner) })
    expect(body.result.data).toHaveLength(1)
    expect(body.result.data[0]).toMatchObject({
      plan_name: daily.name,
      state: 'waiting',
      data_scale: 'store',
      data_precision: 'day',
      locale: 'en-US',
      format: 'xlsx',
      condition: { from: '2026-11-17', to: '2026-11-17' },
    })
    await at(midnight('2026-11-19'))
    expect(daysOf(await ordered(owner))).toEqual([
      ['2026-11-17', '2026-11-17'],
      ['2026-11-18', '2026-11-18'],
    ])
  })

  test('of a week comes on Monday, and of a month on the first', async () => {
    await planned(owner, { rhythm: 'week' })
    await planned(owner, { rhythm: 'month' })
    await at(new Date(midnight('2026-11-23').getTime() - 1))
    expect(await ordered(owner)).toEqual([])
    await at(midnight('2026-11-23'))
    expect(daysOf(await ordered(owner))).toEqual([['2026-11-16', '2026-11-22']])
    await at(midnight('2026-12-01'))
    expect(daysOf(await ordered(owner)).slice(1)).toEqual([
      ['2026-11-23', '2026-11-29'],
      ['2026-11-01', '2026-11-30'],
    ])
  })

  test('is ordered once, although several workers look at the same time', async () => {
    await planned(owner)
    await planned(owner, { name: 'Second' })
    app.clock.now = midnight('2026-11-18')
    await Promise.all(Array.from({ length: 6 }, () => orderDueReports(app.deps)))
    expect((await ordered(owner)).map(({ input }) => input.plan_name).toSorted()).toEqual([
      'Second',
      daily.name,
    ])
  })

  test('is ordered by the next run when one fails in the middle', async () => {
    await planned(owner)
    const errors: unknown[] = []
    await asOwner(app, 'revoke insert on job from slotwise_app', [])
    try {
      const log = { ...app.deps.log, error: (what: unknown) => errors.push(what) } as never
      app.clock.now = midnight('2026-11-18')
      await orderDueReports({ ...app.deps, log })
    } finally {
      await asOwner(app, 'grant insert on job to slotwise_app', [])
    }
    expect(errors).toContainEqual(expect.objectContaining({ tenant: owner.tenantId }))
    expect(await ordered(owner)).toEqual([])
    await orderDueReports(app.deps)
    await orderDueReports(app.deps)
    expect(daysOf(await ordered(owner))).toEqual([['2026-11-17', '2026-11-17']])
  })

  test('is made for the last period alone after an outage', async () => {
    await planned(owner)
    await at(midnight('2026-11-23'))
    await orderDueReports(app.deps)
    expect(daysOf(await ordered(owner))).toEqual([['2026-11-22', '2026-11-22']])
    await at(midnight('2026-11-24'))
    expect(daysOf(await ordered(owner)).at(-1)).toEqual(['2026-11-23', '2026-11-23'])
  })

  test('is not made for an account that was deleted or may not see reports, and comes again when it may', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['statistics.report'] })
    const other = await makeStaff(app, owner, { permissions: ['statistics.report'] })
    await planned(staff)
    await planned(other)
    await app.call(staffCalls.delSubUser, { sub_userid: staff.accountId }, { as: owner })
    const permissions = (ids: string) =>
      asOwner(
        app,
        `update role set permission_ids = $1::int[] where role_id = (select role_id from account where account_id = $2)`,
        [ids, other.accountId],
      )
    await permissions('{}')
    await at(midnight('2026-11-18'))
    const jobs = () =>
      asOwner(app, 'select 1 from job where account_id = any($1)', [[staff.accountId, other.accountId]])
    expect(await jobs()).toEqual([])
    await app.call(staffCalls.restoreSubUser, { sub_userid: staff.accountId }, { as: await present(owner) })
    await permissions('{1033}')
    await orderDueReports(app.deps)
    expect(await jobs()).toEqual([])
    await at(midnight('2026-11-19'))
    for (const user of [staff, other])
      expect(daysOf(await ordered(user))).toEqual([['2026-11-18', '2026-11-18']])
  })

  test('waits while its owner has many unfinished jobs, and does not hold up those of others', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['statistics.report'] })
    for (let i = 0; i < 6; i += 1) await planned(owner, { name: `Plan ${i}` })
    await planned(staff)
    await at(midnight('2026-11-18'))
    expect(await ordered(owner)).toHaveLength(5)
    expect(await ordered(staff)).toHaveLength(1)
    await finish()
    await orderDueReports(app.deps)
    expect((await ordered(owner)).map(({ input }) => input.plan_name)).toEqual(
      Array.from({ length: 6 }, (_, i) => `Plan ${i}`),
    )
  })

  test('that finds no room for its file is listed with the reason', async () => {
    await asOwner(
      app,
      `insert into job (tenant_id, account_id, kind, input, rights, locale, state, blob_key, created_at)
       select $1, $2, 'exportRegions', '{}', '{}', 'en-US', 'done', 'k' || n, $3 from generate_series(1, 8) n`,
      [owner.tenantId, owner.accountId, noon],
    )
    await planned(owner, { locale: 'zh-CN' })
    await at(midnight('2026-11-18'))
    const [one, ...more] = await ordered(owner)
    expect(more).toEqual([])
    expect(one).toMatchObject({ state: 'failed' })
    // The reason is read in the console, whose language may be another one than that of the file.
    for (const [locale, reason] of [
      ['zh-CN', /导出文件已占满空间/],
      ['zh-TW', /匯出檔案已佔滿空間/],
      ['en-US', /exported files use all of their space/],
    ] as const) {
      const { body } = await app.call(getReports, {}, { as: await present(owner), locale })
      expect(body.result.data).toMatchObject([{ state: 'failed', error: expect.stringMatching(reason) }])
    }
    await orderDueReports(app.deps)
    expect(await ordered(owner)).toHaveLength(1)
  })
})
