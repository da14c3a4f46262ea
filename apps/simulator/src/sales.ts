/** Customers: how many come at which hour, what they buy and how they pay. */
import type { Purchase } from './machine/counter.ts'
import type { Schedule } from './machine/life.ts'
import type { Machine } from './machine/machine.ts'
import type { Carried, Wallet } from './wallet.ts'
import { between, pick, pickWeighted, untilNext, type Random } from './random.ts'

const minute = 60_000
const hour = 60 * minute

/** Both countries are eight hours ahead of UTC. */
const zoneHours = 8

/** Relative number of customers at each hour of the day, with peaks at noon and after work. */
const crowd = [2, 1, 1, 1, 1, 2, 5, 10, 14, 13, 14, 18, 24, 20, 15, 14, 16, 20, 24, 24, 20, 15, 10, 5]
const usual = crowd.reduce((sum, one) => sum + one, 0) / crowd.length

/** How busy it is at this time, relative to the average. */
export function bustle(now: number): number {
  const at = Math.floor(now / hour + zoneHours) % 24
  return (crowd[at] ?? usual) / usual
}

type Pay = Purchase['pay']
type Habits = {
  cash: readonly (readonly [Pay, number])[]
  /** What needs an order of the server. */
  online: readonly (readonly [Pay, number])[]
}

const usualHabits: Habits = {
  cash: [
    ['coin', 45],
    ['bill', 35],
    ['ezcard', 8],
  ],
  online: [
    ['wechat', 6],
    ['alipay', 5],
    ['gkash', 5],
  ],
}

/** How customers of a country pay. */
const habits: Readonly<Record<string, Habits>> = {
  CN: {
    cash: [
      ['coin', 8],
      ['bill', 4],
      ['ezcard', 3],
    ],
    online: [
      ['wechat', 55],
      ['alipay', 30],
    ],
  },
  MY: {
    cash: [
      ['coin', 28],
      ['bill', 24],
      ['ezcard', 5],
    ],
    online: [['gkash', 43]],
  },
}

/** How long until a machine that runs low is refilled. */
const untilRefilled = [20 * minute, 90 * minute] as const

/** Sales a second. */
export type Pace = number | ((now: number) => number)

/** A pace is looked at again after this time, because it changes by the hour. A wait for chance has no memory. */
const lookAgainMs = 10 * minute

type Market = {
  machines: readonly Machine[]
  /** The country whose customers a machine has. */
  countryOf?(machine: Machine): string | undefined
  /** What the customers of a machine carry besides money. */
  walletOf?(machine: Machine): Wallet | undefined
  /** Customers of all machines together: averaged over a day, or those of each moment. */
  perSecond: Pace
  random: Random
  schedule: Schedule
  now(): number
  speed?: number
}

/** Sends customers to the machines until the returned function is called. */
export function openMarket(market: Market): () => void {
  const { machines, perSecond, random, schedule, now, speed = 1 } = market
  /** Weights of the machines: some places are better than others. */
  const places = machines.map((machine) => [machine, between(random, [0.3, 1.7])] as const)
  const expected = new Set<Machine>()
  let stop: () => void = () => {}

  const paceAt = (at: number): number =>
    typeof perSecond === 'number' ? perSecond * bustle(at) : perSecond(at)

  function awaitCustomer(): void {
    const wait = untilNext(random, paceAt(now()))
    stop = schedule(Math.min(wait, lookAgainMs), () => {
      const machine = wait <= lookAgainMs ? pickWeighted(random, places) : undefined
      if (machine) visit(machine)
      awaitCustomer()
    })
  }

  function visit(machine: Machine): void {
    // A customer who finds the machine busy, or without online payment, keeps coupon and voucher.
    const canUse = machine.takesOrders() && machine.wares().length > 0
    const carried = canUse ? market.walletOf?.(machine)?.() : undefined
    const purchase = choose(machine, random, market.countryOf?.(machine), carried)
    if (purchase) machine.buy(purchase)
    if (runsLow(machine)) orderGoods(machine)
  }

  function orderGoods(machine: Machine): void {
    if (expected.has(machine)) return
    expected.add(machine)
    schedule(between(random, untilRefilled) / speed, () => {
      expected.delete(machine)
      machine.refill()
    })
  }

  if (perSecond !== 0 && machines.length > 0) awaitCustomer()
  return () => stop()
}

/** What a customer buys and how the customer pays; undefined when the machine sells nothing, off or busy. */
export function choose(
  machine: Machine,
  random: Random,
  country = '',
  { card, coupon, voucher }: Carried = {},
): Purchase | undefined {
  const slot = pick(random, machine.wares())
  if (!slot) return undefined
  if (voucher !== undefined && machine.takesOrders()) return { items: [], pay: 'gift', voucher }
  const { cash, online } = habits[country] ?? usualHabits
  const ways = machine.takesOrders() ? [...(coupon === undefined ? cash : []), ...online] : cash
  const pay = card !== undefined && machine.takesOrders() ? 'card' : (pickWeighted(random, ways) ?? 'coin')
  const wanted = pickWeighted(random, numbers) ?? 1
  // Pulses have no stock.
  const n = slot.max === 0 ? wanted : Math.min(slot.qty, wanted)
  const items = [{ ch: slot.ch, n }]
  if (pay === 'coin' || pay === 'bill' || pay === 'ezcard') return { items, pay }
  return {
    items,
    pay,
    ...(pay === 'card' && card !== undefined ? { card } : {}),
    ...(coupon === undefined ? {} : { coupon }),
  }
}

const numbers = [
  [1, 85],
  [2, 12],
  [3, 3],
] as const

function runsLow({ memory: { slots } }: Machine): boolean {
  const sum = (of: 'qty' | 'max'): number => slots.reduce((total, slot) => total + slot[of], 0)
  return sum('qty') < sum('max') / 4
}
