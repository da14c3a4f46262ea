import { z } from 'zod'

export const maxPageSize = 999

/**
 * The payload of every list. `condition` is a schema per call: there is no free-form filter.
 * `step` belongs to the wire format of the specification and carries no meaning of its own.
 */
export const pageOf = <Filter extends z.ZodType>(condition: Filter, defaultSize = 10) =>
  z.strictObject({
    pageNum: z.int().min(1).max(1_000_000).default(1),
    pageSize: z.int().min(1).max(maxPageSize).default(defaultSize),
    step: z.int().min(0).max(maxPageSize).optional(),
    condition: condition.prefault({} as z.input<Filter>),
  })

export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    count: z.int(),
    /** True when `count` is only a lower bound. */
    countCapped: z.boolean().optional(),
  })

export type Page = { pageNum: number; pageSize: number }
export type List<Row> = { data: Row[]; count: number; countCapped?: boolean | undefined }
