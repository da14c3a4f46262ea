import { Select } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'
import { plainWords } from './plain/words.ts'

const settleMs = 250

export type PickOption = { value: string; label: string; hint?: string | undefined }

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

/** The text to search for: what is typed, once the fingers rest. */
export function usePickerSearch(): { q: string | undefined; onSearch: (text: string) => void } {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim() || undefined), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { q: useDeferredValue(q), onSearch: setTyped }
}

type RemotePickerProps<Value> = PickerProps<Value> & {
  multiple?: boolean
  options: PickOption[]
  loading: boolean
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
  onSearch,
  found,
  filterLabel,
  value,
  onChange,
  ...rest
}: RemotePickerProps<Value>) {
  const t = useT(uiWords)
  const plain = useT(plainWords)
  return (
    <Select<Value, PickOption>
      {...rest}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      allowClear
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? ((multiple ? [] : null) as Value))}
      options={options}
      loading={loading}
      showSearch={{ filterOption: false, onSearch }}
      labelRender={({ label }) =>
        filterLabel !== undefined && typeof label === 'string'
          ? plain('chosen', { label: filterLabel, value: label })
          : label
      }
      optionRender={({ data }) => (
        <span className="sw-pick-option">
          <span>{data.label}</span>
          {data.hint && <small>{data.hint}</small>}
        </span>
      )}
      popupRender={(menu) => (
        <>
          {menu}
          {found > options.length && (
            <p className="sw-pick-more">{t('moreFound', { count: found.toLocaleString('en-US') })}</p>
          )}
        </>
      )}
      notFoundContent={<p className="sw-pick-more">{loading ? t('loading') : t('noneFound')}</p>}
    />
  )
}
