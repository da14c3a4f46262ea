import { Day, maxPageSize } from '@slotwise/contract'
import { useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'

import { useAddressParams } from './address-params.ts'
import { listName, rememberedSize, rememberSize } from './page-size.ts'
import { useSession } from './session.ts'

/**
 * A list keeps its state in the address only: filters under the names of the contract's filter schema, `page`, `size`,
 * and in `open` or under the list's own name for it the drawer ('add', or the id of a row). So back, reload and a shared link work. Fields that do not fit
 * the schema are ignored one by one. Without a `size`, a list has as many rows as the account last chose. A sort order is a field of the filter. A long list has a place (`cursor` or `day`)
 * instead of a page.
 */
export type FilterSchema = z.ZodObject

export type ListState<Schema extends FilterSchema> = {
  filter: z.output<Schema>
  /** True when any field of the filter is set. */
  filtered: boolean
  page: number
  size: number
  /** The number of rows per page unless the user chooses another. */
  standardSize: number
  drawer: string | undefined
  /** The drawer in the address, which the page may not show yet. */
  drawerNow: () => string | undefined
  setFilter: (change: Partial<z.input<Schema>>) => void
  resetFilter: () => void
  /** The fields of the filter as the address has them, for a view of the list. */
  addressFilter: () => Record<string, string[]>
  /** Replaces the whole filter; names that are no fields of it are ignored. */
  applyFilter: (filter: Readonly<Record<string, readonly string[]>>) => void
  setPage: (page: number, size?: number) => void
  openDrawer: (name: string) => void
  /** Shows another record in the drawer, and another page below it where `change` says so. */
  turnDrawer: (name: string, change?: (params: URLSearchParams) => URLSearchParams) => void
  closeDrawer: () => void
}

export const usualPageSize = 10

/** An address holds text only: `true` and `12` may also stand for a boolean and a number. */
function candidates(values: readonly string[]): unknown[] {
  const [first] = values
  if (first === undefined) return []
  return [first, literalOf(first), values, values.map(literalOf)]
}

const literalOf = (text: string): unknown =>
  /^(true|false|0|-?[1-9]\d{0,14})$/.test(text) ? JSON.parse(text) : text

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
 * Fields that are valid by themselves may break a rule between them. Then the fields that the rule names are dropped;
 * where none of those is present (half of a span), the field whose removal leaves the fewest issues is dropped.
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

/** The address after a change of the filter, which returns to page 1. */
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
  for (const place of ['page', 'cursor', 'day']) next.delete(place)
  return next
}

/** The fields of a filter as an address has them; those that do not fit are left out. */
export function filterIn(schema: FilterSchema, params: URLSearchParams): Record<string, string[]> {
  const read = readFilter(schema, params)
  const names = Object.keys(schema.shape).filter((name) => read[name] !== undefined && params.has(name))
  return Object.fromEntries(names.map((name) => [name, params.getAll(name)]))
}

/** The address with another filter, at page 1. */
export function withFilter(
  schema: FilterSchema,
  params: URLSearchParams,
  filter: Readonly<Record<string, readonly string[]>>,
): URLSearchParams {
  const names = Object.keys(schema.shape)
  return writeFilter(params, Object.fromEntries(names.map((name) => [name, filter[name] ?? undefined])))
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
  drawerName = 'open',
): ListState<Schema> {
  const [params, setParams] = useAddressParams()
  const { drawer, drawerNow, openDrawer, turnDrawer, closeDrawer } = useDrawer(drawerName)
  const filter = useMemo(() => readFilter(schema, params), [schema, params])
  const account = useSession()?.account ?? ''
  const list = listName(useLocation().pathname, params.get('tab'))
  const { page, size } = readPage(params, rememberedSize(account, list) ?? standardSize)
  return {
    filter,
    filtered: Object.values(filter).some((value) => value !== undefined && value !== ''),
    page,
    size,
    standardSize,
    drawer,
    drawerNow,
    // Typing in a filter adds no history entry; changing the page does.
    setFilter: (change) => setParams((now) => writeFilter(now, change), { replace: true }),
    resetFilter: () =>
      setParams((now) => {
        const none = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined]))
        return writeFilter(now, none)
      }),
    addressFilter: () => filterIn(schema, params),
    applyFilter: (chosen) => setParams((now) => withFilter(schema, now, chosen)),
    setPage: (nextPage, nextSize = size) => {
      if (nextSize !== size) rememberSize(account, list, nextSize)
      // The standard size is left out of the address, unless the account would then get the size it chose last.
      const isStanding = (rememberedSize(account, list) ?? standardSize) === standardSize
      const omitted = isStanding ? standardSize : 0
      setParams((now) => writePage(now, { page: nextPage, size: nextSize, standardSize: omitted }))
    },
    openDrawer,
    turnDrawer,
    closeDrawer,
  }
}

/**
 * The state of a list whose tabs choose a field of its filter: that field is nothing that could be reset, and an empty
 * list is not its fault.
 */
export function withoutField<State extends FilterState>(list: State, field: string) {
  const others = Object.entries(list.filter).filter(([name]) => name !== field)
  return {
    ...list,
    filter: Object.fromEntries(others),
    filtered: others.length > 0,
    resetFilter: () => list.applyFilter({ [field]: list.addressFilter()[field] ?? [] }),
  }
}
type FilterState = Pick<ListState<FilterSchema>, 'filter' | 'addressFilter' | 'applyFilter'>

/** Where a long list is read from: a cursor that an answer gave, or a day. Neither: from its newest record. */
export type ListPlace = { cursor?: string | undefined; day?: string | undefined }

export type LongListState<Schema extends FilterSchema> = ListState<Schema> & {
  place: ListPlace
  goTo: (place: ListPlace) => void
}

/** The place in the address; what is no day is ignored, and a cursor that is none is refused by the server. */
export function readPlace(params: URLSearchParams): ListPlace {
  const cursor = params.get('cursor')
  if (cursor) return { cursor }
  const { data: day } = Day.safeParse(params.get('day'))
  return day ? { day } : {}
}

export function writePlace(params: URLSearchParams, place: ListPlace): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['page', 'cursor', 'day']) next.delete(name)
  for (const [name, value] of Object.entries(place)) if (value) next.set(name, value)
  return next
}

/** The state of a list that grows without end; it is turned from place to place, not by number. */
export function useLongListState<Schema extends FilterSchema>(
  schema: Schema,
  standardSize?: number,
  drawerName?: string,
): LongListState<Schema> {
  const state = useListState(schema, standardSize, drawerName)
  const [params, setParams] = useAddressParams()
  return {
    ...state,
    place: readPlace(params),
    goTo: (place) => setParams((now) => writePlace(now, place)),
  }
}

/**
 * The state of a history entry whose drawer closes by going back: to the list below it, or to the page whose link
 * opened it.
 */
export const closesBack = { closesBack: true } as const

/** Opening a drawer adds a history entry, so Back closes it; closing a drawer that was opened here goes back. */
function useDrawer(param: string) {
  const [params, setParams] = useAddressParams()
  const location = useLocation()
  const navigate = useNavigate()
  const leaving = useRef<string>(undefined)

  const openDrawer = (name: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.set(param, name)
        return next
      },
      { state: closesBack },
    )
  // Back leaves the list's page as it was; where the page below was turned as well, closing must not turn it back.
  const turnDrawer: ListState<FilterSchema>['turnDrawer'] = (name, change) =>
    setParams(
      (now) => {
        const next = change ? change(now) : new URLSearchParams(now)
        next.set(param, name)
        return next
      },
      { replace: true, state: change ? null : (location.state as unknown) },
    )
  const closeDrawer = (): void => {
    // The navigation is asynchronous; a second one meanwhile would leave the page.
    if (leaving.current === location.key) return
    leaving.current = location.key
    if ((location.state as Partial<typeof closesBack> | null)?.closesBack) void navigate(-1)
    else
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete(param)
          return next
        },
        { replace: true },
      )
  }
  const drawerNow = (): string | undefined =>
    new URLSearchParams(globalThis.location.search).get(param) ?? undefined
  return { drawer: params.get(param) ?? undefined, drawerNow, openDrawer, turnDrawer, closeDrawer }
}
