import { memberFieldWords } from '@slotwise/contract'
import { Form, InputNumber } from 'antd'
import { useId } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { FormField, useTypeInto } from '../../ui/form-field.tsx'
import { memberWords } from './member-words.ts'
import './members.css'
import { formatPoints, useWorth } from './points.tsx'

const whole = {
  controls: false,
  inputMode: 'numeric',
  precision: 0,
  changeOnWheel: false,
  className: 'sw-points-input',
} as const

/** The points that a new card begins with. */
export function FirstPoints() {
  const t = useT(memberWords)
  const worth = useWorth()
  return (
    <FormField name="point" label={t('firstBalance')} hint={t('pointWorth', { worth: worth(1) })}>
      <InputNumber {...whole} />
    </FormField>
  )
}

type BalanceInputProps = {
  balance: number
  id?: string
  value?: number | null
  onChange?: (change: number | null) => void
}

/** Shows the balance that a change leads to. */
const BalanceInput = ({ balance, value = null, onChange, ...rest }: BalanceInputProps) => (
  <InputNumber
    {...whole}
    {...rest}
    value={value === null ? null : balance + value}
    onChange={(point) => onChange?.(point === null ? null : point - balance)}
  />
)

/**
 * The new balance, and beside it what is added: each follows the other. The field holds the change and not the balance,
 * so that a sale in the meantime changes the balance it leads to, and not what is added.
 */
export function BalanceFields({ balance }: { balance: number }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  const worth = useWorth()
  const hintId = useId()
  const inputId = useId()
  const change: unknown = Form.useWatch('point')
  const setChange = useTypeInto('point')
  return (
    <fieldset className="sw-balance-fields" aria-label={field('point')}>
      <FormField
        name="point"
        label={t('newBalance')}
        hint={t('balanceBefore', { points: formatPoints(balance), worth: worth(1) })}
      >
        <BalanceInput balance={balance} />
      </FormField>
      <div className="sw-top-up">
        <label htmlFor={inputId}>{t('topUpBy')}</label>
        <InputNumber
          {...whole}
          id={inputId}
          prefix="+"
          min={0}
          aria-describedby={hintId}
          value={typeof change === 'number' && change > 0 ? change : null}
          onChange={(points) => setChange(Math.max(0, points ?? 0))}
        />
        <p id={hintId}>{t('topUpHint')}</p>
      </div>
    </fieldset>
  )
}
