import { Select } from 'antd'
import { useEffect, useEffectEvent } from 'react'

import type { PickerProps } from '../../../ui/remote-picker.tsx'
import { usePlaces } from '../api.ts'

type PlaceSelectProps = PickerProps<string> & {
  /** The place that the offered ones are inside of; undefined for provinces, empty while it is not chosen. */
  inside: string | undefined
}

/** A province, city or district. Names of places are Chinese in every language. */
export function PlaceSelect({ inside, value = '', onChange, ...rest }: PlaceSelectProps) {
  const isOpen = inside !== ''
  const { data, isFetching, isPlaceholderData } = usePlaces(inside, isOpen)
  const places = isOpen && !isPlaceholderData ? (data?.data ?? []) : []
  const [only] = places
  // A municipality has one city, which is no choice.
  const chooseOnly = useEffectEvent((code: string) => {
    if (value === '') onChange?.(code)
  })
  const onlyCode = places.length === 1 ? only?.code : undefined
  useEffect(() => {
    if (onlyCode !== undefined) chooseOnly(onlyCode)
  }, [onlyCode])
  const nameOf = (code: unknown): string => places.find((place) => place.code === code)?.name ?? ''
  return (
    <Select<string | null>
      {...rest}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={!isOpen}
      loading={isOpen && isFetching}
      value={value === '' ? null : value}
      onChange={(code) => onChange?.(code ?? '')}
      // A title would repeat the name without saying that it is Chinese.
      options={places.map(({ code, name }) => ({ value: code, label: name, title: '' }))}
      optionRender={({ label }) => <span lang="zh-CN">{label}</span>}
      labelRender={({ value: code }) => <span lang="zh-CN">{nameOf(code)}</span>}
    />
  )
}
