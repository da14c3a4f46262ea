import { z } from 'zod'

import { Day } from './time.ts'

export const maxPageSize = 999

/** A filter may be left out where none of its fields is required. The type of an empty one names all of them. */
type MayBeLeftOut<Fields> = string extends keyof Fields ? true : Partial<Fields> extends Fields ? true : false
type Condition<Filter extends z.ZodType> =
  MayBeLeftOut<z.input<Filter>> extends true ? z.ZodPrefault<Filter> : Filter

function conditionOf<Filter extends z.ZodType>(filter: Filter): Condition<Filter> {
  const mayBeLeftOut = filter.safeParse({}).success
  return (mayBeLeftOut ? filter.prefault({} as z.input<Filter>) : filter) as Condition<Filter>
}

/**
 * The input of every list. `condition` is a schema per call: there is no free-form filter. `step` belongs to the wire
 * format of the specification and is not used.
 */
export const pageOf = <Filter extends z.ZodType>(condition: Filter, defaultSize = 10) =>
  z.strictObject({
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(maxPageSize).default(defaultSize),
    step: z.int().min(0).max(maxPageSize).optional(),
    condition: conditionOf(condition),
  })

/** The orders of a list by these columns; a minus in front turns one round. */
export const ascendingAndDescending = <const Name extends string>(...names: Name[]): (Name | `-${Name}`)[] =>
  names.flatMap((name) => [name, `-${name}` as const])

export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    count: z.int(),
    /** True when `count` is only a lower bound. */
    countCapped: z.boolean().optional(),
  })

/** Counting a long list ends here, and so does turning its pages by number. */
export const maxDepth = 10_000

/**
 * The input of a list that grows without end, ordered by time, the newest first. It is read from a place, which costs
 * the same at any depth: from `cursor`, which an earlier answer gave, or from the last record of `day`. By `pageNum`
 * alone only the first `maxDepth` records can be reached.
 */
export const longPageOf = <Filter extends z.ZodType>(condition: Filter, defaultSize = 10) =>
  pageOf(condition, defaultSize).extend({
    cursor: z.string().max(200, { error: 'v:cursor' }).optional(),
    day: Day.optional(),
  })

/** `newer` and `older` are the cursors of the pages before and after this one; null where there is none. */
export const longListOf = <Row extends z.ZodType>(row: Row) =>
  listOf(row).extend({ newer: z.string().nullable(), older: z.string().nullable() })

export type Page = { pageNum: number; pageSize: number }
export type List<Row> = { data: Row[]; count: number; countCapped?: boolean | undefined }
export type LongPage = Page & { cursor?: string | undefined; day?: string | undefined }
export type LongList<Row> = List<Row> & { newer: string | null; older: string | null }
