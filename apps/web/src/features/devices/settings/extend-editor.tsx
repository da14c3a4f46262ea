import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { check, DeviceSettings, type ExtendLine } from '@slotwise/contract'
import { Button, Input } from 'antd'
import { type FocusEvent, type Ref, useState } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import './extend-editor.css'
import { settingsWords } from './settings-words.ts'

const most = 20
const noLines: ExtendLine[] = []
const Lines = DeviceSettings.pick({ extend: true })
const parts = ['key', 'value', 'note'] as const
const labels = { key: 'keyOf', value: 'valueOf', note: 'noteOf' } as const

type ExtendEditorProps = {
  id?: string
  value?: ExtendLine[]
  onChange?: (lines: ExtendLine[]) => void
  onBlur?: (event: FocusEvent) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  ref?: Ref<HTMLDivElement>
}

/** Custom settings line by line. A line shows its error once it was left or the form was validated. */
export function ExtendEditor({
  id,
  value: lines = noLines,
  onChange,
  onBlur,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
  ref,
}: ExtendEditorProps) {
  const t = useT(settingsWords)
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const judged = check(Lines, { extend: lines }, locale)
  const errors = judged.ok ? [] : judged.errors
  const pathOf = (index: number, part: string): string => `extend.${index}.${part}`
  const messageAt = (index: number, part: string): string | undefined => {
    const place = pathOf(index, part)
    return isInvalid || left.has(place) ? errors.find(({ path }) => path === place)?.message : undefined
  }
  const change = (index: number, part: (typeof parts)[number], text: string): void =>
    onChange?.(lines.map((line, at) => (at === index ? { ...line, [part]: text } : line)))
  const leave = (event: FocusEvent<HTMLElement>, place: string): void => {
    // When the user leaves for a button, a new error must not move that button.
    if (!(event.relatedTarget instanceof HTMLButtonElement)) setLeft(new Set(left).add(place))
    // Moving from one line to the next does not leave the list.
    if (!event.currentTarget.closest('.sw-extend')?.contains(event.relatedTarget)) onBlur?.(event)
  }
  const remove = (index: number): void => {
    // The indexes of the other lines change, so all marks are reset.
    setLeft(new Set())
    onChange?.(lines.filter((_, at) => at !== index))
  }
  return (
    <div
      className="sw-extend"
      id={id}
      ref={ref}
      role="group"
      aria-label={t('extend')}
      tabIndex={-1}
      aria-describedby={describedBy}
    >
      {lines.length === 0 && <p className="sw-extend-none">{t('noLines')}</p>}
      {lines.map((line, index) => {
        const wrong = parts.map((part) => messageAt(index, part)).find(Boolean)
        const position = { line: index + 1 }
        return (
          // A line has no name of its own until its key is typed: its place is what it is.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="sw-extend-line">
            {parts.map((part) => (
              <Input
                key={part}
                className={`is-${part}`}
                placeholder={t(part)}
                aria-label={t(labels[part], position)}
                autoComplete="off"
                spellCheck={false}
                value={line[part]}
                {...(messageAt(index, part)
                  ? { status: 'error' as const, 'aria-invalid': 'true' as const }
                  : {})}
                onChange={({ target }) => change(index, part, target.value)}
                onBlur={(event) => leave(event, pathOf(index, part))}
              />
            ))}
            <Button
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('removeLine', position)}
              onClick={() => remove(index)}
            />
            {wrong && <span className="sw-extend-wrong">{wrong}</span>}
          </div>
        )
      })}
      {lines.length < most && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange?.([...lines, { key: '', value: '', note: '' }])}
        >
          {t('addLine')}
        </Button>
      )}
    </div>
  )
}
