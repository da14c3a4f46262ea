/** Reports as files, their list, and who gets them. */
import {
  type InputOf,
  jobCalls,
  type Locale,
  type Report,
  reportCalls,
  type ReportPrecision,
} from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import {
  makeArea,
  makeDevice,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  signIn,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from '../../worker/housekeeping.ts'
import { jobKinds } from '../../worker/worker.ts'
import { runJob } from '../jobs/index.ts'

const app = await testApp()
const { report, getReports, delReport } = reportCalls
const month = { from: '2026-11-01', to: '2026-11-15' }

let owner: Merchant
let neighbour: Merchant
let colleague: Merchant
let limited: Merchant
let stores: { id: string; name: string }[]

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  // Names that a spreadsheet could run.
  const formulas = ['=HYPERLINK("http://x")', '+SUM(A1:A9)', 'Plain']
  stores = []
  for (const name of formulas)
    stores.push({ id: (await makeStore(app, owner, { store_name: name }))._id, name })
  for (const [index, { id }] of stores.entries()) {
    const machine = await makeDevice(app, owner, id, `@machine ${index}`)
    await makeBills(app, owner, [
      billOf(
        { ...machine, store: id },
        { create_at: new Date('2026-11-14T15:59:59.999Z'), client: 'wechat', total_price: 12_345 },
      ),
      billOf({ ...machine, store: id }, { create_at: new Date('2026-11-14T16:00:00.000Z') }),
    ])
  }
  const first = stores[0]?.id ?? ''
  colleague = await makeStaff(app, owner, { permissions: ['statistics.report'], stores: [first] })
  limited = await makeStaff(app, owner, {
    permissions: ['statistics.report'],
    stores: [first, stores[2]?.id ?? ''],
  })
})

type Order = Partial<Omit<InputOf<typeof report>, 'condition'>> & {
  condition?: Partial<InputOf<typeof report>['condition']>
}

const orderOf = ({ condition, ...order }: Order): InputOf<typeof report> => ({
  data_scale: 'store',
  data_precision: 'day',
  locale: 'en-US',
  ...order,
  condition: { ...month, ...condition },
})

const listed = async (as: Merchant): Promise<Report[]> =>
  (await app.call(getReports, {}, { as })).body.result.data

const reportOf = async (job: string, as: Merchant): Promise<Report | undefined> =>
  (await listed(as)).find((one) => one.job === job)

async function made(as: Merchant, order: Order = {}): Promise<Report> {
  const { body } = await app.call(report, orderOf(order), { as })
  expect(body.rcode).toBe(0)
  const { job: jobId } = body.result
  await runJob(app.deps, jobKinds, { tenantId: as.tenantId, jobId, lastAttempt: true })
  return (await reportOf(body.result.job, as)) as Report
}

const linkTo = (job: string, as: Merchant) => app.call(jobCalls.getFileLink, { job }, { as })

async function download({ job }: Report, as: Merchant) {
  const { url } = (await linkTo(job, as)).body.result
  return app.app.inject(url)
}

describe('the file of a report', () => {
  test.each<[Locale, string, string[]]>([
    [
      'zh-CN',
      '门店日报 2026-11-01 至 2026-11-15.xlsx',
      [
        '日期',
        '门店',
        '区域',
        '地址',
        '收入 (CNY)',
        '退款 (CNY)',
        '订单数',
        '成功订单',
        '异常订单',
        '退款订单',
        '失败率 (%)',
      ],
    ],
    [
      'zh-TW',
      '門店日報 2026-11-01 至 2026-11-15.xlsx',
      [
        '日期',
        '門店',
        '區域',
        '地址',
        '收入 (CNY)',
        '退款 (CNY)',
        '訂單數',
        '成功訂單',
        '異常訂單',
        '退款訂單',
        '失敗率 (%)',
      ],
    ],
    [
      'en-US',
      'Stores by day 2026-11-01 to 2026-11-15.xlsx',
      [
        'Date',
        'Store',
        'Area',
        'Address',
        'Income (CNY)',
        'Refunds (CNY)',
        'Sales',
        'Successful',
        'Abnormal',
        'Refunded',
        'Failure rate (%)',
      ],
    ],
  ])('in %s has titles of that language, whatever the language of the call', async (locale, name, titles) => {
    const one = await made(owner, { locale })
    expect(one.file_name).toBe(name)
    const [sheet] = readXlsx((await download(one, owner)).rawPayload)
    expect(sheet?.rows[0]?.map(({ value }) => value)).toEqual(titles)
    expect(sheet?.xml).toContain('<autoFilter ref="A1:K7"/>')
  })

  test('has numbers as numbers, days as days, and no formula', async () => {
    const [sheet] = readXlsx((await download(await made(owner), owner)).rawPayload)
    const lines = sheet?.rows.slice(1) ?? []
    expect(lines).toHaveLength(7)
    const cells = lines.map((line) => Object.fromEntries(line.map(({ ref, ...cell }) => [ref[0], cell])))
    // 2026-11-14 is day 46340.
    expect(cells.slice(0, -1).map(({ A }) => `${A?.kind} ${A?.value}`)).toEqual([
      ...Array<string>(3).fill('number 46340'),
      ...Array<string>(3).fill('number 46341'),
    ])
    for (const { E, G, K } of cells) expect([E?.kind, G?.kind, K?.kind]).toEqual(Array(3).fill('number'))
    expect(cells.map(({ E }) => E?.value)).toEqual([
      ...Array(3).fill('123.45'),
      ...Array(3).fill('3.50'),
      '380.85',
    ])
    expect(new Set(cells.slice(0, -1).map(({ B }) => B?.value))).toEqual(
      new Set([`=HYPERLINK("http://x")`, `+SUM(A1:A9)`, 'Plain']),
    )
    expect(sheet?.xml).not.toContain('<f>')
  })

  test.each<[ReportPrecision, string, string]>([
    ['month', 'Month,Store', '2026-11,'],
    ['week', 'Week from,Week to,Store', '2026-11-09,2026-11-15,'],
    ['day', 'Date,Store', '2026-11-14,'],
    ['deal', 'Order no.,', '"2026111416000'],
  ])('by %s is also written as CSV', async (precision, header, row) => {
    const one = await made(owner, { data_precision: precision, format: 'csv' })
    expect(one.file_name).toMatch(/\.csv$/)
    const file = await download(one, owner)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [title, first] = file.payload.slice(1).split('\r\n')
    expect(title?.startsWith(header)).toBe(true)
    expect(first?.startsWith(row)).toBe(true)
    expect(file.payload).toMatch(/,"?'=HYPERLINK/)
  })

  test('of each deal names the currency, and keeps names that begin like a formula as texts', async () => {
    const one = await made(owner, { data_precision: 'deal', locale: 'zh-CN' })
    expect(one.file_name).toBe('销售明细 2026-11-01 至 2026-11-15.xlsx')
    const [sheet] = readXlsx((await download(one, owner)).rawPayload)
    expect(sheet?.rows[0]?.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['金额 (CNY)', '优惠 (CNY)', '已退金额 (CNY)']),
    )
    expect(sheet?.rows).toHaveLength(7)
    expect(sheet?.rows.flat().map(({ value }) => value)).toContain('@machine 2')
    expect(sheet?.xml).toContain('<autoFilter ref="A1:M7"/>')
  })

  test('is limited to places and payments that were asked for', async () => {
    const store = stores[2]?.id ?? ''
    const one = await made(owner, { condition: { store, client: 'wechat' }, format: 'csv' })
    expect(one).toMatchObject({
      store_name: 'Plain',
      area_name: null,
      condition: { store, client: 'wechat' },
    })
    const lines = (await download(one, owner)).payload.split('\r\n')
    expect(lines.slice(1, -1)).toEqual([
      '2026-11-14,Plain,,,123.45,0.00,1,1,0,0,0.00',
      'Total,,,,123.45,0.00,1,1,0,0,0.00',
    ])
  })
})

describe('an order', () => {
  test.each<[string, Order, string]>([
    ['more than three years', { condition: { from: '2023-01-01', to: '2026-01-04' } }, 'condition.to'],
    ['an end before its beginning', { condition: { from: '2026-11-16' } }, 'condition.to'],
  ])('of %s is refused at its field', async (_what, order, path) => {
    const { body } = await app.post(report.path, orderOf(order), { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path }] } })
  })
})

describe('the list of reports', () => {
  test('has what was ordered, for its owner alone, the newest first', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['statistics.report'] })
    const [older, newer] = [await made(staff), await made(staff, { data_scale: 'bill', format: 'csv' })]
    expect(await listed(staff)).toEqual([newer, older])
    expect(newer).toMatchObject({
      data_scale: 'bill',
      data_precision: 'day',
      locale: 'en-US',
      format: 'csv',
      condition: month,
      plan_name: null,
      state: 'done',
      error: null,
    })
    for (const other of [owner, colleague, neighbour]) {
      expect((await listed(other)).map(({ job }) => job)).not.toContain(newer.job)
      expect((await linkTo(newer.job, other)).body.rcode).toBe(101)
      expect((await app.call(delReport, { job: newer.job }, { as: other })).body.rcode).toBe(101)
    }
    expect((await download(newer, staff)).statusCode).toBe(200)
  })

  test('does not name a store that its owner may not see', async () => {
    const [, hidden] = stores
    const one = await made(colleague, { condition: { store: hidden?.id }, format: 'csv' })
    expect(one).toMatchObject({ store_name: null, condition: { store: hidden?.id } })
    const lines = (await download(one, colleague)).payload.split('\r\n')
    expect(lines.slice(1, -1)).toEqual(['Total,,,,0.00,0.00,0,0,0,0,0.00'])
    const { _id: area } = await makeArea(app, owner, { area_name: 'Elsewhere' })
    expect(await made(colleague, { condition: { area } })).toMatchObject({ area_name: null })
  })

  test('loses a report and its file when its owner deletes it, but not while it is being made', async () => {
    const [kept, gone] = [await made(limited), await made(limited)]
    const { url } = (await linkTo(gone.job, limited)).body.result
    const [row] = await asOwner<{ blob_key: string }>(app, 'select blob_key from job where job_id = $1', [
      gone.job,
    ])
    await asOwner(app, `update job set state = 'running' where job_id = $1`, [gone.job])
    expect((await app.call(delReport, { job: gone.job }, { as: limited })).body.rcode).toBe(103)
    await asOwner(app, `update job set state = 'done' where job_id = $1`, [gone.job])
    expect((await app.call(delReport, { job: gone.job }, { as: limited })).body.rcode).toBe(0)
    expect((await listed(limited)).map(({ job }) => job)).toEqual([kept.job])
    expect((await app.app.inject(url)).statusCode).toBe(404)
    expect(await app.deps.blobs.read(row?.blob_key ?? '')).toBeUndefined()
    expect((await app.call(delReport, { job: gone.job }, { as: limited })).body.rcode).toBe(101)
  })

  test('does not delete other jobs of its owner', async () => {
    const [job] = await asOwner<{ job_id: string }>(
      app,
      `insert into job (tenant_id, account_id, kind, input, rights, locale, state, created_at)
       values ($1, $2, 'exportRegions', '{}', '{}', 'en-US', 'done', $3) returning job_id`,
      [owner.tenantId, owner.accountId, app.clock.now],
    )
    expect((await app.call(delReport, { job: job?.job_id ?? '' }, { as: owner })).body.rcode).toBe(101)
  })
})

test('a report of an account whose scope shrinks is closed to it, and keeps to the new scope when made again', async () => {
  const before = await made(limited, { format: 'csv' })
  expect((await download(before, limited)).payload).toContain('Plain')
  await asOwner(app, 'delete from account_store where account_id = $1 and store_id = $2', [
    limited.accountId,
    stores[2]?.id,
  ])
  expect((await linkTo(before.job, limited)).body.rcode).toBe(302)
  const again = await made(limited, { format: 'csv' })
  const lines = (await download(again, limited)).payload.split('\r\n')
  expect(lines.slice(1, -1)).toHaveLength(3)
  expect(lines.join()).not.toContain('Plain')
  expect(lines.at(-2)).toContain('126.95')
})

test('reports are kept for 7 days', async () => {
  const one = await made(colleague)
  expect(Date.parse(one.expires_at) - Date.parse(one.created_at)).toBe(7 * 86_400_000)
  app.clock.now = new Date(Date.parse(one.expires_at) - 1_000)
  await sweep(app.deps)
  const again = { ...colleague, ...(await signIn(app, colleague.username)) }
  expect((await download(one, again)).statusCode).toBe(200)
  app.clock.advance(2)
  await sweep(app.deps)
  expect(await listed(again)).toEqual([])
  expect((await linkTo(one.job, again)).body.rcode).toBe(101)
})
