import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { check, formatMoney, goodsFieldWords, GoodsFilter } from '@slotwise/contract'
import { Button, Popover } from 'antd'
import { useId, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { MoneyInput, type TypedMoney } from '../../ui/money-input.tsx'
import { plainWords } from '../../ui/plain/words.ts'
import { goodsWords } from './goods-words.ts'

type PriceFilterProps = {
  min: number | undefined
  max: number | undefined
  onChange: (min: number | undefined, max: number | undefined) => void
}

/** A span of prices, open at either end; looks like the drop-downs beside it. */
export function PriceFilter({ min, max, onChange }: PriceFilterProps) {
  const field = useT(goodsFieldWords)
  const ui = useT(uiWords)
  const plain = useT(plainWords)
  const spanText = useSpanText()
  const [open, setOpen] = useState(false)
  const isSet = min !== undefined || max !== undefined
  const apply: PriceFilterProps['onChange'] = (from, to) => {
    setOpen(false)
    onChange(from, to)
  }
  return (
    <span className="sw-price-filter sw-filter-select">
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={<PriceForm min={min} max={max} onApply={apply} />}
      >
        <Button
          aria-haspopup="dialog"
          aria-expanded={open}
          className={isSet ? '' : 'is-unset'}
          iconPlacement="end"
          icon={isSet ? undefined : <DownOutlined aria-hidden="true" />}
        >
          {isSet ? plain('chosen', { label: field('price'), value: spanText(min, max) }) : field('price')}
        </Button>
      </Popover>
      {isSet && (
        <button
          type="button"
          className="sw-price-filter-clear"
          aria-label={`${ui('clear')}: ${field('price')}`}
          onClick={() => onChange(undefined, undefined)}
        >
          <CloseCircleFilled aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

function useSpanText(): (min: number | undefined, max: number | undefined) => string {
  const t = useT(goodsWords)
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  const money = (cents: number): string => formatMoney(cents, currency, locale)
  return (min, max) => {
    if (max === undefined) return min === undefined ? '' : t('priceFrom', { price: money(min) })
    return min === undefined ? t('priceUpTo', { price: money(max) }) : `${money(min)} – ${money(max)}`
  }
}

type PriceFormProps = Pick<PriceFilterProps, 'min' | 'max'> & { onApply: PriceFilterProps['onChange'] }
type Side = 'min_price' | 'max_price'

function PriceForm({ min, max, onApply }: PriceFormProps) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const locale = useLocale()
  const id = useId()
  const [typed, setTyped] = useState<Record<Side, TypedMoney>>({
    min_price: min ?? null,
    max_price: max ?? null,
  })
  const [sent, setSent] = useState(false)
  const judged = check(
    GoodsFilter,
    { min_price: typed.min_price ?? undefined, max_price: typed.max_price ?? undefined },
    locale,
  )
  const wrong = (side: Side): string | undefined =>
    !sent || judged.ok ? undefined : judged.errors.find(({ path }) => path === side)?.message

  const sides: Side[] = ['min_price', 'max_price']
  return (
    <form
      className="sw-price-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (judged.ok) onApply(judged.value.min_price, judged.value.max_price)
      }}
    >
      {sides.map((side) => {
        const message = wrong(side)
        return (
          <div key={side}>
            <label htmlFor={`${id}${side}`}>{field(side)}</label>
            <MoneyInput
              id={`${id}${side}`}
              value={typed[side]}
              onChange={(value) => setTyped((now) => ({ ...now, [side]: value }))}
              onBlur={() => typed.min_price !== null && typed.max_price !== null && setSent(true)}
              {...(message ? { 'aria-invalid': 'true', 'aria-describedby': `${id}${side}-wrong` } : {})}
            />
            <p id={`${id}${side}-wrong`} className="sw-field-wrong" role="alert">
              {message}
            </p>
          </div>
        )
      })}
      <Button type="primary" htmlType="submit" block>
        {t('filterGoods')}
      </Button>
    </form>
  )
}
