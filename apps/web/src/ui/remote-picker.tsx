import type { List } from '@slotwise/contract'
import { Button, Select } from 'antd'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'
import { plainWords } from './plain/words.ts'

const settleMs = 250

export type PickOption = {
  value: string
  label: string
  hint?: string | undefined
  /** Stands before the name. */
  picture?: ReactNode
  disabled?: boolean
}

/** What a form or a filter hands to any picker. */
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
  /** Until somebody opens it, a picker asks for nothing. */
  opened: boolean
  onSearch: (text: string) => void
  onOpenChange: (open: boolean) => void
}

/** The text to search for: what is typed, once the fingers rest. */
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
}
type Picked<Row> = {
  search: PickerSearch
  /** What the search found. */
  found: Found<Row>
  toOption: (row: Row) => PickOption
  /** What is chosen already, in case the search does not find it. */
  known: PickOption[]
}

/** What is chosen, by a query for its rows: the answer for an earlier choice may still stand there. */
export const chosenOf = <Row,>(
  chosen: readonly string[],
  named: Found<Row>,
  toOption: (row: Row) => PickOption,
): PickOption[] => (named.data?.data ?? []).map(toOption).filter(({ value }) => chosen.includes(value))

/** The properties of a picker whose rows come from a search on the server. */
export function pickerOf<Row>({ search, found, toOption, known }: Picked<Row>) {
  const { q, onSearch, onOpenChange } = search
  const failed = found.data === undefined && !found.isFetching && found.error
  return {
    options: offered(known, (found.data?.data ?? []).map(toOption), q),
    found: found.data?.count ?? 0,
    loading: found.isFetching,
    failure: failed ? { reason: failed.message, retry: () => void found.refetch() } : undefined,
    onSearch,
    onOpenChange: (open: boolean) => {
      onOpenChange(open)
      if (open && failed) void found.refetch()
    },
  }
}

/**
 * What is offered: those found, and before them those already chosen, so that a form can name them. Whoever searches
 * wants what is found alone.
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
  /** Why nothing could be found out. */
  failure?: { reason: string; retry: () => void } | undefined
  onSearch: (text: string) => void
  /** How many the server found; more than offered means: type more. */
  found: number
  /** In a filter: what is filtered by, shown before what is chosen. */
  filterLabel?: string | undefined
  onOpenChange?: (open: boolean) => void
}

/** Searched on the server, so that it works with ten entries and with ten thousand. */
export function RemotePicker<Value extends string | string[] | null>({
  multiple = false,
  options,
  loading,
  failure,
  onSearch,
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
  const nothing = typed.trim() === '' ? t('nothingToPick') : t('noneFound')
  return (
    <Select<Value, PickOption>
      {...rest}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear={{ label: t('clear') }}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? ((multiple ? [] : null) as Value))}
      options={options}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: search }}
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
            <p className="sw-pick-more">{t('moreFound', { count: found.toLocaleString('en-US') })}</p>
          )}
        </>
      )}
      notFoundContent={
        <p className="sw-pick-more">{loading ? t('loading') : (failure?.reason ?? nothing)}</p>
      }
    />
  )
}
