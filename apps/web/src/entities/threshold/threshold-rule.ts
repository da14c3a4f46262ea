import { type LowRule, type Thresholds, usualThreshold } from '@slotwise/contract'

type Own = Thresholds['merchant']

/** Where a threshold is set. */
export type ThresholdLevel = 'device' | 'store' | 'merchant' | 'usual'

type Counting<Value> = { value: Value; level: ThresholdLevel }
export type CountingThreshold = { low: Counting<LowRule>; offline_minutes: Counting<number> }

/** A machine and its store, a store, or with neither of them the merchant. */
export type ThresholdPlace = { sn?: string; store?: string | null }

const none: Own = { low: null, offline_minutes: null }

/** What is set at a place itself. */
export function ownThreshold({ merchant, stores, devices }: Thresholds, { sn, store }: ThresholdPlace): Own {
  if (sn === undefined && store === undefined) return merchant
  const own =
    sn === undefined ? stores.find((one) => one.store === store) : devices.find((one) => one.sn === sn)
  return own ? { low: own.low, offline_minutes: own.offline_minutes } : none
}

/**
 * What counts at a place: the machine's own threshold, else that of its store, else the merchant's, else the usual one.
 * The share or number of pieces and the minutes are inherited separately.
 */
export function countingThreshold(thresholds: Thresholds, { sn, store }: ThresholdPlace): CountingThreshold {
  const levels: [ThresholdLevel, Own][] = [
    ...(sn === undefined ? [] : [['device', ownThreshold(thresholds, { sn })] as [ThresholdLevel, Own]]),
    ['store', store ? ownThreshold(thresholds, { store }) : none],
    ['merchant', thresholds.merchant],
  ]
  const first = <Value>(of: (own: Own) => Value | null, usual: Value): Counting<Value> => {
    for (const [level, own] of levels) {
      const value = of(own)
      if (value !== null) return { value, level }
    }
    return { value: usual, level: 'usual' }
  }
  return {
    low: first<LowRule>((own) => own.low, usualThreshold.low),
    offline_minutes: first<number>((own) => own.offline_minutes, usualThreshold.offline_minutes),
  }
}

/** What a place without a threshold of its own has from the levels above it. */
export const inheritedThreshold = (
  thresholds: Thresholds,
  { sn, store }: ThresholdPlace,
): CountingThreshold =>
  sn === undefined
    ? countingThreshold(store ? thresholds : { ...thresholds, merchant: none }, {})
    : countingThreshold(thresholds, store ? { store } : {})
