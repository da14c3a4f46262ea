import { billCalls } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import type { Bill } from '../bills/bill-model.ts'
import { openRefunds } from '../refunds/index.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
let machine: BoundMachine
let store: string
let bills: Bill[]

async function refund(as: Merchant, { orderno }: Bill, more: object = {}): Promise<void> {
  const input = { orderno, part_refund: false, remarks: 'broken', sign: await unlock(app, as), ...more }
  const { body } = await app.call(billCalls.refund, input, { as })
  if (body.rcode !== 0) throw new Error(body.msg)
}

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  store = (await makeStore(app, owner, { store_name: 'Station' }))._id
  machine = await makeBoundMachine(app, owner, { store, title: 'Platform 1' })
  bills = []
  // The last minutes of a day of the merchant and the first ones of the next: 16:00 UTC is midnight.
  app.clock.now = new Date('2026-11-15T15:58:00.000Z')
  for (const client of ['ezcard', 'ezcard', 'wechat', 'ezcard', 'ezcard'] as const) {
    const bill = await makeSale(app, machine, { client, store_id: store })
    bills.push(bill)
    const part = client === 'ezcard' && bills.length === 2 ? { part_refund: true, refund_fee: 50 } : {}
    await refund(owner, bill, part)
    app.clock.advance(60)
  }
  await refund(neighbour, await makeSale(app, await makeBoundMachine(app, neighbour), { client: 'ezcard' }))
})

const listed = async (condition: object, as = owner) =>
  (await app.call(billCalls.getRefundBill, { pageNum: 1, pageSize: 10, condition }, { as })).body.result.data

const numbers = async (condition: object) => (await listed(condition)).map(({ orderno }) => orderno)
const of = (...indexes: number[]) => indexes.map((index) => bills[index]?.orderno)

test('refunds that wait, and bills whose refund was refused and not asked for again, are counted', async () => {
  const merchant = await makeMerchant(app)
  const sold = await makeBoundMachine(app, merchant)
  const days = ['2026-11-10', '2026-11-11', '2026-11-12']
  const made: Bill[] = []
  for (const day of days) {
    const bill = await makeSale(app, sold, { client: 'wechat' })
    await refund(merchant, bill)
    await asOwner(app, 'update bill_refund set asked_at = $1 where orderno = $2', [
      `${day}T00:00+08:00`,
      bill.orderno,
    ])
    made.push(bill)
    app.clock.advance(60)
  }
  const set = (index: number, state: string) =>
    asOwner(
      app,
      `update bill_refund set state = $2
        where refund_id = (select max(refund_id) from bill_refund where orderno = $1)`,
      [made[index]?.orderno, state],
    )
  const again = async (index: number, state: string) => {
    await asOwner(
      app,
      `insert into bill_refund (tenant_id, orderno, bill_at, kind, state, client, amount, part, remarks, refund_no,
                                username, asked_at)
       select tenant_id, orderno, bill_at, kind, $2, client, amount, part, '', 'again', '', asked_at + interval '1 hour'
         from bill_refund where orderno = $1`,
      [made[index]?.orderno, state],
    )
  }
  const open = (from = '2026-11-10') => asUser(app, merchant, (ctx) => openRefunds(ctx, from))
  const listedOf = async (from = '2026-11-10') => {
    const condition = { status: 'not_retried', from } as const
    const { result } = (await app.call(billCalls.getRefundBill, { condition }, { as: merchant })).body
    return result.data.map(({ orderno }) => made.findIndex((bill) => bill.orderno === orderno))
  }
  expect([await open(), await listedOf()]).toEqual([{ waiting: 3, failed: 0 }, []])
  for (const index of [0, 1]) await set(index, 'failed')
  expect([await open(), await listedOf()]).toEqual([{ waiting: 1, failed: 2 }, [1, 0]])
  expect([await open('2026-11-11'), await listedOf('2026-11-11')]).toEqual([{ waiting: 1, failed: 1 }, [1]])
  // Asked for again, with the same end: the bill is one, and has two records.
  await again(1, 'failed')
  expect([await open(), await listedOf()]).toEqual([{ waiting: 1, failed: 2 }, [1, 0]])
  await again(0, 'refunding')
  expect([await open(), await listedOf()]).toEqual([{ waiting: 2, failed: 1 }, [1]])
  await set(0, 'refunded')
  expect([await open(), await listedOf()]).toEqual([{ waiting: 1, failed: 1 }, [1]])
})

describe('the records of refunds', () => {
  test('are those of the merchant, the newest first, with their bills', async () => {
    const rows = await listed({})
    expect(rows.map(({ orderno }) => orderno)).toEqual(of(4, 3, 2, 1, 0))
    expect(rows[3]).toMatchObject({
      orderno: bills[1]?.orderno,
      client: 'ezcard',
      kind: 'manual',
      status: 'refunded',
      part_refund: true,
      refund_fee: 50,
      total_price: 350,
      remarks: 'broken',
      why: '',
      username: owner.username,
      sn: machine.sn,
      dev_title: 'Platform 1',
      store,
      store_name: 'Station',
      create_at: '2026-11-15T15:59:00.000Z',
      done_at: '2026-11-15T15:59:00.000Z',
    })
    expect(rows[2]).toMatchObject({ client: 'wechat', status: 'refunding', done_at: null })
  })

  test('are selected by day of the merchant, number, client, state and kind', async () => {
    expect(await numbers({ to: '2026-11-15' })).toEqual(of(1, 0))
    expect(await numbers({ from: '2026-11-16' })).toEqual(of(4, 3, 2))
    expect(await numbers({ from: '2026-11-16', to: '2026-11-16' })).toEqual(of(4, 3, 2))
    expect(await numbers({ orderno: bills[1]?.orderno })).toEqual(of(1))
    expect(await numbers({ orderno: bills[0]?.orderno.slice(0, 12) })).toEqual(of(0))
    expect(await numbers({ client: 'wechat' })).toEqual(of(2))
    expect(await numbers({ status: 'refunding' })).toEqual(of(2))
    expect(await numbers({ status: 'failed' })).toEqual([])
    expect(await numbers({ kind: 'auto' })).toEqual([])
    expect(await numbers({ kind: 'manual' })).toHaveLength(5)
    const [, second] = await listed({})
    expect(await numbers({ ids: [second?.refund] })).toEqual(of(3))
  })

  test('turn their pages in both directions, also among refunds of one moment', async () => {
    await asOwner(app, 'update bill_refund set asked_at = $1 where tenant_id = $2 and orderno = any($3)', [
      new Date('2026-11-15T15:59:00.000Z'),
      owner.tenantId,
      of(1, 2, 3),
    ])
    const { page, follow } = longListOf(app, billCalls.getRefundBill, {}, owner)
    const pages = await follow('older', await page({ pageSize: 2 }), 2)
    expect(pages.map(({ data }) => data.map(({ orderno }) => orderno))).toEqual([of(4, 3), of(2, 1), of(0)])
    expect(pages[0]?.count).toBe(5)
    const [last] = pages.slice(-1)
    if (!last) throw new Error('no page')
    const back = await follow('newer', last, 2)
    expect(back.at(-1)?.data.map(({ orderno }) => orderno)).toEqual(of(4, 3))
    expect((await page({ day: '2026-11-15', pageSize: 1 })).data.map(({ orderno }) => orderno)).toEqual(of(3))
  })

  test('say why a refund failed: in the words of the provider, or in ours', async () => {
    const setWhy = (why: string) =>
      asOwner(app, `update bill_refund set why = $1 where tenant_id = $2 and orderno = $3`, [
        why,
        owner.tenantId,
        bills[2]?.orderno,
      ])
    const why = async (locale: string) => {
      const input = { pageNum: 1, pageSize: 10, condition: { client: 'wechat' as const } }
      const { body } = await app.call(billCalls.getRefundBill, input, { as: owner, locale })
      return body.result.data[0]?.why
    }
    await setWhy('NOT_ENOUGH: balance')
    expect(await why('en-US')).toBe('NOT_ENOUGH: balance')
    await setWhy('unresolved')
    expect(await why('en-US')).toBe(
      'The payment provider has not answered for more than a day. Check with the provider.',
    )
    expect(await why('zh-CN')).toBe('支付渠道超过一天未答复，请与支付渠道核实')
  })

  test('are for the main account only', async () => {
    const staff = await makeStaff(app, owner, { permissions: ['order.refund', 'order.buyBill'] })
    for (const [row, input] of [
      [billCalls.getRefundBill, { pageNum: 1, pageSize: 10, condition: {} }],
      [billCalls.exportRefundBill, { condition: {} }],
    ] as const)
      expect((await app.post(row.path, input, { as: staff })).body.rcode).toBe(303)
  })

  test('are exported as they are listed', async () => {
    const input = { condition: { client: 'ezcard' as const } }
    const [header, ...lines] = await readExport(app, billCalls.exportRefundBill, input, owner)
    expect(header).toContain('Refund amount (CNY)')
    expect(lines).toHaveLength(4)
    expect(lines.at(-1)).toEqual(
      expect.arrayContaining([bills[0]?.orderno, 'Easy card', 'Manual', 'Refunded']),
    )
    // Amounts are in yuan, as in the list.
    expect(lines.at(-2)).toEqual(expect.arrayContaining([bills[1]?.orderno, '3.50', '0.50']))
  })
})
