/** A number from 0 up to but not including 1, like Math.random. */
export type Random = () => number
export type Range = readonly [low: number, high: number]

/** A generator that gives the same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (random: Random, [low, high]: Range): number => low + random() * (high - low)
export const wholeBetween = (random: Random, [low, high]: Range): number =>
  low + Math.floor(random() * (high - low + 1))
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

/** Milliseconds until the next random event, at this average number per second. */
export const untilNext = (random: Random, perSecond: number): number =>
  (-Math.log(1 - random()) / perSecond) * 1_000
