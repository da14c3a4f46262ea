import { check, type FieldError, type Locale } from '@slotwise/contract'
import type { z } from 'zod'

/**
 * What a form knows, without React. A field's message is shown once the field was left (sending leaves them all), is
 * worked out from the contract's schema at every look (so it follows the values and the language), and gives way to
 * what the server said about that field until the field changes.
 */
export type FormState<Values extends Record<string, string>> = {
  values: Values
  left: ReadonlySet<keyof Values>
  edited: ReadonlySet<keyof Values>
  told: Partial<Record<keyof Values, string>>
}

export type FormErrors<Values> = Partial<Record<keyof Values, string>>

export const startForm = <Values extends Record<string, string>>(values: Values): FormState<Values> => ({
  values,
  left: new Set(),
  edited: new Set(),
  told: {},
})

export function changeField<Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
  value: string,
): FormState<Values> {
  const { [name]: _, ...told } = state.told
  return {
    ...state,
    values: { ...state.values, [name]: value },
    edited: new Set(state.edited).add(name),
    told: told as FormErrors<Values>,
  }
}

export const leaveField = <Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
): FormState<Values> => ({ ...state, left: new Set(state.left).add(name) })

export const sendForm = <Values extends Record<string, string>>(
  state: FormState<Values>,
): FormState<Values> => ({ ...state, left: new Set(Object.keys(state.values)) })

/** Takes back what is shown at a field, until it is left again or the form is sent again. */
export function forgiveField<Values extends Record<string, string>>(
  state: FormState<Values>,
  name: keyof Values,
): FormState<Values> {
  const { [name]: _, ...told } = state.told
  return {
    ...state,
    left: new Set([...state.left].filter((other) => other !== name)),
    told: told as FormErrors<Values>,
  }
}

/** Puts errors from elsewhere at their fields; those of the server come in `CallError.errors`. */
export function tellErrors<Values extends Record<string, string>>(
  state: FormState<Values>,
  errors: readonly FieldError[],
): FormState<Values> {
  const ours = errors.filter(({ path }) => path in state.values)
  return { ...state, told: { ...state.told, ...Object.fromEntries(ours.map((e) => [e.path, e.message])) } }
}

/** The first broken rule of every field, shown or not. */
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
  return { ...(Object.fromEntries(broken) as FormErrors<Values>), ...state.told }
}
