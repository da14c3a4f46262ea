/**
 * A merchant with stores, machines and goods of every kind (moved, deleted, in no store), random sales of theirs, and
 * what a recount of these sales says to a user. Another merchant sells the same.
 */
import {
  addDays,
  amountsOf,
  billStatuses,
  classOf,
  dayOf,
  goodsCalls,
  type PayClient,
  payClients,
  type Permission,
  rateOf,
  regionCalls,
} from '@slotwise/contract'
import fc from 'fast-check'

import type { Bill } from '../src/modules/bills/bill-model.ts'
import type { TestApp } from './app.ts'
import { billOf, makeBills } from './bills.ts'
import {
  makeArea,
  makeDevice,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from './factories.ts'
import { asOwner } from './owner.ts'

const zone = 480
export const dayIn = (at: Date): string => dayOf(at, zone)
export const hourIn = (at: Date): number => (at.getUTCHours() + zone / 60) % 24

type User = Merchant & {
  sees(bill: Pick<Bill, 'store_id' | 'device_id'>): boolean
}
type StandMachine = { id: string; sn: string; title: string; store: string | null }

export type SalesStand = {
  users: Record<'main' | 'ofStores' | 'ofMachines' | 'ofBoth', User>
  neighbour: Merchant
  bills: Bill[]
  areas: string[]
  /** The area of each store that has one. */
  areaOf: ReadonlyMap<string, string>
  stores: string[]
  machines: StandMachine[]
  goods: string[]
  /** Names of areas, stores and goods by their numbers. */
  names: ReadonlyMap<string, string>
}

const seeing: readonly Permission[] = [
  'home',
  'statistics.area',
  'statistics.store',
  'statistics.device',
  'statistics.goods',
  'statistics.report',
]

/** The name of the store in which a machine stands now, for users who see the store or the machine. */
export function storeNameIn(
  { users, names }: SalesStand,
  who: keyof SalesStand['users'],
  machine: StandMachine | undefined,
): string | null {
  if (!machine || !users[who].sees({ store_id: machine.store, device_id: machine.id })) return null
  return names.get(machine.store ?? '') ?? null
}

/** Sales of `days` days up to `last`: many on the edges of days, months and hours. */
export async function makeSalesStand(
  app: TestApp,
  { last, days, sales }: { last: Date; days: number; sales: number },
): Promise<SalesStand> {
  const owner = await makeMerchant(app)
  const neighbour = await makeMerchant(app)
  const areas = [await makeArea(app, owner), await makeArea(app, owner), await makeArea(app, owner)]
  const [north, south, closed] = areas.map((area) => area._id) as [string, string, string]
  const placed = [
    await makeStore(app, owner, { area: north, store_address: '1 North Road' }),
    await makeStore(app, owner, { area: north }),
    await makeStore(app, owner, { area: south }),
    await makeStore(app, owner),
    await makeStore(app, owner, { area: closed }),
  ]
  const stores = placed.map((store) => store._id)
  const [first = '', second = '', third = '', , shut = ''] = stores
  const machines: SalesStand['machines'] = []
  for (const [index, store] of [first, first, second, third, null].entries()) {
    const title = `Machine ${9 - index}`
    machines.push({ ...(await makeDevice(app, owner, store, title)), title, store })
  }
  const goods = [await makeGoods(app, owner), await makeGoods(app, owner), await makeGoods(app, owner)]
  const ids = goods.map((one) => one.goods_id)
  const theirs = { ...(await makeDevice(app, neighbour, null)), store: null }

  const draft = fc.record({
    machine: fc.nat(machines.length - 1),
    // A machine that was moved sold in other stores before.
    store: fc.option(fc.constantFrom(...stores), { freq: 6 }),
    ago: fc.nat(days),
    moment: fc.oneof(
      fc.constantFrom(0, 1, 86_399_999, 3_600_000, 3_599_999, 12 * 3_600_000),
      fc.integer({ min: 0, max: 86_399_999 }),
    ),
    client: fc.constantFrom(...payClients),
    status: fc.constantFrom(...billStatuses),
    total: fc.integer({ min: 1, max: 2_000 }),
    part: fc.integer({ min: 0, max: 100 }),
    lines: fc.array(
      fc.record({
        channel_sn: fc.integer({ min: 1, max: 3 }),
        goods_id: fc.constantFrom(null, ...ids),
        price: fc.integer({ min: 0, max: 500 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        delivered: fc.constantFrom(null, 0, 1, 3),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  const drawn = fc.sample(draft, { numRuns: sales, seed: 7 }).map((one): Bill => {
    const machine = machines[one.machine] ?? theirs
    const day = addDays(dayIn(last), -one.ago)
    const refunded = {
      refund: one.total,
      mixed: Math.round((one.total * one.part) / 100),
      normal: 0,
      abnormal: 0,
    }
    return billOf(
      { ...machine, store: one.store },
      {
        create_at: new Date(Date.parse(`${day}T00:00:00+08:00`) + one.moment),
        client: one.client,
        status: one.status,
        total_price: one.total,
        refunded: refunded[classOf(one.status)],
        goods: one.lines.map((line) => ({ ...line, title: 'Tea', fault: null })),
      },
    )
  })
  const bills = drawn.filter((bill) => bill.create_at <= last)
  await makeBills(app, owner, bills)
  await makeBills(
    app,
    neighbour,
    bills.map((bill) =>
      billOf(theirs, { create_at: bill.create_at, client: bill.client, goods: bill.goods }),
    ),
  )

  // What is gone keeps its name: a store with its area, goods, and a machine.
  await app.call(regionCalls.delStore, { _id: shut }, { as: owner })
  await app.call(regionCalls.delArea, { _id: closed }, { as: owner })
  await app.call(goodsCalls.delPrivate, { goods_id: ids[2] ?? '' }, { as: owner })
  await asOwner(app, 'update device set unbound_at = $1 where device_id = $2', [
    app.clock.now,
    machines[3]?.id,
  ])

  const user = async (scope: { stores?: string[]; devices?: string[] }): Promise<User> => ({
    ...(await makeStaff(app, owner, { ...scope, permissions: seeing })),
    sees: ({ store_id: store, device_id: device }) =>
      scope.stores?.includes(store ?? '') === true || scope.devices?.includes(device) === true,
  })
  const [one, two, three] = machines.map((machine) => machine.id)
  return {
    users: {
      main: { ...owner, sees: () => true },
      ofStores: await user({ stores: [first, shut] }),
      ofMachines: await user({ devices: [two ?? '', three ?? ''] }),
      ofBoth: await user({ stores: [second, first], devices: [one ?? '', two ?? ''] }),
    },
    neighbour,
    bills,
    areas: areas.map((area) => area._id),
    areaOf: new Map(placed.flatMap((store) => (store.area ? [[store._id, store.area] as const] : []))),
    stores,
    machines,
    goods: ids,
    names: new Map([
      ...areas.map((area) => [area._id, area.area_name] as const),
      ...placed.map((store) => [store._id, store.store_name] as const),
      ...goods.map((one) => [one.goods_id, one.title] as const),
    ]),
  }
}

/** Income, refunds and number of bills. */
export function amountsIn(bills: readonly Bill[]): { income: number; refund: number; count: number } {
  const sum = { income: 0, refund: 0, count: bills.length }
  for (const bill of bills) {
    const { income, refund } = amountsOf(bill)
    sum.income += income
    sum.refund += refund
  }
  return sum
}

/** All figures of bills, as the contract names them. */
export function figuresIn(bills: readonly Bill[]) {
  const { count, ...amounts } = amountsIn(bills)
  const of = (...classes: string[]): number =>
    bills.filter((bill) => classes.includes(classOf(bill.status))).length
  const [success, abnormal, refund] = [of('normal'), of('abnormal'), of('refund', 'mixed')]
  return {
    ...amounts,
    count,
    failRate: rateOf(abnormal + refund, count),
    successCount: success,
    successRate: rateOf(success, count),
    abnormalCount: abnormal,
    abnormalRate: rateOf(abnormal, count),
    refundCount: refund,
    refundRate: rateOf(refund, count),
  }
}

export const channelsIn = (bills: readonly Bill[]) =>
  payClients.flatMap((client) => {
    const own = bills.filter((bill) => bill.client === client)
    return own.length === 0 ? [] : [{ client, ...amountsIn(own) }]
  })

export type GoodsLine = {
  goods: string | null
  client: PayClient
  pieces: number
  income: number
  refund: number
}

/**
 * An amount in parts, by remainders of whole numbers: the product adds up fractions. Each line gets its part rounded
 * down; the cents that are left go to the largest remainders, and of equal ones to the first.
 */
function partsIn(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const shares = sum === 0 ? weights.map(() => 1) : weights
  const whole = sum === 0 ? weights.length : sum
  const parts = shares.map((share) => ({
    part: Math.floor((amount * share) / whole),
    rest: (amount * share) % whole,
  }))
  for (let left = amount - parts.reduce((total, { part }) => total + part, 0); left > 0; left -= 1) {
    const next = parts.find(({ rest }) => rest === Math.max(...parts.map((one) => one.rest)))
    if (next) Object.assign(next, { part: next.part + 1, rest: -1 })
  }
  return parts.map(({ part }) => part)
}

/** The lines of bills, each with its part of the amounts. */
export const linesIn = (bills: readonly Bill[]): GoodsLine[] =>
  bills.flatMap((bill) => {
    const { income, refund } = amountsOf(bill)
    const weights = bill.goods.map(({ price, quantity }) => price * quantity)
    const [incomes, refunds] = [partsIn(income, weights), partsIn(refund, weights)]
    return bill.goods.map((line, index) => ({
      goods: line.goods_id,
      client: bill.client,
      pieces: line.delivered ?? 0,
      income: incomes[index] ?? 0,
      refund: refunds[index] ?? 0,
    }))
  })

/** The figures of lines by payment, as the contract names them. */
export const goodsChannelsIn = (lines: readonly GoodsLine[]) =>
  payClients.flatMap((client) => {
    const own = lines.filter((line) => line.client === client)
    const sum = (of: (line: GoodsLine) => number): number => own.reduce((n, line) => n + of(line), 0)
    const amounts = {
      count: sum((line) => line.pieces),
      lines: own.length,
      income: sum((line) => line.income),
      refund: sum((line) => line.refund),
    }
    return own.length === 0 ? [] : [{ client, ...amounts }]
  })
