/** Divides an amount by weights, without a rest: those with the largest fractions get the cents that are left. */
export function divide(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const fair = weights.map((weight) => (sum === 0 ? amount / weights.length : (amount * weight) / sum))
  const shares = fair.map(Math.floor)
  const rest = amount - shares.reduce((a, b) => a + b, 0)
  const byFraction = fair
    .map((value, index) => ({ index, fraction: value - Math.floor(value) }))
    .toSorted((a, b) => b.fraction - a.fraction || a.index - b.index)
  for (const { index } of byFraction.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
