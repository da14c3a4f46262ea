import { formatRate } from '@slotwise/contract'

/** A percentage with two decimals. `alarm` marks it as too high, by colour and weight. */
export function Rate({ percent, alarm = false }: { percent: number; alarm?: boolean }) {
  return <span className={alarm ? 'sw-figures is-alarming' : 'sw-figures'}>{formatRate(percent)}</span>
}
