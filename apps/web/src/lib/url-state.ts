import { maxPageSize } from '@slotwise/contract'
import { useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'

/**
 * A list's only state is the address: filters under the names of the contract's filter schema, `page`, `size`, and
 * in `open` the drawer ('add', or the id of a row). So back, reload and a shared link work. What does not fit the
 * schema is passed over, field by field. A sort order is a field of the filter like any other.
 */
export type FilterSchema = z.ZodObject

export type ListState<Schema extends FilterSchema> = {
  filter: z.output<Schema>
  /** True when anything narrows the list. */
  filtered: boolean
  page: number
  size: number
  /** How many rows this list shows unless somebody wants more or fewer. */
  standardSize: number
  drawer: string | undefined
  setFilter: (change: Partial<z.input<Schema>>) => void
  resetFilter: () => void
  setPage: (page: number, size?: number) => void
  openDrawer: (name: string) => void
  closeDrawer: () => void
}

const usualPageSize = 10

/** An address holds text only: `true` and `12` may also be meant as a boolean and a number. */
function candidates(values: readonly string[]): unknown[] {
  const [first] = values
  if (first === undefined) return []
  const literal = /^(true|false|0|-?[1-9]\d{0,14})$/.test(first) ? [JSON.parse(first) as unknown] : []
  return [first, ...literal, values]
}

export function readFilter<Schema extends FilterSchema>(
  schema: Schema,
  params: URLSearchParams,
): z.output<Schema> {
  const fields = Object.entries<z.ZodType>(schema.shape)
  const read = fields.flatMap(([name, field]) => {
    const fitting = candidates(params.getAll(name)).find((value) => field.safeParse(value).success)
    return fitting === undefined ? [] : [[name, fitting] as const]
  })
  return mended(schema, Object.fromEntries(read))
}

/**
 * Fields that fit by themselves may break a rule between them. Then those go that the rule names; where none of them
 * is there (half of a span), the one goes whose absence mends most. The others stay.
 */
function mended<Schema extends FilterSchema>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.output<Schema> {
  const whole = schema.safeParse(fields)
  if (whole.success) return whole.data
  const without = (gone: readonly unknown[]): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !gone.includes(name)))
  const named = whole.error.issues.map(({ path }) => path[0]).filter((name) => String(name) in fields)
  if (named.length > 0) return mended(schema, without(named))
  const complaints = (name: string): number => schema.safeParse(without([name])).error?.issues.length ?? 0
  const [worst] = Object.keys(fields).toSorted((a, b) => complaints(a) - complaints(b))
  return worst === undefined ? schema.parse({}) : mended(schema, without([worst]))
}

/** The address after a change of the filter: it starts again at page 1. */
export function writeFilter(
  params: URLSearchParams,
  change: Readonly<Record<string, unknown>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    next.delete(name)
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) next.append(name, String(one))
  }
  next.delete('page')
  return next
}

export function readPage(
  params: URLSearchParams,
  standardSize = usualPageSize,
): { page: number; size: number } {
  const whole = (name: string, fallback: number, max: number): number => {
    const value = Number(params.get(name) ?? fallback)
    return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback
  }
  return { page: whole('page', 1, 1_000_000), size: whole('size', standardSize, maxPageSize) }
}

export function writePage(
  params: URLSearchParams,
  { page, size, standardSize = usualPageSize }: { page: number; size: number; standardSize?: number },
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  if (size === standardSize) next.delete('size')
  else next.set('size', String(size))
  return next
}

export function useListState<Schema extends FilterSchema>(
  schema: Schema,
  standardSize = usualPageSize,
): ListState<Schema> {
  const [params, setParams] = useSearchParams()
  const { drawer, openDrawer, closeDrawer } = useDrawer()
  const filter = useMemo(() => readFilter(schema, params), [schema, params])
  const { page, size } = readPage(params, standardSize)
  return {
    filter,
    filtered: Object.values(filter).some((value) => value !== undefined && value !== ''),
    page,
    size,
    standardSize,
    drawer,
    // Typing in a filter makes no history of its own; turning a page does.
    setFilter: (change) => setParams((now) => writeFilter(now, change), { replace: true }),
    resetFilter: () =>
      setParams((now) => {
        const none = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined]))
        return writeFilter(now, none)
      }),
    setPage: (nextPage, nextSize = size) =>
      setParams((now) => writePage(now, { page: nextPage, size: nextSize, standardSize })),
    openDrawer,
    closeDrawer,
  }
}

/** Opening a drawer is a step that Back undoes; closing one that was opened here is that same step back. */
function useDrawer() {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const leaving = useRef<string>(undefined)

  const openDrawer = (name: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('open', name)
        return next
      },
      { state: { openedHere: true } },
    )
  const closeDrawer = (): void => {
    // The step back arrives later; a second one meanwhile would leave the page.
    if (leaving.current === location.key) return
    leaving.current = location.key
    if ((location.state as { openedHere?: boolean } | null)?.openedHere) void navigate(-1)
    else
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('open')
          return next
        },
        { replace: true },
      )
  }
  return { drawer: params.get('open') ?? undefined, openDrawer, closeDrawer }
}
