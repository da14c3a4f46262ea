import { Button, Select } from 'antd'
import { useEffect, useEffectEvent } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { FieldWrong } from '../../../ui/field-wrong.tsx'
import type { PickerProps } from '../../../ui/remote-picker.tsx'
import { uiWords } from '../../../ui/ui-words.ts'
import { usePlaces } from '../api.ts'

type PlaceSelectProps = PickerProps<string> & {
  /** The place that the offered ones are inside of; undefined for provinces, empty while it is not chosen. */
  inside: string | undefined
}

/** A province, city or district. Names of places are Chinese in every language. */
export function PlaceSelect({ inside, value = '', onChange, ...rest }: PlaceSelectProps) {
  const isOpen = inside !== ''
  const { data, isFetching, isPlaceholderData, error, refetch } = usePlaces(inside, isOpen)
  const t = useT(uiWords)
  const places = isOpen && !isPlaceholderData ? (data?.data ?? []) : []
  const failure = isOpen && places.length === 0 && !isFetching ? error : null
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
    <>
      <Select<string | null>
        {...rest}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={!isOpen}
        loading={isOpen && isFetching}
        onOpenChange={(opens) => opens && failure && void refetch()}
        value={value === '' ? null : value}
        onChange={(code) => onChange?.(code ?? '')}
        // A title would repeat the name without saying that it is Chinese.
        options={places.map(({ code, name }) => ({ value: code, label: name, title: '' }))}
        optionRender={({ label }) => <span lang="zh-CN">{label}</span>}
        labelRender={({ value: code }) => <span lang="zh-CN">{nameOf(code)}</span>}
        notFoundContent={
          <p className="sw-pick-more">{isFetching ? t('loading') : (failure?.message ?? t('noneFound'))}</p>
        }
      />
      {failure && (
        <FieldWrong>
          {failure.message}{' '}
          <Button type="link" className="sw-intake-retry" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </FieldWrong>
      )}
    </>
  )
}
