import { formatMoney } from '@slotwise/contract'

import { useLocale } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { useCurrencyCode } from '../../ui/money.tsx'

/** Points as money, within a sentence: a point is worth a cent. */
export function useWorth(): (points: number) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  const code = useCurrencyCode()
  return (points) => [formatMoney(points, currency, locale), code].filter(Boolean).join(' ')
}

/** Points with digits of equal width. */
export const formatPoints = (points: number): string => points.toLocaleString('en-US')

export const Points = ({ value }: { value: number }) => (
  <span className="sw-figures">{formatPoints(value)}</span>
)

/** A change of points, with its sign. */
export const PointChange = ({ value }: { value: number }) => (
  <span className="sw-figures">{`${value > 0 ? '+' : ''}${formatPoints(value)}`}</span>
)
