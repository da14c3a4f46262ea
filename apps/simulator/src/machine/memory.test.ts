import { expect, test } from 'vitest'

import { seeded } from '../random.ts'
import { newMemory } from './memory.ts'

const lowSlots = (seed: number, used: boolean): number => {
  const { slots } = newMemory({ type: 'vending', secret: '', slots: 40, used, random: seeded(seed) })
  return slots.filter(({ qty, max }) => qty <= max / 5).length
}
const machines = Array.from({ length: 100 }, (_, seed) => seed)

test('of machines that have sold for days, some are due for a refill and the others are not low', () => {
  const low = machines.map((seed) => lowSlots(seed, true)).filter((count) => count > 0)
  expect(low.length).toBeGreaterThan(10)
  expect(low.length).toBeLessThan(30)
  for (const count of low) expect(count).toBeGreaterThan(3)
})

test('new machines are full', () => {
  expect(machines.map((seed) => lowSlots(seed, false))).toEqual(machines.map(() => 0))
})
