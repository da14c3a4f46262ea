import { seededRandom } from './mutants.ts'
import type { Statement } from './spec-map.ts'

/**
 * Rows drawn from the map by a seed: each section has its share, and `count.journeys` of all are rows that journeys alone
 * prove.
 */
export function sampleOf(
  all: readonly Statement[],
  isByJourneys: (one: Statement) => boolean,
  count: { all: number; journeys: number },
  seed: number,
): Statement[] {
  const random = seededRandom(seed)
  const chosen = new Set([
    ...drawn(all.filter(isByJourneys), count.journeys, random),
    ...drawn(
      all.filter((one) => !isByJourneys(one)),
      count.all - count.journeys,
      random,
    ),
  ])
  return all.filter((one) => chosen.has(one))
}

/** Shares are rounded down first; the largest remainders get one more. */
function drawn(all: readonly Statement[], count: number, random: () => number): Statement[] {
  const shares = [...Map.groupBy(all, ({ section }) => section).values()].map((rows) => {
    const share = (count * rows.length) / all.length
    return { rows: [...rows], whole: Math.floor(share), rest: share % 1 }
  })
  const missing = count - shares.reduce((sum, { whole }) => sum + whole, 0)
  for (const share of shares.toSorted((a, b) => b.rest - a.rest).slice(0, missing)) share.whole += 1
  return shares.flatMap(({ rows, whole }) =>
    Array.from({ length: whole }, () => rows.splice(Math.floor(random() * rows.length), 1)).flat(),
  )
}
