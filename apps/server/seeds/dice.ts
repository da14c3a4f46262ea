/**
 * Dice that fall the same way for the same seed, so that every first start makes the same demo. The virtual machines
 * have their own, because the server does not depend on them.
 */
export type Random = () => number

/** mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (random: Random, [low, high]: readonly [number, number]): number =>
  low + random() * (high - low)
export const chance = (random: Random, probability: number): boolean => random() < probability

/** A random element; undefined for an empty list. */
export const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)]

/** A random element, with probabilities in proportion to the weights. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [T, number])[]): T | undefined {
  let left = random() * list.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [one, weight] of list) {
    left -= weight
    if (left < 0) return one
  }
  return list.at(-1)?.[0]
}
