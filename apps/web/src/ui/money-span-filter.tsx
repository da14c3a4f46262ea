import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { check, formatMoney } from '@slotwise/contract'
import { Button, Popover } from 'antd'
import { useId, useState } from 'react'
import type { z } from 'zod'

import { useLocale, useT } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'
import { FieldWrong } from './field-wrong.tsx'
import { MoneyInput, type TypedMoney } from './money-input.tsx'
import './money-span-filter.css'
import { plainWords } from './plain/words.ts'
import { moneySpanWords } from './money-span-words.ts'
import { uiWords } from './ui-words.ts'

type Amount = number | undefined

type MoneySpanFilterProps = {
  label: string
  /** The two fields of the filter's schema, the lower amount first. */
  fields: readonly [Side, Side]
  schema: z.ZodType
  min: Amount
  max: Amount
  onChange: (min: Amount, max: Amount) => void
}
type Side = { name: string; label: string }

/** A span of amounts, open at either end; looks like the drop-downs beside it. */
export function MoneySpanFilter({ label, fields, schema, min, max, onChange }: MoneySpanFilterProps) {
  const ui = useT(uiWords)
  const plain = useT(plainWords)
  const spanText = useSpanText()
  const [open, setOpen] = useState(false)
  const isSet = min !== undefined || max !== undefined
  const apply: MoneySpanFilterProps['onChange'] = (from, to) => {
    setOpen(false)
    onChange(from, to)
  }
  return (
    <span className="sw-money-span sw-filter-select">
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={<SpanForm fields={fields} schema={schema} values={[min, max]} onApply={apply} />}
      >
        <Button
          aria-haspopup="dialog"
          aria-expanded={open}
          className={isSet ? '' : 'is-unset'}
          iconPlacement="end"
          icon={isSet ? undefined : <DownOutlined aria-hidden="true" />}
        >
          {isSet ? plain('chosen', { label, value: spanText(min, max) }) : label}
        </Button>
      </Popover>
      {isSet && (
        <button
          type="button"
          className="sw-money-span-clear"
          aria-label={`${ui('clear')}: ${label}`}
          onClick={() => onChange(undefined, undefined)}
        >
          <CloseCircleFilled aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

function useSpanText(): (min: Amount, max: Amount) => string {
  const t = useT(moneySpanWords)
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  const money = (cents: number): string => formatMoney(cents, currency, locale)
  return (min, max) => {
    if (max === undefined) return min === undefined ? '' : t('amountFrom', { amount: money(min) })
    return min === undefined ? t('amountUpTo', { amount: money(max) }) : `${money(min)} – ${money(max)}`
  }
}

type SpanFormProps = Pick<MoneySpanFilterProps, 'fields' | 'schema'> & {
  values: readonly [Amount, Amount]
  onApply: MoneySpanFilterProps['onChange']
}

function SpanForm({ fields, schema, values, onApply }: SpanFormProps) {
  const t = useT(uiWords)
  const locale = useLocale()
  const id = useId()
  const [typed, setTyped] = useState<readonly TypedMoney[]>(values.map((value) => value ?? null))
  const [sent, setSent] = useState(false)
  const judged = check(
    schema,
    Object.fromEntries(fields.map(({ name }, at) => [name, typed[at] ?? undefined])),
    locale,
  )
  const wrong = (name: string): string | undefined =>
    !sent || judged.ok ? undefined : judged.errors.find(({ path }) => path === name)?.message
  const amount = (at: number): Amount => (typeof typed[at] === 'number' ? typed[at] : undefined)
  return (
    <form
      className="sw-money-span-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (judged.ok) onApply(amount(0), amount(1))
      }}
    >
      {fields.map(({ name, label }, at) => {
        const message = wrong(name)
        return (
          <div key={name}>
            <label htmlFor={`${id}${name}`}>{label}</label>
            <MoneyInput
              id={`${id}${name}`}
              value={typed[at] ?? null}
              onChange={(value) => setTyped((now) => now.with(at, value))}
              onBlur={() => !typed.includes(null) && setSent(true)}
              {...(message ? { 'aria-invalid': 'true', 'aria-describedby': `${id}${name}-wrong` } : {})}
            />
            <FieldWrong id={`${id}${name}-wrong`}>{message}</FieldWrong>
          </div>
        )
      })}
      <Button type="primary" htmlType="submit" block>
        {t('applyFilter')}
      </Button>
    </form>
  )
}
