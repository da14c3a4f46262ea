import { type LowRule, lowModes, thresholdFieldWords, type Thresholds } from '@slotwise/contract'
import { InputNumber, Select, Space } from 'antd'
import { type FocusEvent, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useThresholdText } from './rule-text.ts'
import { inheritedThreshold, type ThresholdPlace } from './threshold-rule.ts'
import { thresholdWords } from './threshold-words.ts'
import './threshold-fields.css'

type ThresholdFieldsProps = { thresholds: Thresholds; place: ThresholdPlace }

/** The two thresholds of a place in its form. A field that is empty inherits, and says from where and what. */
export function ThresholdFields({ thresholds, place }: ThresholdFieldsProps) {
  const t = useT(thresholdWords)
  const field = useT(thresholdFieldWords)
  const text = useThresholdText()
  const above = inheritedThreshold(thresholds, place)
  const inherited = text.inherited(above)
  return (
    <>
      <FormField name="low" label={field('low')} hint={t('lowHint')}>
        <LowInput inherited={inherited.low} inheritedMode={above.low.value.mode} />
      </FormField>
      <FormField name="offline_minutes" label={t('offlineAfter')} hint={t('offlineHint')}>
        <MinutesInput inherited={inherited.offline_minutes} />
      </FormField>
    </>
  )
}

type ControlProps<Value> = {
  /** What counts while the field is empty. */
  inherited: string
  id?: string
  value?: Value | null
  onChange?: (value: Value | null) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

const unitWords = { share: 'percentUnit', pieces: 'piecesUnit' } as const

/** A share or a number of pieces, with its unit. */
function LowInput({
  inherited,
  inheritedMode,
  value = null,
  onChange,
  onBlur,
  ...rest
}: ControlProps<LowRule> & { inheritedMode: LowRule['mode'] }) {
  const t = useT(thresholdWords)
  const [unit, setUnit] = useState<LowRule['mode']>()
  const mode = value?.mode ?? unit ?? inheritedMode
  const type = (typed: number | null): void => onChange?.(typed === null ? null : { mode, value: typed })
  const choose = (next: LowRule['mode']): void => {
    setUnit(next)
    if (value) onChange?.({ ...value, mode: next })
  }
  return (
    <>
      <Space.Compact block className="sw-threshold-low">
        <InputNumber<number>
          {...rest}
          {...(onBlur ? { onBlur } : {})}
          controls={false}
          inputMode="numeric"
          placeholder={inherited}
          value={value?.value ?? null}
          onChange={type}
        />
        <Select
          aria-label={t('unit')}
          options={lowModes.map((one) => ({ value: one, label: t(unitWords[one]) }))}
          value={mode}
          onChange={choose}
        />
      </Space.Compact>
      <BackTo inherited={inherited} isOwn={value !== null} onInherit={() => onChange?.(null)} />
    </>
  )
}

function MinutesInput({ inherited, value = null, onChange, onBlur, ...rest }: ControlProps<number>) {
  const t = useT(thresholdWords)
  return (
    <>
      <InputNumber<number>
        {...rest}
        {...(onBlur ? { onBlur } : {})}
        className="sw-threshold-minutes"
        controls={false}
        inputMode="numeric"
        suffix={t('minutesUnit')}
        placeholder={inherited}
        value={value}
        onChange={(typed) => onChange?.(typed)}
      />
      <BackTo inherited={inherited} isOwn={value !== null} onInherit={() => onChange?.(null)} />
    </>
  )
}

type BackToProps = { inherited: string; isOwn: boolean; onInherit: () => void }

/** Drops the own value. */
function BackTo({ inherited, isOwn, onInherit }: BackToProps) {
  const t = useT(thresholdWords)
  if (!isOwn) return null
  return (
    <button type="button" className="sw-text-button sw-threshold-back" onClick={onInherit}>
      {t('backTo', { inherited })}
    </button>
  )
}
