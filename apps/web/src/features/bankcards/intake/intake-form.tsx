import { type BankCard, check, type Country, type FieldError } from '@slotwise/contract'
import { Button, type FormInstance } from 'antd'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'

import { CallError } from '../../../lib/client.ts'
import { useToday } from '../../../lib/day-range.ts'
import { useLocale, useT } from '../../../lib/i18n.tsx'
import { JudgedForm, useJudgedForm } from '../../../ui/judged-form.tsx'
import { useAddBank } from '../api.ts'
import { AccountFields } from './account-fields.tsx'
import type { DraftSaver } from './draft-saver.ts'
import {
  draftOf,
  followingChange,
  guessedAccount,
  inputOf,
  intakeSchemaOf,
  type IntakeValues,
  isMerchantField,
} from './intake-values.ts'
import { intakeWords } from './intake-words.ts'
import { MerchantFields } from './merchant-fields.tsx'

type IntakeFormProps = {
  country: Country
  step: 0 | 1
  initial: IntakeValues
  /** The card that is sent again. */
  card: BankCard | undefined
  saver: DraftSaver
  /** Above the fields: the draft, the reason of a refusal. */
  notes: ReactNode
  onStep: (step: 0 | 1) => void
  onHandedIn: (card: BankCard) => void
  onLater: () => void
}

/** Shows a step from its beginning. */
function useTopOf(step: number): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null)
  const goUp = useEffectEvent((_step: number): void => {
    // Not returned: newer browsers answer with a promise, which is no clean-up of the effect.
    body.current?.scrollTo(0, 0)
  })
  useEffect(() => goUp(step), [step])
  return body
}

/**
 * The two steps of the form. They are one form: the second step judges the first again, and an error at a field of the
 * first leads back to it.
 */
export function IntakeForm(props: IntakeFormProps) {
  const { country, step, initial, card, saver, notes, onStep, onHandedIn, onLater } = props
  const t = useT(intakeWords)
  const locale = useLocale()
  const today = useToday()
  const { mutateAsync: addBank } = useAddBank()
  const merchantId = card?.merchant_id
  const schema = useMemo(() => intakeSchemaOf(country, today), [country, today])
  const toInput = useCallback(
    (values: IntakeValues) => inputOf(country, values, merchantId),
    [country, merchantId],
  )
  // Before errors are shown, because only a field on the page can show one.
  const leadBack = (errors: readonly FieldError[]): void => {
    if (step === 1 && errors.some(({ path }) => isMerchantField(path))) flushSync(() => onStep(0))
  }
  const state = useJudgedForm({
    schema,
    initial,
    toInput,
    onSubmit: async (input) => {
      try {
        // Photos are always the next step, also those that the card has of the time before.
        const handedIn = await addBank({ ...input, new_photos: true })
        // The server deletes the draft with it; a save that is under way must not bring it back.
        await saver.forget()
        onHandedIn(handedIn)
      } catch (error) {
        if (error instanceof CallError) leadBack(error.errors)
        throw error
      }
    },
  })
  const form = state.form as FormInstance<unknown> as FormInstance<IntakeValues>
  const body = useTopOf(step)
  const valuesNow = (): IntakeValues => form.getFieldsValue(true) as IntakeValues
  const keep = (at: 0 | 1): void => saver.change(draftOf(at, valuesNow(), merchantId))
  const set = (values: Partial<IntakeValues>): void => {
    form.setFieldsValue(values)
    keep(step)
  }
  const goTo = (next: 0 | 1): void => {
    if (next === 1) form.setFieldsValue(guessedAccount(valuesNow()))
    keep(next)
    onStep(next)
  }
  const changed = (change: object): void => {
    const following = followingChange(change, valuesNow())
    if (following) form.setFieldsValue(following)
    state.changed(change)
    keep(step)
  }
  const send = async (saved: () => void): Promise<void> => {
    if (step === 0) return goTo(1)
    const judged = check(schema, toInput(valuesNow()), locale)
    if (!judged.ok) leadBack(judged.errors)
    return state.send(saved)
  }
  return (
    <>
      <div className="sw-intake-body" ref={body}>
        {notes}
        <JudgedForm
          state={{ ...state, changed, send }}
          initial={initial}
          onSaved={() => undefined}
          onReload={undefined}
        >
          {step === 0 ? (
            <MerchantFields country={country} />
          ) : (
            <AccountFields country={country} onByHand={(byHand) => set({ by_hand: byHand })} />
          )}
        </JudgedForm>
      </div>
      <footer className="sw-intake-buttons">
        {step === 0 ? (
          <Button onClick={onLater}>{t('later')}</Button>
        ) : (
          <Button onClick={() => goTo(0)}>{t('back')}</Button>
        )}
        <Button type="primary" htmlType="submit" form={state.formId} loading={state.sending}>
          {t(step === 0 ? 'toAccount' : 'toPhotos')}
        </Button>
      </footer>
    </>
  )
}
