import type { LowRule } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import type { CountingThreshold, ThresholdLevel } from './threshold-rule.ts'
import { thresholdRuleWords } from './rule-words.ts'

const levelWords = {
  device: 'levelDevice',
  store: 'levelStore',
  merchant: 'levelMerchant',
  usual: 'levelUsual',
} as const satisfies Record<ThresholdLevel, string>

/** Inherited values come from the store, the merchant or nowhere. */
const inheritedWords = {
  device: 'ofDevice',
  store: 'asStore',
  merchant: 'asMerchant',
  usual: 'asUsual',
} as const satisfies Record<ThresholdLevel, string>

/** Thresholds in words. */
export function useThresholdText() {
  const t = useT(thresholdRuleWords)
  const low = ({ mode, value }: LowRule): string => t(mode, { value })
  const minutes = (value: number): string => t('minutes', { value })
  return {
    title: t('title'),
    low,
    minutes,
    /** As the placeholder of a field: `as the store: 20%`. */
    inherited: (of: CountingThreshold) => ({
      low: t(inheritedWords[of.low.level], { value: low(of.low.value) }),
      offline_minutes: t(inheritedWords[of.offline_minutes.level], {
        value: minutes(of.offline_minutes.value),
      }),
    }),
    /** The rule by which slots are low, and where it is set. */
    lowRule: ({ low: { value, level } }: CountingThreshold): string =>
      t('lowRule', { value: low(value), level: t(levelWords[level]) }),
  }
}
