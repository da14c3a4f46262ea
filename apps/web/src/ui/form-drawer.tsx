import { check, errorCodes, type FieldError } from '@slotwise/contract'
import { Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { z } from 'zod'

import { CallError } from '../lib/client.ts'
import { useLocale, useT } from '../lib/i18n.tsx'
import './form-drawer.css'
import { createGivenFocus, type FormJudge, FormJudgeContext, type GivenFocus } from './form-field.tsx'
import { uiWords } from './messages/messages.ts'
import { Alert } from './plain/alert.tsx'
import { plainWords } from './plain/words.ts'
import { useUnsavedGuard } from './unsaved-guard.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-media.ts'

/** antd knows a form's values by name only; the schema knows more. */
type FieldValues = Record<string, unknown>

export type FormDrawerProps<Schema extends z.ZodType, Values extends object> = {
  title: string
  /** Says what the button does: "Save area", not "OK". */
  submitLabel: string
  schema: Schema
  initial: Values
  /** What travels, where it is not what the fields hold. */
  toInput?: (values: Values) => unknown
  /** Sends it. A CallError thrown here is shown where it belongs. */
  onSubmit: (input: z.output<Schema>) => Promise<unknown>
  /** Where an answer of the server belongs, if not at the fields it names itself. */
  placeErrors?: (error: CallError) => FieldError[]
  onClose: () => void
  /** Offered when somebody else has changed the record meanwhile. */
  onReload?: () => void
  children: ReactNode
}

/** A form in a drawer: judged by the contract's schema, guarded against loss, with errors where they belong. */
export function FormDrawer<Schema extends z.ZodType, Values extends object>(
  props: FormDrawerProps<Schema, Values>,
) {
  const { title, submitLabel, initial, onClose, onReload, children } = props
  const t = useT(uiWords)
  const isPhone = useIsPhone()
  const formId = `form-${useId().replace(/\W/g, '')}`
  const [form] = Form.useForm<FieldValues>()
  const [dirty, setDirty] = useState(false)
  const judge = useJudge(props)
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(dirty, onClose)
  const { send, sending, refusal } = useSending(props, form, judge, leaveSaved)
  useFocusReturn()

  const changed = (change: object): void => {
    setDirty(!sameValues(form.getFieldsValue(true) as FieldValues, initial))
    const complained = Object.keys(change).filter((name) => form.getFieldError(name).length > 0)
    if (complained.length > 0) form.validateFields(complained).catch(() => undefined)
  }

  return (
    <Drawer
      open
      rootClassName="sw-form-drawer"
      title={title}
      size={isPhone ? '100%' : 480}
      onClose={requestLeave}
      autoFocus={false}
      footer={
        <div className="sw-form-drawer-buttons">
          <Button onClick={requestLeave}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={sending}>
            {submitLabel}
          </Button>
        </div>
      }
    >
      <FirstFieldFocus formId={formId} givenFocus={judge.givenFocus} />
      {refusal && <Refusal error={refusal} onReload={onReload} />}
      <FormJudgeContext value={judge}>
        <Form<FieldValues>
          form={form}
          name={formId}
          layout="vertical"
          initialValues={initial}
          requiredMark
          noValidate
          scrollToFirstError={{ focus: true }}
          onValuesChange={changed}
          onKeyDown={judge.givenFocus.used}
          onFinish={() => void send()}
        >
          {children}
        </Form>
      </FormJudgeContext>
      {question}
    </Drawer>
  )
}

function useJudge<Schema extends z.ZodType, Values extends object>({
  schema,
  toInput,
}: Pick<FormDrawerProps<Schema, Values>, 'schema' | 'toInput'>): Required<FormJudge> {
  const [givenFocus] = useState(createGivenFocus)
  return useMemo(
    () => ({
      schema,
      toInput: (values: unknown) => (toInput ? toInput(values as Values) : values),
      givenFocus,
    }),
    [schema, toInput, givenFocus],
  )
}

/** Sends once at a time; field errors go to their fields, anything else stands above the form. */
function useSending<Schema extends z.ZodType, Values extends object>(
  { schema, onSubmit, placeErrors = namedErrors }: FormDrawerProps<Schema, Values>,
  form: FormInstance<FieldValues>,
  judge: FormJudge,
  saved: () => void,
) {
  const locale = useLocale()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<CallError>()

  const send = async (): Promise<void> => {
    if (sending) return
    const judged = check(schema, judge.toInput(form.getFieldsValue(true)), locale)
    if (!judged.ok) return void showAtFields(form, judged.errors)
    setSending(true)
    setRefusal(undefined)
    try {
      await onSubmit(judged.value)
      saved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isHandledElsewhere(error)) {
        const placed = placeErrors(error)
        const homeless = showAtFields(form, placed)
        if (homeless.length > 0 || placed.length === 0) setRefusal(error)
      }
    } finally {
      setSending(false)
    }
  }
  return { send, sending, refusal }
}

const namedErrors = (error: CallError): FieldError[] => error.errors

const isHandledElsewhere = (error: CallError): boolean =>
  error.rcode === errorCodes.sessionEnded || error.rcode === errorCodes.silent

/** Returns the errors for which the form has no field. */
function showAtFields(form: FormInstance<FieldValues>, errors: FieldError[]): FieldError[] {
  const mounted = errors.filter(({ path }) => form.getFieldInstance(path) !== undefined)
  form.setFields(mounted.map(({ path, message }) => ({ name: path, errors: [message] })))
  const [first] = mounted
  if (first) form.scrollToField(first.path, { focus: true })
  return errors.filter((error) => !mounted.includes(error))
}

function Refusal({ error, onReload }: { error: CallError; onReload: (() => void) | undefined }) {
  const t = useT(uiWords)
  const canReload = onReload && error.rcode === errorCodes.changedMeanwhile
  const plain = useT(plainWords)
  const requestId = error.kind === 'fault' ? error.unsaidRequestId : undefined
  return (
    <div className="sw-form-drawer-refusal">
      <Alert
        tone={canReload ? 'warning' : 'error'}
        second={requestId !== undefined && plain('requestId', { id: requestId })}
      >
        {error.message}
      </Alert>
      {canReload && <Button onClick={onReload}>{t('reloadLatest')}</Button>}
    </div>
  )
}

/** Empty is empty: a field that was never filled and one that was emptied again are the same. */
const sameValues = (a: object, b: object): boolean => meaning(a) === meaning(b)
const meaning = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** While the drawer still slides in: whoever opens a form may type at once. */
function FirstFieldFocus({ formId, givenFocus }: { formId: string; givenFocus: GivenFocus }) {
  useEffect(() => {
    const form = document.querySelector(`#${formId}`)
    if (!form || form.contains(document.activeElement)) return
    // A field of the form itself; what stands beside it (a shortcut, a hint) is not where people begin.
    const fields = '.ant-form-item :is(input:not([type=hidden]), textarea):not(:disabled)'
    const first = form.querySelector<HTMLElement>(fields)
    if (!first) return
    first.focus({ preventScroll: true })
    givenFocus.to(first)
  }, [formId, givenFocus])
  return null
}
