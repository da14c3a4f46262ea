import { check, type FieldError, type Locale } from '@slotwise/contract'
import type { z } from 'zod'

/**
 * The state of a form, without React. A field shows its message after the user has left it; submitting counts as
 * leaving every field. Messages are computed from the contract's schema at each render, so they follow the values and
 * the language. A message of the server takes precedence until the field changes.
 */
export type FormState<Values extends Record<string, string>> = {
  values: Values
  left: ReadonlySet<keyof Values>
  edited: ReadonlySet<keyof Values>
  /** Messages from outside the schema, mostly of the server, by field. */
  externalErrors: FormErrors<Values>
}

export type FormErrors<Values> = Partial<Record<keyof Values, string>>

export const startForm = <Values extends Record<string, string>>(values: Values): FormState<Values> => ({
  values,
  left: new Set(),
  edited: new Set(),
  externalErrors: {},
})

export function changeField<Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
  value: string,
): FormState<Values> {
  const { [name]: _, ...others } = state.externalErrors
  return {
    ...state,
    values: { ...state.values, [name]: value },
    edited: new Set(state.edited).add(name),
    externalErrors: others as FormErrors<Values>,
  }
}

export const leaveField = <Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
): FormState<Values> => ({ ...state, left: new Set(state.left).add(name) })

export const sendForm = <Values extends Record<string, string>>(
  state: FormState<Values>,
): FormState<Values> => ({ ...state, left: new Set(Object.keys(state.values)) })

/** Hides the field's message until the field is left again or the form is submitted again. */
export function forgiveField<Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
): FormState<Values> {
  const { [name]: _, ...others } = state.externalErrors
  return {
    ...state,
    left: new Set([...state.left].filter((other) => other !== name)),
    externalErrors: others as FormErrors<Values>,
  }
}

/** Shows errors from outside the schema at their fields; those of the server come in `CallError.errors`. */
export function addExternalErrors<Values extends Record<string, string>>(
  state: FormState<Values>,
  errors: readonly FieldError[],
): FormState<Values> {
  const ours = errors.filter(({ path }) => path in state.values)
  return {
    ...state,
    externalErrors: { ...state.externalErrors, ...Object.fromEntries(ours.map((e) => [e.path, e.message])) },
  }
}

/** The first broken rule of every field, whether it is shown or not. */
export function brokenRules<Values extends Record<string, string>>(
  state: FormState<Values>,
  schema: z.ZodType,
  locale: Locale,
): FormErrors<Values> {
  const result = check(schema, state.values, locale)
  if (result.ok) return {}
  return Object.fromEntries(
    result.errors.toReversed().map(({ path, message }) => [path, message]),
  ) as FormErrors<Values>
}

export function shownErrors<Values extends Record<string, string>>(
  state: FormState<Values>,
  schema: z.ZodType,
  locale: Locale,
): FormErrors<Values> {
  const broken = Object.entries(brokenRules(state, schema, locale)).filter(([name]) => state.left.has(name))
  return { ...(Object.fromEntries(broken) as FormErrors<Values>), ...state.externalErrors }
}
