import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { joinNames } from '@slotwise/contract'
import { Input, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'

import { useLocale, useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'
import { plainWords } from './plain/words.ts'

const settleMs = 300

type SearchFilterProps = {
  label: string
  /** Names the fields that are searched. */
  hint: string
  value: string | undefined
  onChange: (q: string | undefined) => void
}

/** Chinese keyboards write full-width digits. */
const plainly = (text: string): string => text.normalize('NFKC').trim()

/**
 * Searches after a pause in typing. When the address changes by other means (back, reset), its value replaces the typed
 * one.
 */
export function SearchFilter({ label, hint, value = '', onChange }: SearchFilterProps) {
  const t = useT(uiWords)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    // The address holds the trimmed text: do not remove blanks while the user types.
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

type ListSearchProps = Pick<SearchFilterProps, 'label' | 'hint'> & {
  state: { filter: { q?: string | undefined }; setFilter: (change: { q: string | undefined }) => void }
}

/** The search of a list whose filter has a text `q`. */
export const ListSearch = ({ state: { filter, setFilter }, ...rest }: ListSearchProps) => (
  <SearchFilter {...rest} value={filter.q} onChange={(q) => setFilter({ q })} />
)

type SelectOption<Value> = { value: Value; label: string }
type SelectGroup<Value> = { label: string; options: SelectOption<Value>[] }

type SelectFilterProps<Value extends string> = {
  label: string
  value: Value | undefined
  /** Flat, or in groups. */
  options: SelectOption<Value>[] | SelectGroup<Value>[]
  /** For long lists of options. */
  searchable?: boolean
  /** The value in effect while nothing is chosen, such as the default order. */
  standing?: Value
  onChange: (value: Value | undefined) => void
}

/** Keeps its label visible when a value is chosen: `Mode: Activity`. */
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

type SelectManyFilterProps<Value extends string | number> = {
  label: string
  values: Value[]
  options: { value: Value; label: string }[] | { label: string; options: { value: Value; label: string }[] }[]
  onChange: (values: Value[]) => void
}

/** A filter whose choices combine. Shows its label and the chosen names as one text. */
export function SelectManyFilter<Value extends string | number>({
  label,
  values,
  options,
  onChange,
}: SelectManyFilterProps<Value>) {
  const t = useT(uiWords)
  const plain = useT(plainWords)
  const locale = useLocale()
  const all = options.flatMap((option) => ('options' in option ? option.options : [option]))
  const names = values.map((value) => all.find((option) => option.value === value)?.label ?? '')
  return (
    <Select<Value[]>
      mode="multiple"
      className="sw-filter-select"
      aria-label={label}
      placeholder={label}
      allowClear={{ label: t('clear') }}
      showSearch={false}
      popupMatchSelectWidth={false}
      listHeight={400}
      maxTagCount={0}
      maxTagPlaceholder={plain('chosen', { label, value: joinNames(locale, names) })}
      tagRender={({ label: text }) => <span className="sw-filter-chosen">{text}</span>}
      value={values}
      options={options}
      onChange={onChange}
    />
  )
}
