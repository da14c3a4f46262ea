/** The figures of sums, and how they are added up. */

/** The figures of the sums by machine and by store; `count` is the number of bills. */
export const figureNames = [
  'count',
  'normal',
  'abnormal',
  'refund_only',
  'mixed',
  'income',
  'refund',
] as const
export const goodsFigureNames = ['count', 'pieces', 'income', 'refund'] as const

export type Figures = Record<(typeof figureNames)[number], number>
export type GoodsFigures = Record<(typeof goodsFigureNames)[number], number>

/** What a line of time shows. */
export const amountNames = ['income', 'refund', 'count'] as const

/** The figures under the names of the contract. */
export const countsOf = ({ count, income, refund, normal, abnormal, refund_only, mixed }: Figures) => ({
  count,
  income,
  refund,
  successCount: normal,
  abnormalCount: abnormal,
  refundCount: refund_only + mixed,
})

export const noFigures: Figures = {
  count: 0,
  normal: 0,
  abnormal: 0,
  refund_only: 0,
  mixed: 0,
  income: 0,
  refund: 0,
}

/** The sums of some figures of several rows. */
export function addNamed<Name extends keyof Figures>(
  names: readonly Name[],
  rows: readonly Pick<Figures, Name>[],
): Pick<Figures, Name> {
  const total = { ...noFigures }
  for (const row of rows) for (const name of names) total[name] += row[name]
  return total
}

/** The sum of several rows of figures. */
export const addFigures = (rows: readonly Figures[]): Figures => addNamed(figureNames, rows)

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
