import { beforeEach, describe, expect, test, vi } from 'vitest'

import { runOps } from '../../../bin/ops-commands.ts'
import { testApp } from '../../../test/app.ts'
import { inShort, listCases, listRuns } from '../../../test/case-stand.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { fileOf, wechatBill, type WechatRow } from '../../../test/statement-files.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { importStatement } from './import-service.ts'

const app = await testApp()
const noon = new Date('2026-11-14T12:00:00+08:00')
const today = new Date('2026-11-15T12:00:00+08:00')

let owner: Merchant
let machine: BoundMachine
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

beforeEach(async () => {
  app.clock.now = today
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
})

async function sell(of = machine): Promise<{ orderno: string; number: string }> {
  const { orderno } = await makeSale(app, of, { goods: [{ delivered: 1 }], create_at: noon })
  return { orderno, number: merchantOrderOf(of.tenantId, orderno) }
}

const load = async (rows: readonly WechatRow[], day?: string) =>
  importStatement(app.deps, { client: 'wechat', path: await fileOf(wechatBill(rows)), day })

const linesStored = () =>
  asOwner(
    app,
    'select merchant_order, amount, day::text from statement_line where tenant_id = $1 order by 1',
    [owner.tenantId],
  )

describe('a statement from a file', () => {
  test('makes cases of its merchants, and tells the operator what belongs to none', async () => {
    const [fits, differs, lacking] = [await sell(), await sell(), await sell()]
    const foreign = await sell(theirs)
    const stranger = merchantOrderOf('99999999', fits.orderno)
    const { day, merchants, strangers } = await load([
      { order: fits.number },
      { order: differs.number, amount: '9.99' },
      { order: foreign.number },
      { order: stranger },
      { order: 'shop-of-another-system-1' },
    ])
    expect(day).toBe('2026-11-14')
    expect(merchants.find((one) => one.tenantId === owner.tenantId)).toMatchObject({
      lines: 2,
      matched: 1,
      differing: 2,
    })
    expect(strangers.count).toBe(2)
    expect(strangers.first.map((line) => line.merchantOrder)).toEqual([stranger, 'shop-of-another-system-1'])
    expect((await listCases(app, owner)).map(inShort).toSorted()).toEqual(
      [
        `books_differ amount_differs ${differs.orderno} 649`,
        `books_differ missing_there ${lacking.orderno} 350`,
      ].toSorted(),
    )
    expect(await listCases(app, neighbour)).toEqual([])
    expect(await listRuns(app, owner)).toMatchObject([{ source: 'file', differing: 2 }])
  })

  test('that has payments of one order which add up to more than an int holds makes one case', async () => {
    const { orderno, number } = await sell()
    const payments = ['1', '2', '3'].map((txn) => ({ order: number, txn, amount: '9999999.00' }))
    await load(payments)
    const [found, ...others] = await listCases(app, owner)
    expect(others).toEqual([])
    expect(found && inShort(found)).toBe(`books_differ amount_differs ${orderno} 2999999350`)
    expect(found).toMatchObject({ theirs: { paid: 2_999_999_700, refunded: 0 }, amount: 2_999_999_350 })
    expect(await listRuns(app, owner)).toMatchObject([{ theirs: { paid: 2_999_999_700 } }])
    await load([...payments, { order: number, txn: '4', amount: '0.01' }])
    expect(await listCases(app, owner)).toMatchObject([{ theirs: { paid: 2_999_999_701 } }])
    app.clock.advance(60)
    await load([{ order: number }])
    expect(await listCases(app, owner)).toEqual([])
  })

  test('changes nothing when it is imported twice, also at the same time', async () => {
    const [one, other] = [await sell(), await sell()]
    const rows = [
      { order: one.number, amount: '1.00' },
      { order: one.number, amount: '1.00' },
      { order: other.number },
    ]
    await load(rows)
    const before = {
      cases: await listCases(app, owner),
      runs: await listRuns(app, owner),
      lines: await linesStored(),
    }
    expect(before.lines).toHaveLength(2)
    await Promise.all([load(rows), load(rows)])
    expect({
      cases: await listCases(app, owner),
      runs: await listRuns(app, owner),
      lines: await linesStored(),
    }).toEqual(before)
  })

  test('that was corrected counts in the place of the first', async () => {
    const { number } = await sell()
    await load([{ order: number, amount: '1.00' }])
    expect(await listCases(app, owner)).toHaveLength(1)
    app.clock.advance(60)
    await load([{ order: number }])
    expect(await listCases(app, owner)).toEqual([])
    app.clock.advance(60)
    await load([], '2026-11-14')
    expect(await linesStored()).toEqual([])
    expect(await listCases(app, owner)).toMatchObject([{ reason: 'missing_there' }])
  })

  test('of another account than the platform has is refused', async () => {
    const { number } = await sell()
    const { config } = app.deps
    const named = (mchId: string) => {
      const wechat = { mchId } as NonNullable<typeof config.payments.wechat>
      app.deps.config = { ...config, payments: { wechat } }
    }
    named('1900000109')
    await expect(load([{ order: number }])).rejects.toThrow(
      'line 2: the file is of the account 1900000001, not of 1900000109',
    )
    expect([await linesStored(), await listRuns(app, owner)]).toEqual([[], []])
    named('1900000001')
    await load([{ order: number }])
    expect(await linesStored()).toHaveLength(1)
    app.deps.config = config
  })

  test('that is not whole, of two days, or of today changes nothing', async () => {
    const { number } = await sell()
    const path = await fileOf(wechatBill([{ order: number }]).slice(0, -20))
    await expect(importStatement(app.deps, { client: 'wechat', path })).rejects.toThrow('line 4')
    const days = [{ order: number }, { order: number, at: '2026-11-13 23:59:59' }]
    await expect(load(days)).rejects.toThrow('a statement is of one day')
    await expect(load([{ order: number, at: '2026-11-15 00:00:00' }])).rejects.toThrow(
      '2026-11-15 is not over',
    )
    await expect(load([{ order: number }], '2026-11-13')).rejects.toThrow('the statement of 2026-11-14')
    await expect(load([])).rejects.toThrow('--day')
    expect(await linesStored()).toEqual([])
    expect(await listRuns(app, owner)).toEqual([])
    expect(await listCases(app, owner)).toEqual([])
  })
})

test("the operator's command names each merchant and each line of none", async () => {
  const { number } = await sell()
  const path = await fileOf(wechatBill([{ order: number }, { order: 'stranger-1' }]))
  const logged: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void logged.push(line))
  const open = () => Promise.resolve({ deps: app.deps, close: () => Promise.resolve() } as never)
  await runOps(['reconcile', 'wechat', path], open)
  await expect(runOps(['reconcile', 'paypal', path], open)).rejects.toThrow('one of wechat, alipay, gkash')
  await expect(runOps(['reconcile', 'wechat'], open)).rejects.toThrow('there is no command')
  log.mockRestore()
  expect(logged.join('\n')).toContain(`merchant ${owner.tenantId}: 2026-11-14, 1 lines, 1 matched, 0 cases`)
  expect(logged.join('\n')).toContain('belongs to no merchant: pay stranger-1, 3.50')
})
