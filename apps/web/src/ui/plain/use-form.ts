import { check } from '@slotwise/contract'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'

import { CallError } from '../../lib/client.ts'
import {
  addExternalErrors,
  brokenRules,
  changeField,
  forgiveField,
  type FormErrors,
  type FormState,
  leaveField,
  sendForm,
  shownErrors,
  startForm,
} from '../../lib/form.ts'
import { useLocale } from '../../lib/i18n.tsx'

type TextValues = Record<string, string>
type Control = HTMLInputElement | HTMLSelectElement

export type FieldBinding = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
  onBlur: (event: FocusEvent<Control>) => void
}

/** Returns the field that a failure is about, where the server does not name it. */
type FieldOf<Values> = (error: CallError) => (keyof Values & string) | undefined

export type Form<Values extends TextValues, Value> = {
  values: Values
  sending: boolean
  /** The last failure that belongs to no field. */
  problem: CallError | undefined
  /** The properties of a field of ui/plain. `left` is called when the user leaves it. */
  bind: (name: keyof Values & string, left?: (state: FormState<Values>) => void) => FieldBinding
  set: (name: keyof Values & string, value: string) => void
  /** Shows a message at a field until the field changes. */
  tell: (name: keyof Values & string, message: string) => void
  /** Hides the field's message until the field is left again. */
  forgive: (name: keyof Values & string) => void
  /** Returns the field's error, and shows it from now on. */
  look: (name: keyof Values & string) => string | undefined
  /** Validates, then sends the parsed values; failures are shown at their fields or in `problem`. */
  onSubmit: (
    send: (value: Value) => Promise<void>,
    place?: FieldOf<Values>,
  ) => (event: FormEvent<HTMLFormElement>) => void
}

export function useForm<Schema extends z.ZodType, Values extends TextValues>(
  schema: Schema,
  initial: Values,
): Form<Values, z.output<Schema>> {
  const locale = useLocale()
  const [state, setState] = useState(() => startForm(initial))
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<CallError>()
  const busy = useRef(false)
  const shown: FormErrors<Values> = shownErrors(state, schema, locale)

  const tell: Form<Values, unknown>['tell'] = (path, message) =>
    setState((now) => addExternalErrors(now, [{ path, message }]))

  const fail = (error: unknown, place: FieldOf<Values> | undefined): void => {
    if (!(error instanceof CallError)) throw error
    const name = place?.(error)
    const errors = name === undefined ? error.errors : [{ path: name, message: error.message }]
    if (errors.some(({ path }) => path in initial)) setState((now) => addExternalErrors(now, errors))
    else setProblem(error)
  }

  return {
    values: state.values,
    sending,
    problem,
    tell,
    set: (name, value) => setState((now) => changeField(now, name, value)),
    forgive: (name) => setState((now) => forgiveField(now, name)),
    look: (name) => {
      setState((now) => leaveField(now, name))
      return brokenRules(state, schema, locale)[name]
    },
    bind: (name, left) => ({
      name,
      value: state.values[name] ?? '',
      error: shown[name],
      onChange: ({ target }) => setState((now) => changeField(now, name, target.value)),
      onBlur: (event) => {
        if (!state.edited.has(name) && leavesForm(event)) return
        setState((now) => leaveField(now, name))
        left?.(state)
      },
    }),
    onSubmit: (send, place) => (event) => {
      event.preventDefault()
      const form = event.currentTarget
      if (busy.current) return
      const result = check(schema, state.values, locale)
      flushSync(() => {
        setState(sendForm)
        setProblem(undefined)
      })
      if (!result.ok) return focusFirstInvalid(form)
      busy.current = true
      setSending(true)
      void send(result.value)
        .catch((error: unknown) => fail(error, place))
        .finally(() => {
          busy.current = false
          flushSync(() => setSending(false))
          focusFirstInvalid(form)
        })
    },
  }
}

/** A user who goes to the language menu has not left the field. */
const leavesForm = ({ currentTarget, relatedTarget }: FocusEvent<Control>): boolean =>
  relatedTarget !== null && !currentTarget.form?.contains(relatedTarget)

const focusFirstInvalid = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
