import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { BookCaseSale } from '@slotwise/contract'
import { Button, InputNumber } from 'antd'
import { type FocusEvent, useId } from 'react'
import type { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { caseWords } from './case-words.ts'

type SaleItem = z.input<typeof BookCaseSale>['items'][number]
type Line = { [Part in keyof SaleItem]: number | null }

const most = 60
const noLines: Line[] = []
const parts = ['channel_sn', 'quantity', 'delivered'] as const
const labels = { channel_sn: 'slotOf', quantity: 'piecesOf', delivered: 'outOf' } as const

type SaleItemsProps = {
  id?: string
  value?: Line[]
  onChange?: (lines: Line[]) => void
  onBlur?: (event: FocusEvent) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

/** The slots of a sale, line by line: how many pieces were sold, and how many of them came out. */
export function SaleItems({
  id,
  value: lines = noLines,
  onChange,
  onBlur,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
}: SaleItemsProps) {
  const t = useT(caseWords)
  const lineId = useId()
  const change = (index: number, part: (typeof parts)[number], value: number | null): void =>
    onChange?.(lines.map((line, at) => (at === index ? { ...line, [part]: value } : line)))
  const leave = (event: FocusEvent<HTMLElement>): void => {
    // Moving from one line to the next does not leave the list.
    if (!event.currentTarget.closest('.sw-sale-items')?.contains(event.relatedTarget)) onBlur?.(event)
  }
  return (
    <div
      className="sw-sale-items"
      id={id}
      role="group"
      aria-label={t('items')}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      {lines.map((line, index) => (
        // A line is its place: the same slot may be typed twice meanwhile.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="sw-sale-item">
          {parts.map((part) => (
            <div key={part}>
              <label htmlFor={`${lineId}-${index}-${part}`}>{t(part)}</label>
              <InputNumber
                id={`${lineId}-${index}-${part}`}
                controls={false}
                inputMode="numeric"
                aria-label={t(labels[part], { line: index + 1 })}
                value={line[part]}
                {...(isInvalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
                onChange={(value) => change(index, part, value)}
                onBlur={leave}
              />
            </div>
          ))}
          <Button
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('removeLine', { line: index + 1 })}
            onClick={() => onChange?.(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {lines.length < most && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() => onChange?.([...lines, { channel_sn: null, quantity: 1, delivered: 1 }])}
        >
          {t('addLine')}
        </Button>
      )}
    </div>
  )
}
