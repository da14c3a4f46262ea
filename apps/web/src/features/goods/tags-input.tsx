import { maxGoodsTags } from '@slotwise/contract'
import { Input, type InputRef } from 'antd'
import type { FocusEvent, Ref } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useGoodsTags } from './api.ts'
import { typedTags } from './goods-values.ts'
import { goodsWords } from './goods-words.ts'
import { TagList } from './tag-list.tsx'

type TagsInputProps = {
  id?: string
  /** As typed, separated by spaces. */
  value?: string
  onChange?: (typed: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  ref?: Ref<InputRef>
}

const offeredTags = 6

/** Tags typed with spaces between them; below are the parsed tags, and those of other goods. */
export function TagsInput({ value = '', onChange, ...rest }: TagsInputProps) {
  const t = useT(goodsWords)
  const { data } = useGoodsTags()
  const typed = typedTags(value)
  const others = (data?.data ?? []).filter(({ tag }) => !typed.includes(tag)).slice(0, offeredTags)
  return (
    <>
      <Input
        {...rest}
        autoComplete="off"
        maxLength={60}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {typed.length > 0 && (
        <div className="sw-typed-tags">
          <TagList tags={typed} label={t('typedTags')} />
        </div>
      )}
      {others.length > 0 && typed.length < maxGoodsTags && (
        <div className="sw-offered-tags">
          {others.map(({ tag }) => (
            <button
              key={tag}
              type="button"
              aria-label={t('addTag', { tag })}
              onClick={() => onChange?.([...typed, tag].join(' '))}
            >
              + {tag}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
