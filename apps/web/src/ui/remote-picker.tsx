import type { List } from '@slotwise/contract'
import { Button, Select } from 'antd'
import { type ReactNode, type UIEvent, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { type ListCall, useOne, usePages } from '../lib/query.ts'
import { uiWords } from './ui-words.ts'
import { plainWords } from './plain/words.ts'

const settleMs = 250

/** How many rows a picker loads at a time. */
export const pickerPageSize = 50

/** Further rows are loaded when fewer than these are left below the last visible one. */
const rowsAhead = 10
const rowHeight = 32

export type PickOption = {
  value: string
  label: string
  hint?: string | undefined
  /** Shown before the name. */
  picture?: ReactNode
  disabled?: boolean
}

/** The properties that a form or a filter passes to any picker. */
export type PickerProps<Value> = {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

type PickerSearch = {
  q: string | undefined
  /** False until the picker was opened; it loads nothing before. */
  opened: boolean
  onSearch: (text: string) => void
  onOpenChange: (open: boolean) => void
}

/** The text to search for: the typed text, after a pause in typing. */
export function usePickerSearch(): PickerSearch {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim() || undefined), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    q: useDeferredValue(q),
    opened,
    onSearch: setTyped,
    onOpenChange: (open) => open && setOpened(true),
  }
}

type Found<Row> = {
  data: List<Row> | undefined
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  loadMore?: (() => void) | undefined
}
type Picked<Row> = {
  search: PickerSearch
  /** The result of the search. */
  found: Found<Row>
  toOption: (row: Row) => PickOption
  /** The chosen options, in case the search does not find them. */
  known: PickOption[]
}

/**
 * The chosen options, from a query for their rows; the query may still hold the rows of an earlier choice. `unknown`
 * names those that the query does not find.
 */
export function chosenOf<Row>(
  chosen: readonly string[],
  named: Found<Row>,
  toOption: (row: Row) => PickOption,
  unknown?: (value: string) => string,
): PickOption[] {
  const found = (named.data?.data ?? []).map(toOption).filter(({ value }) => chosen.includes(value))
  if (!unknown || (named.error && !named.isFetching)) return found
  const missing = chosen.filter((value) => !found.some((option) => option.value === value))
  return [...found, ...missing.map((value) => ({ value, label: named.isFetching ? '…' : unknown(value) }))]
}

/** The properties of a picker whose rows come from a search on the server. */
export function pickerOf<Row>({ search, found, toOption, known }: Picked<Row>) {
  const { q, onSearch, onOpenChange } = search
  const failed = found.data === undefined && !found.isFetching && found.error
  return {
    options: offered(known, (found.data?.data ?? []).map(toOption), q),
    found: found.data?.count ?? 0,
    loading: found.isFetching,
    loadMore: found.loadMore,
    failure: failed ? { reason: failed.message, retry: () => void found.refetch() } : undefined,
    onSearch,
    onOpenChange: (open: boolean) => {
      onOpenChange(open)
      if (open && failed) void found.refetch()
    },
  }
}

type RowPicker<Row> = {
  call: ListCall<Row>
  /** Finds the chosen row where it need not be among those that are offered. */
  namedBy?: ListCall<Row>
  value: string | null | undefined
  /** The initially chosen option, until its name is read. */
  known?: PickOption | undefined
  toOption: (row: Row) => PickOption
}

/** A picker of one row of a list that is found by text and by id. */
export function useRowPicker<Row>({ call, namedBy = call, value, known, toOption }: RowPicker<Row>) {
  const search = usePickerSearch()
  const found = usePages(call, { q: search.q }, pickerPageSize, { enabled: search.opened })
  const named = useOne(namedBy, value ?? '', Boolean(value))
  const chosen = chosenOf(value ? [value] : [], named, toOption)
  return pickerOf({ search, found, toOption, known: named.data || !known ? chosen : [known] })
}

/**
 * The options: the chosen ones first, so that the form can name them, then those found. During a search, only those
 * found.
 */
function offered(chosen: PickOption[], found: PickOption[], q: string | undefined): PickOption[] {
  const options = new Map<string, PickOption>()
  for (const option of q === undefined ? [...chosen, ...found] : found) options.set(option.value, option)
  return [...options.values()]
}

type RemotePickerProps<Value> = PickerProps<Value> & {
  multiple?: boolean
  options: PickOption[]
  loading: boolean
  /** Why the search failed. */
  failure?: { reason: string; retry: () => void } | undefined
  onSearch: (text: string) => void
  /** Loads further rows, while there are any. */
  loadMore?: (() => void) | undefined
  /** How many rows the server found. When more than are offered, the picker says so. */
  found: number
  /** In a filter: its label, shown before the chosen value. */
  filterLabel?: string | undefined
  onOpenChange?: (open: boolean) => void
}

/**
 * The library makes the first enabled option active whenever their number changes. So that the arrow keys go on from
 * where they were when further rows are added, the options before the active one are disabled in that one render. The
 * next render, which enables them again, comes before the browser paints. Returns the options, and a listener for the
 * active one.
 */
function useActiveKept(options: PickOption[]): [PickOption[], (active: unknown) => void] {
  const [active, setActive] = useState<unknown>()
  const [drawn, setDrawn] = useState<{ count: number; last: string | undefined }>({
    count: 0,
    last: undefined,
  })
  const count = options.length
  const last = options.at(-1)?.value
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the purpose
  useLayoutEffect(() => setDrawn({ count, last }), [count, last])
  const isLonger = drawn.count > 0 && count > drawn.count && options[drawn.count - 1]?.value === drawn.last
  const at = isLonger ? options.findIndex(({ value }) => value === active) : -1
  return [options.map((option, n) => (n < at ? { ...option, disabled: true } : option)), setActive]
}

const thousands = (count: number): string => count.toLocaleString('en-US')

/** Searches on the server, so that it works with ten entries and with ten thousand. */
export function RemotePicker<Value extends string | string[] | null>({
  multiple = false,
  options,
  loading,
  failure,
  onSearch,
  loadMore,
  found,
  filterLabel,
  value,
  onChange,
  ...rest
}: RemotePickerProps<Value>) {
  const t = useT(uiWords)
  const plain = useT(plainWords)
  const [typed, setTyped] = useState('')
  const search = (text: string): void => {
    setTyped(text)
    onSearch(text)
  }
  const scrolled = ({ currentTarget: list }: UIEvent<HTMLElement>): void => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < rowsAhead * rowHeight) loadMore?.()
  }
  const [drawnOptions, keepActive] = useActiveKept(options)
  // Keys move through the options without a pointer that scrolls them.
  const reached = (active: unknown): void => {
    keepActive(active)
    const at = options.findIndex((option) => option.value === active)
    if (at >= options.length - rowsAhead) loadMore?.()
  }
  const nothing = typed.trim() === '' ? t('nothingToPick') : t('noneFound')
  return (
    <Select<Value, PickOption>
      {...rest}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear={{ label: t('clear') }}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? ((multiple ? [] : null) as Value))}
      options={drawnOptions}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: search }}
      onPopupScroll={scrolled}
      onActive={reached}
      labelRender={({ label }) =>
        filterLabel !== undefined && typeof label === 'string'
          ? plain('chosen', { label: filterLabel, value: label })
          : label
      }
      optionRender={({ data }) => (
        <span className="sw-pick-option">
          {data.picture}
          <span>{data.label}</span>
          {data.hint && <small>{data.hint}</small>}
        </span>
      )}
      popupRender={(menu) => (
        <>
          {menu}
          {failure && options.length > 0 && <p className="sw-pick-more">{failure.reason}</p>}
          {failure && (
            <Button type="link" className="sw-pick-retry" onClick={failure.retry}>
              {t('retry')}
            </Button>
          )}
          {found > options.length && (
            <p className="sw-pick-more" role="status">
              {loading
                ? t('loading')
                : t('moreFound', { shown: thousands(options.length), count: thousands(found) })}
            </p>
          )}
        </>
      )}
      notFoundContent={
        <p className="sw-pick-more">{loading ? t('loading') : (failure?.reason ?? nothing)}</p>
      }
    />
  )
}
