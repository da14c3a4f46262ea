/** A rate is a percentage in calls and on machines; tables hold whole hundredths of a percent. */
import { sql } from 'kysely'

export const percentOf = (column: string) => sql<number | null>`(${sql.ref(column)} / 100.0)::float`

export const hundredths = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100)
