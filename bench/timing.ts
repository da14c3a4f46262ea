/** How long work takes. */

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

export const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** The time that 95 of 100 do not exceed. */
export const p95 = (values: readonly number[]): number =>
  sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

/** How long each of several runs takes. */
async function timesOf(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const begun = performance.now()
    await work()
    took.push(performance.now() - begun)
  }
  return took
}

/** The median of rounds, each the median of its runs. */
export async function medianOfRounds(rounds: number, times: () => Promise<number[]>): Promise<number> {
  const medians: number[] = []
  for (let round = 0; round < rounds; round += 1) medians.push(median(await times()))
  return median(medians)
}

export const time = (rounds: number, runs: number, work: () => Promise<unknown>): Promise<number> =>
  medianOfRounds(rounds, () => timesOf(runs, work))
