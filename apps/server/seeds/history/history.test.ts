import { deliveryFaultsOf, type MachineType } from '@slotwise/machine-protocol'
import { seeded } from '../dice.ts'
import { describe, expect, test } from 'vitest'

import { merchantOrderOf } from '../../src/modules/payments/merchant-order-model.ts'
import { testApp } from '../../test/app.ts'
import { asOwner } from '../../test/owner.ts'
import { demoMerchants, seedDemo } from '../demo.ts'
import { moments, neverIdle, paceOf, strengthOf } from './rhythm.ts'

const app = await testApp()
const days = 21
await seedDemo(app.deps, { days })

type Row = Record<string, unknown>
const rows = <T extends Row = Row>(text: string, values: unknown[] = []): Promise<T[]> =>
  asOwner<T>(app, text, values)

const tenantOf = async (username: string): Promise<string> =>
  (await rows<{ tenant_id: string }>('select tenant_id from login where username = $1', [username]))[0]
    ?.tenant_id ?? ''

const income = `case when status in (0, 3, 4) then total_price when status in (10, 11) then total_price - refunded else 0 end`

describe.each(demoMerchants.map(({ username, country }) => ({ username, country })))(
  'the past of the merchant in $country',
  ({ username, country }) => {
    test('is in the sums of sales as a recount of the bills would find it', async () => {
      const tenant = await tenantOf(username)
      const recount = await rows(
        `select (create_at at time zone 'Asia/Shanghai')::date::text as day, coalesce(store_id, 0)::text as store,
                device_id, client, count(*)::int as count, sum(${income})::int as income,
                sum(refunded)::int as refund, count(*) filter (where status in (1, 2))::int as abnormal
           from bill where tenant_id = $1 group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
        [tenant],
      )
      const kept = await rows(
        `select day::text, store_id::text as store, device_id, client, count, income::int, refund::int, abnormal
           from sales_device_day where tenant_id = $1 order by 1, 2, 3, 4`,
        [tenant],
      )
      expect(recount.length).toBeGreaterThan(100)
      expect(kept).toEqual(recount)
      const [sums] = await rows(
        `select (select sum(income)::int from sales_store_hour where tenant_id = $1) as hours,
                (select sum(income)::int from sales_goods_day where tenant_id = $1) as goods,
                (select sum(income)::int from sales_goods_client_month where tenant_id = $1) as goods_clients,
                (select sum(${income})::int from bill where tenant_id = $1) as bills`,
        [tenant],
      )
      expect(sums).toEqual({
        hours: sums?.['bills'],
        goods: sums?.['bills'],
        goods_clients: sums?.['bills'],
        bills: sums?.['bills'],
      })
    })

    test('is in the ledger: every posting adds up to nothing, and the provider owes what bills say', async () => {
      const tenant = await tenantOf(username)
      const unbalanced = await rows(
        `select posting from ledger_line where tenant_id = $1 group by posting having sum(amount) <> 0 or count(*) <> case when posting like 'settle%' then 2 else 3 end`,
        [tenant],
      )
      expect(unbalanced).toEqual([])
      const [owed] = await rows(
        `select (select sum(amount)::int from ledger_line where tenant_id = $1 and account = 'provider') as ledger,
                (select sum(taken - refunded)::int from ledger_store_day where tenant_id = $1) as takings,
                (select sum(total_price - refunded)::int from bill
                  where tenant_id = $1 and client in ('wechat', 'alipay', 'gkash')) as bills`,
        [tenant],
      )
      expect(owed?.['ledger']).toBe(owed?.['bills'])
      expect(owed?.['takings']).toBe(owed?.['bills'])
      expect(owed?.['ledger']).toBeGreaterThan(0)
    })

    test('has a payment for every bill that has one, in the state that the refund left', async () => {
      const tenant = await tenantOf(username)
      const wrong = await rows(
        `select b.orderno, b.status, b.client, o.state from bill b
           left join pay_order o on o.tenant_id = b.tenant_id and o.orderno = b.orderno and o.create_at = b.create_at
          where b.tenant_id = $1 and o.state is distinct from
            case when b.client in ('coin', 'bill', 'gift', 'remote') then null
                 when b.status in (8, 9) then 'refunded' when b.status in (10, 11) then 'part_refunded' else 'paid' end`,
        [tenant],
      )
      expect(wrong).toEqual([])
      const refunds = await rows(
        `select b.orderno from bill b left join bill_refund r
             on r.tenant_id = b.tenant_id and r.orderno = b.orderno and r.state = 'refunded'
          where b.tenant_id = $1 and (b.refunded <> coalesce(r.amount, 0)
             or (b.status in (8, 11)) <> coalesce(r.kind = 'auto', false)
             or (b.status in (9, 10)) <> coalesce(r.kind = 'manual', false))`,
        [tenant],
      )
      expect(refunds).toEqual([])
    })

    test('lies between the binding of each machine and now, and refunds by hand are of the same day', async () => {
      const tenant = await tenantOf(username)
      const early = await rows(
        `select orderno from bill join device using (tenant_id, device_id)
          where tenant_id = $1 and (create_at < bound_at or create_at > $2 or coalesce(reported_at, create_at) > $3)`,
        [tenant, app.clock.now, new Date(app.clock.now.getTime() + 60_000)],
      )
      expect(early).toEqual([])
      const late = await rows(
        `select orderno from bill_refund where tenant_id = $1 and (done_at > $2 or kind = 'manual'
            and (asked_at at time zone 'Asia/Shanghai')::date <> (bill_at at time zone 'Asia/Shanghai')::date)`,
        [tenant, app.clock.now],
      )
      expect(late).toEqual([])
    })

    test('is paid as is usual in the country', async () => {
      const found = await rows<{ client: string; count: number }>(
        'select client, count(*)::int as count from bill where tenant_id = $1 group by 1 order by 2 desc',
        [await tenantOf(username)],
      )
      const clients = found.map(({ client }) => client)
      const all = ['card', 'ezcard', 'coin', 'bill', 'gift', 'remote']
      const online = { CN: ['wechat', 'alipay'], MY: ['gkash'] }[country]
      expect(clients.toSorted()).toEqual([...all, ...online].toSorted())
      expect(clients.slice(0, 3)).toEqual(expect.arrayContaining(online))
    })

    test('has failures with faults that the type of machine can have', async () => {
      const bills = await rows<{ dev_type: MachineType; status: number; faults: string[] }>(
        `select dev_type, status, array(select x->>'fault' from jsonb_array_elements(goods) x
                                         where x->>'fault' is not null) as faults
           from bill where tenant_id = $1`,
        [await tenantOf(username)],
      )
      const failed = bills.filter(({ faults }) => faults.length > 0)
      expect(failed.length / bills.length).toBeGreaterThan(0.012)
      expect(failed.length / bills.length).toBeLessThan(0.035)
      for (const { dev_type: type, faults } of failed)
        for (const fault of faults) expect(deliveryFaultsOf(type)).toContain(fault)
    })
  },
)

test('the sandbox knows the online payments of today, so that they can be refunded', async () => {
  const tenant = await tenantOf('13800138000')
  const today = await rows<{ orderno: string; total_price: number; refunded: number }>(
    `select orderno, total_price, refunded from bill
      where tenant_id = $1 and client = 'wechat' and create_at > $2::timestamptz - interval '20 hours'`,
    [tenant, app.clock.now],
  )
  expect(today.length).toBeGreaterThan(10)
  for (const { orderno, total_price: amount } of today)
    expect(await app.sandbox.find(merchantOrderOf(tenant, orderno))).toMatchObject({
      state: 'paid',
      channel: 'wechat',
      amount,
    })
  expect(today.some(({ refunded }) => refunded === 0)).toBe(true)
})

describe('the rhythm', () => {
  const now = new Date('2026-11-16T15:59:59Z')
  const sold = (storeKind: 'office' | 'mall', type: MachineType = 'vending', seed = 1) =>
    moments(
      seeded(seed),
      { type, storeKind, strength: 1, boundAt: new Date(0) },
      { now, days: 84, utcOffsetMinutes: 480 },
    )
  const hourOf = (at: Date) => (at.getUTCHours() + 8) % 24
  const isWeekend = (at: Date) => [0, 6].includes(new Date(at.getTime() + 8 * 3_600_000).getUTCDay())
  const share = (times: Date[], of: (at: Date) => boolean) => times.filter(of).length / times.length

  test('is the same for the same dice', () => {
    expect(sold('mall')).toEqual(sold('mall'))
    expect(sold('mall', 'vending', 2)).not.toEqual(sold('mall'))
  })

  test('has peaks at noon and hardly any customers at night', () => {
    const office = sold('office')
    expect(share(office, (at) => hourOf(at) === 12)).toBeGreaterThan(0.1)
    expect(share(office, (at) => hourOf(at) < 6)).toBe(0)
  })

  test('is that of the virtual machines, too: they sell as much as the history did at the same hour', () => {
    const office = { type: 'vending', storeKind: 'office' } as const
    const machines = Array.from({ length: 60 }, () => ({ ...office, utcOffsetMinutes: 480 }))
    const random = seeded(7)
    const weekAgo = now.getTime() - 7 * 86_400_000
    const times = machines.flatMap(() => {
      const selling = { ...office, strength: strengthOf(random), boundAt: new Date(0) }
      return moments(random, selling, { now, days: 84, utcOffsetMinutes: 480 })
    })
    const pace = paceOf(machines)
    for (const hour of [3, 9, 12, 18]) {
      const then = (at: Date) => at.getTime() > weekAgo && hourOf(at) === hour
      const hours = Array.from({ length: 168 }, (_, n) => new Date(weekAgo + (n + 0.5) * 3_600_000))
      const expected = hours.filter(then).reduce((sum, at) => sum + 3_600 * pace(at.getTime()), 0)
      const sales = times.filter(then).length
      expect(Math.abs(sales - expected), `${hour}: ${sales}, ${expected}`).toBeLessThanOrEqual(expected / 6)
    }
  })

  test('never stands still in a demo, and is livelier while people watch its start', () => {
    const office = { type: 'vending', storeKind: 'office', utcOffsetMinutes: 480 } as const
    const pace = paceOf([office])
    const night = Date.parse('2026-11-18T03:00+08:00')
    expect(pace(night)).toBe(0)
    const minutesAfter = (minutes: number) => neverIdle(pace, night)(night + minutes * 60_000) * 3_600
    expect([minutesAfter(0), minutesAfter(9), minutesAfter(10), minutesAfter(60)]).toEqual([120, 120, 6, 6])
    const noon = Date.parse('2026-11-18T12:30+08:00')
    const crowded = paceOf(Array.from({ length: 300 }, () => office))
    expect(neverIdle(crowded, noon)(noon)).toBe(crowded(noon))
  })

  test('is one of the working week in offices and of weekends in malls', () => {
    expect(share(sold('office'), isWeekend)).toBeLessThan(0.15)
    expect(share(sold('mall'), isWeekend)).toBeGreaterThan(0.35)
  })

  test('begins when the machine is bound', () => {
    const boundAt = new Date('2026-11-01T00:00:00Z')
    const times = moments(
      seeded(1),
      { type: 'vending', storeKind: 'mall', strength: 1, boundAt },
      { now, days: 84, utcOffsetMinutes: 480 },
    )
    expect(times.length).toBeGreaterThan(50)
    expect(times.every((at) => at > boundAt && at < now)).toBe(true)
  })
})
