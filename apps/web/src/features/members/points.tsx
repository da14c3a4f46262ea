import { useMoneyText } from '../../ui/money.tsx'

/** Points as money, within a sentence: a point is worth a cent. */
export const useWorth = useMoneyText

/** Points with digits of equal width. */
export const formatPoints = (points: number): string => points.toLocaleString('en-US')

export const Points = ({ value }: { value: number }) => (
  <span className="sw-figures">{formatPoints(value)}</span>
)

/** A change of points, with its sign. */
export const PointChange = ({ value }: { value: number }) => (
  <span className="sw-figures">{`${value > 0 ? '+' : ''}${formatPoints(value)}`}</span>
)
