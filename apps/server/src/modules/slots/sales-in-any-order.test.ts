/** Random sequences of sales, counts and repetitions, and the stock that they leave. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { storm } from '../../../test/depth.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand, type StockLine } from '../../../test/slot-stand.ts'
import { sweep } from '../../worker/housekeeping.ts'
import type { Sold } from './index.ts'

const stand = await SlotStand.start()

/** What happens at two machines with two slots each, and in which order the server hears of it. */
type Step =
  | { what: 'buy'; machine: number; slot: number; n: number }
  | { what: 'count' | 'repeatCount' | 'refill'; machine: number }
  | { what: 'hear'; most: number; newestFirst: boolean }

const machineNumber = fc.constantFrom(0, 1)
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constant('buy' as const),
        machine: machineNumber,
        slot: fc.constantFrom(1, 2),
        n: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constantFrom('count' as const, 'count' as const, 'repeatCount' as const),
        machine: machineNumber,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('hear' as const),
        most: fc.integer({ min: 1, max: 4 }),
        newestFirst: fc.boolean(),
      }),
    },
  ),
  { minLength: 4, maxLength: 18 },
)
const stepsWithRefills = fc
  .tuple(steps, fc.array(fc.tuple(fc.nat({ max: 17 }), machineNumber), { minLength: 1, maxLength: 3 }))
  .map(([list, refills]) =>
    refills.reduce<Step[]>((all, [at, machine]) => all.toSpliced(at, 0, { what: 'refill', machine }), list),
  )

/** A machine beside what it really holds. */
class TrueMachine {
  readonly machine: BoundMachine
  readonly holds: Record<number, number> = { 1: 12, 2: 12 }
  private rev = 1
  private counted: Record<number, number> = { ...this.holds }

  constructor(machine: BoundMachine) {
    this.machine = machine
  }

  static async start(): Promise<TrueMachine> {
    const it = new TrueMachine(await makeOnlineMachine(stand.app, stand.owner, { slots: 2 }))
    await asOwner(stand.app, 'update channel set goods_id = $2, price = 350, max = 20 where device_id = $1', [
      it.machine.id,
      stand.cola,
    ])
    // The first count of a slot without a ledger is taken over.
    await stand.counts(it.machine, it.rev, it.counted)
    return it
  }

  async count(): Promise<void> {
    this.counted = { ...this.holds }
    this.rev += 1
    await stand.counts(this.machine, this.rev, this.counted)
  }

  repeatCount = () => stand.counts(this.machine, this.rev, this.counted)
}

/** Plays the steps; in the end the server hears of every sale and of a last count. Returns what was sold. */
async function play(machines: readonly TrueMachine[], list: readonly Step[]): Promise<Sold[]> {
  const all: Sold[] = []
  let unheard: Sold[] = []
  const hear = async (most: number, newestFirst: boolean) => {
    const batch = newestFirst ? unheard.toReversed().slice(0, most) : unheard.slice(0, most)
    unheard = unheard.filter((sold) => !batch.includes(sold))
    await stand.sells(...batch)
  }
  for (const step of list) {
    if (step.what === 'hear') {
      await hear(step.most, step.newestFirst)
      continue
    }
    const at = machines[step.machine]!
    if (step.what === 'count') await at.count()
    if (step.what === 'repeatCount') await at.repeatCount()
    if (step.what === 'refill') for (const slot of [1, 2]) at.holds[slot] = 20
    if (step.what === 'buy' && at.holds[step.slot]! >= step.n) {
      at.holds[step.slot]! -= step.n
      const sold = stand.buys(at.machine, { [step.slot]: step.n }, `P${all.length}`)
      all.push(sold)
      unheard.push(sold)
    }
  }
  await hear(unheard.length, false)
  for (const at of machines) await at.count()
  return all
}

/** Each line begins with the stock that the line before it in its slot has left. */
function expectChain(lines: readonly StockLine[], last: Readonly<Record<number, number>>): void {
  for (const slot of [1, 2]) {
    let stock = 0
    for (const { before, after } of lines.filter((line) => line.slot === slot)) {
      expect(before).toBe(stock)
      stock = after
    }
    expect(stock).toBe(last[slot])
  }
}

describe('whatever the order of sales, counts and repetitions', () => {
  const settle = async (list: readonly Step[]) => {
    const machines = [await TrueMachine.start(), await TrueMachine.start()]
    const sold = await play(machines, list)
    for (const { machine, holds } of machines) {
      expect(await stand.books(machine)).toEqual([
        [1, holds[1]],
        [2, holds[2]],
      ])
      expectChain(await stand.lines(machine), holds)
    }
    return { machines, sold }
  }

  test('the stock is what the machine holds, and every missing piece is a sale', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { machines, sold } = await settle(list)
        const lines = (await Promise.all(machines.map(({ machine }) => stand.lines(machine)))).flat()
        const sumOf = (those: readonly StockLine[]) =>
          those.reduce((sum, { before, after }) => sum + before - after, 0)
        for (const { orderno, items } of sold)
          expect(sumOf(lines.filter((line) => line.orderno === orderno && line.reason === 'sale'))).toBe(
            items[0]!.n,
          )
        // The rest is what the first counts have brought in.
        expect(sumOf(lines.filter(({ reason }) => reason === 'machine'))).toBe(-4 * 12)
      }),
      { numRuns: storm({ usual: 15, deep: 500 }) },
    )
  })

  test('the stock is what the machine holds, also when it is refilled meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(stepsWithRefills, async (list) => void (await settle(list))),
      { numRuns: storm({ usual: 10, deep: 500 }) },
    )
  })

  test('old lines fold into the same sums', async () => {
    const list: Step[] = [
      { what: 'buy', machine: 0, slot: 1, n: 2 },
      { what: 'count', machine: 0 },
      { what: 'hear', most: 1, newestFirst: false },
      { what: 'buy', machine: 0, slot: 2, n: 1 },
    ]
    const { machines } = await settle(list)
    const { machine, holds } = machines[0]!
    const daySeconds = 86_400
    stand.app.clock.advance(400 * daySeconds)
    await sweep(stand.app.deps)
    expect(await stand.lines(machine)).toEqual([
      { slot: 1, reason: 'opening', before: 0, after: holds[1], orderno: null },
      { slot: 2, reason: 'opening', before: 0, after: holds[2], orderno: null },
    ])
  })
})
