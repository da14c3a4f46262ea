import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'
import { plainWords } from './plain/words.ts'

const settleMs = 300

type SearchFilterProps = {
  label: string
  /** Where it looks. */
  hint: string
  value: string | undefined
  onChange: (q: string | undefined) => void
}

/** Chinese keyboards write wide digits. */
const plainly = (text: string): string => text.normalize('NFKC').trim()

/** Searches as you type, once you pause. The address wins when it changes by other means (back, reset). */
export function SearchFilter({ label, hint, value = '', onChange }: SearchFilterProps) {
  const t = useT(uiWords)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    // What came into the address from here is only the plain text: do not take blanks from under the fingers.
    if (plainly(typed) !== value) setTyped(value)
  }
  const search = (words: string): void => {
    const text = plainly(words)
    if (text !== value) onChange(text === '' ? undefined : text)
  }
  const settle = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Input
      className="sw-filter-search"
      type="search"
      aria-label={label}
      placeholder={label}
      title={hint}
      prefix={<SearchOutlined aria-hidden="true" />}
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('clear')} /> }}
      maxLength={60}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={() => search(typed)}
    />
  )
}

type SelectOption<Value> = { value: Value; label: string }
type SelectGroup<Value> = { label: string; options: SelectOption<Value>[] }

type SelectFilterProps<Value extends string> = {
  label: string
  value: Value | undefined
  /** One after the other, or in groups. */
  options: SelectOption<Value>[] | SelectGroup<Value>[]
  /** Where there are many to choose from. */
  searchable?: boolean
  /** What holds while nothing is chosen, where that is something, too: an order. */
  standing?: Value
  onChange: (value: Value | undefined) => void
}

/** Says what it filters by even when something is chosen: `Mode: Activity`. */
export function SelectFilter<Value extends string>({
  label,
  value,
  options,
  searchable = false,
  standing,
  onChange,
}: SelectFilterProps<Value>) {
  const t = useT(uiWords)
  const plain = useT(plainWords)
  const all = options.flatMap((option) => ('options' in option ? option.options : [option]))
  return (
    <Select<Value>
      className="sw-filter-select"
      aria-label={label}
      placeholder={label}
      allowClear={standing === undefined && { label: t('clear') }}
      showSearch={searchable && { optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      value={value ?? standing ?? null}
      options={options}
      labelRender={({ value: chosen }) =>
        plain('chosen', { label, value: all.find((option) => option.value === chosen)?.label ?? '' })
      }
      onChange={(next) => onChange(next === standing ? undefined : (next ?? undefined))}
    />
  )
}
