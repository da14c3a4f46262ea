/** A winning rate is percent to everybody, and whole hundredths of it in the table. */
import { sql } from 'kysely'

export const percentOf = (column: string) => sql<number | null>`(${sql.ref(column)} / 100.0)::float`

export const hundredths = (percent: number | null): number | null =>
  percent === null ? null : Math.round(percent * 100)
