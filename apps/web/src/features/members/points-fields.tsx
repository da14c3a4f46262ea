import { memberFieldWords } from '@slotwise/contract'
import { Form, InputNumber } from 'antd'
import { useId } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
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

/** The new balance, and beside it what is added: each follows the other. */
export function BalanceFields({ balance }: { balance: number }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  const worth = useWorth()
  const form = Form.useFormInstance()
  const hintId = useId()
  const inputId = useId()
  const point: unknown = Form.useWatch('point', form)
  const added = typeof point === 'number' && point > balance ? point - balance : null
  const add = (points: number | null): void => {
    form.setFieldValue('point', balance + Math.max(0, points ?? 0))
    form.validateFields(['point']).catch(() => undefined)
  }
  return (
    <fieldset className="sw-balance-fields" aria-label={field('point')}>
      <FormField
        name="point"
        label={t('newBalance')}
        hint={t('balanceBefore', { points: formatPoints(balance), worth: worth(1) })}
      >
        <InputNumber {...whole} />
      </FormField>
      <div className="sw-top-up">
        <label htmlFor={inputId}>{t('topUpBy')}</label>
        <InputNumber
          {...whole}
          id={inputId}
          prefix="+"
          min={0}
          aria-describedby={hintId}
          value={added}
          onChange={add}
        />
        <p id={hintId}>{t('topUpHint')}</p>
      </div>
    </fieldset>
  )
}
