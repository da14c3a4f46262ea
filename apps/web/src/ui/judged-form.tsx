import { check, errorCodes, errorText, type FieldError, type Locale } from '@slotwise/contract'
import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'

import { CallError, isHandledElsewhere } from '../lib/client.ts'
import { useLocale, useT } from '../lib/i18n.tsx'
import { rebase } from '../lib/rebase.ts'
import { refusalLines } from '../lib/refusal-lines.ts'
import './form-drawer.css'
import {
  createGivenFocus,
  type FormJudge,
  FormJudgeContext,
  type Theirs,
  TheirsContext,
} from './form-field.tsx'
import { conflictWords } from './conflict-words.ts'
import { uiWords } from './ui-words.ts'
import { Alert } from './plain/alert.tsx'
import { plainWords } from './plain/words.ts'

/** At the edge of the window, a field may be below the buttons that stay there. */
const inTheMiddle = { focus: true, block: 'center' } as const

/** antd types a form's values by name only; the schema types them fully. */
type FieldValues = Record<string, unknown>

export type JudgedFormProps<Schema extends z.ZodType, Values extends object> = {
  schema: Schema
  initial: Values
  /** Converts the fields' values to the input, where they differ. */
  toInput?: (values: Values) => unknown
  /** Sends the input. A CallError thrown here is shown at its field or above the form. */
  onSubmit: (input: z.output<Schema>) => Promise<unknown>
  /** Assigns an answer of the server to fields, if not to those that it names itself. */
  placeErrors?: (error: CallError) => FieldError[]
  /** Offered when another user has changed the record meanwhile: `initial` becomes the latest version. */
  onReload?: () => void
}

/** An alert above the form, with the errors that have no field. */
type Refused = { error: CallError; homeless: FieldError[]; isMarked: boolean }

type JudgedFormState = {
  formId: string
  form: FormInstance<FieldValues>
  judge: Required<Omit<FormJudge, 'changed'>>
  dirty: boolean
  sending: boolean
  refusal: Refused | undefined
  /** Another user's values of fields that this user changed too; undefined while there is no such conflict. */
  theirs: Theirs | undefined
  changed: (change: object) => void
  send: (saved: () => void) => Promise<void>
}

/** A form validated by the contract's schema, in a drawer or on a page. */
export function useJudgedForm<Schema extends z.ZodType, Values extends object>(
  props: JudgedFormProps<Schema, Values>,
): JudgedFormState {
  const formId = `form-${useId().replace(/\W/g, '')}`
  const [form] = Form.useForm<FieldValues>()
  const [dirty, setDirty] = useState(false)
  const judge = useJudge(props)
  const changed = (change: object): void => {
    setDirty(!sameValues(form.getFieldsValue(true) as FieldValues, props.initial))
    const complained = Object.keys(change).filter((name) => form.getFieldError(name).length > 0)
    if (complained.length > 0) form.validateFields(complained).catch(() => undefined)
  }
  const { clearRefusal, ...sending } = useSending(props, form, judge)
  const theirs = useLatest(props, form, () => {
    clearRefusal()
    changed({})
  })
  return { formId, form, judge, dirty, theirs, changed, ...sending }
}

/** Puts reloaded values into the fields that this user has not changed; the others keep what was typed. */
function useLatest<Values extends object>(
  { initial, onReload }: Pick<JudgedFormProps<z.ZodType, Values>, 'initial' | 'onReload'>,
  form: FormInstance<FieldValues>,
  onTaken: () => void,
): Theirs | undefined {
  const base = useRef(initial)
  const [theirs, setTheirs] = useState<Theirs>()
  const take = useEffectEvent((_now: string) => {
    if (!onReload || sameValues(base.current, initial)) return
    const typed = form.getFieldsValue(true) as Values
    const { values, clashes } = rebase(base.current, initial, typed)
    base.current = initial
    form.setFieldsValue(values)
    setTheirs(new Map(clashes.map((clash) => [String(clash.field), clash.theirs])))
    onTaken()
  })
  const now = meaning(initial)
  useEffect(() => take(now), [now])
  return theirs
}

type JudgedFormFrameProps = {
  state: JudgedFormState
  initial: object
  /** Called when the server has saved it. */
  onSaved: () => void
  onReload: (() => void) | undefined
  children: ReactNode
}

export function JudgedForm({ state, initial, onSaved, onReload, children }: JudgedFormFrameProps) {
  const { formId, form, judge, refusal, theirs, changed, send } = state
  const conflict = useT(conflictWords)
  return (
    <>
      {theirs && !refusal && (
        <div className="sw-form-drawer-refusal" ref={intoSight}>
          <Alert tone="info">{conflict(theirs.size > 0 ? 'latestLoadedBoth' : 'latestLoaded')}</Alert>
        </div>
      )}
      {refusal && <Refusal {...refusal} onReload={onReload} />}
      <FormJudgeContext value={{ ...judge, changed }}>
        <Form<FieldValues>
          form={form}
          name={formId}
          layout="vertical"
          initialValues={initial}
          requiredMark
          noValidate
          scrollToFirstError={inTheMiddle}
          onValuesChange={changed}
          onKeyDown={judge.givenFocus.used}
          onFinish={() => void send(onSaved)}
        >
          <TheirsContext value={theirs}>{children}</TheirsContext>
        </Form>
      </FormJudgeContext>
    </>
  )
}

function useJudge<Schema extends z.ZodType, Values extends object>({
  schema,
  toInput,
}: Pick<JudgedFormProps<Schema, Values>, 'schema' | 'toInput'>): JudgedFormState['judge'] {
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

/** Sends one request at a time; field errors go to their fields, other failures stand above the form. */
function useSending<Schema extends z.ZodType, Values extends object>(
  { schema, onSubmit, placeErrors = namedErrors }: JudgedFormProps<Schema, Values>,
  form: FormInstance<FieldValues>,
  judge: FormJudge,
) {
  const locale = useLocale()
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refused>()

  const refuse = (error: CallError, placed: FieldError[]): void => {
    const homeless = showAtFields(form, placed)
    const isShownAtFields = placed.length > 0 && homeless.length === 0
    setRefusal(isShownAtFields ? undefined : { error, homeless, isMarked: homeless.length < placed.length })
  }

  const send = async (saved: () => void): Promise<void> => {
    if (sending) return
    const judged = check(schema, judge.toInput(form.getFieldsValue(true)), locale)
    if (!judged.ok) return refuse(unfit(judged.errors, locale), judged.errors)
    setSending(true)
    setRefusal(undefined)
    try {
      await onSubmit(judged.value)
      saved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isHandledElsewhere(error)) refuse(error, placeErrors(error))
    } finally {
      setSending(false)
    }
  }
  return { send, sending, refusal, clearRefusal: () => setRefusal(undefined) }
}

/** The error that the server would answer with. */
const unfit = (errors: FieldError[], locale: Locale): CallError =>
  new CallError(errorText(locale, 'invalid'), { kind: 'answer', rcode: errorCodes.invalid, errors })

const namedErrors = (error: CallError): FieldError[] => error.errors

/** Returns the errors for which the form has no field. A field that holds a list shows the errors inside it. */
function showAtFields(form: FormInstance<FieldValues>, errors: FieldError[]): FieldError[] {
  const isMounted = (path: string): boolean => form.getFieldInstance(path) !== undefined
  const placed = errors.map(({ path, message }) => ({
    path: isMounted(path) ? path : (path.split('.', 1)[0] ?? path),
    message,
  }))
  const mounted = placed.filter(({ path }) => isMounted(path))
  form.setFields(mounted.map(({ path, message }) => ({ name: path, errors: [message] })))
  const [first] = mounted
  if (first) form.scrollToField(first.path, inTheMiddle)
  return placed.filter((error) => !mounted.includes(error))
}

/** A user who saves at the end of a long form would not see an alert at its head. */
const intoSight = (refusal: HTMLElement | null): void => refusal?.scrollIntoView({ block: 'center' })

type RefusalProps = Refused & { onReload: (() => void) | undefined }

function Refusal({ error, homeless, isMarked, onReload }: RefusalProps) {
  const t = useT(uiWords)
  const canReload = onReload && error.rcode === errorCodes.changedMeanwhile
  const plain = useT(plainWords)
  const requestId = error.kind === 'fault' ? error.unsaidRequestId : undefined
  return (
    <div className="sw-form-drawer-refusal" ref={intoSight}>
      <Alert
        tone={canReload ? 'warning' : 'error'}
        second={requestId !== undefined && plain('requestId', { id: requestId })}
      >
        {refusalLines(error, homeless, isMarked).join('\n')}
      </Alert>
      {canReload && <Button onClick={onReload}>{t('reloadLatest')}</Button>}
    </div>
  )
}

/** A field that was never filled equals one that was emptied again. */
const sameValues = (a: object, b: object): boolean => meaning(a) === meaning(b)
const meaning = (values: object): string =>
  JSON.stringify(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
