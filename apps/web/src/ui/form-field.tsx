import { check, type Locale } from '@slotwise/contract'
import { Button, Form, type FormItemProps } from 'antd'
import {
  cloneElement,
  createContext,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { z } from 'zod'

import { useLocale, useT } from '../lib/i18n.tsx'
import { conflictWords } from './conflict-words.ts'
import { uiWords } from './ui-words.ts'

export type FormJudge = {
  schema: z.ZodType
  toInput: (values: unknown) => unknown
  givenFocus?: GivenFocus
  /** Called with what a user has changed. */
  changed?: (change: object) => void
}

/** The field that got the focus when the form opened. Leaving it unused must not show its error. */
export type GivenFocus = {
  to: (field: Element) => void
  /** The user has typed, or moved on by key. */
  used: () => void
  /** True once, for that field while it is unused. */
  leftUnused: (field: Element) => boolean
}

export function createGivenFocus(): GivenFocus {
  let unused: Element | undefined
  const used = (): void => void (unused = undefined)
  return {
    to: (field) => void (unused = field),
    used,
    leftUnused: (field) => {
      if (unused !== field) return false
      used()
      return true
    },
  }
}

export const FormJudgeContext = createContext<FormJudge | undefined>(undefined)

/** Sets a field as if the user had typed into it: the form has unsaved changes then, and an error of the field is judged again. */
export function useTypeInto(name: string): (value: unknown) => void {
  const judge = useContext(FormJudgeContext)
  const form = Form.useFormInstance()
  return (value) => {
    form.setFieldValue(name, value)
    judge?.changed?.({ [name]: value })
  }
}

/** By field: the value that another user saved while this user changed the field too. */
export type Theirs = ReadonlyMap<string, unknown>
export const TheirsContext = createContext<Theirs | undefined>(undefined)

type FormFieldProps = {
  /** The field's name in the contract's schema, which holds its rules. */
  name: string
  label: ReactNode
  required?: boolean
  hint?: ReactNode
  /** Fields whose change validates this one again, for rules between two fields. */
  dependsOn?: string[]
  /** Validates on change too: a typed date arrives only after its field was left. */
  judgesOnChange?: boolean
  /** An error that the schema does not know, such as a name that is taken. */
  alsoWrong?: string | undefined
  /** Switches and checkboxes use `checked`. */
  valuePropName?: 'value' | 'checked'
  children: ReactElement<{ onBlur?: (event: FocusEvent) => void }>
}

/**
 * A field with its label on top. The contract's schema validates it when the field is left and when the form is
 * submitted.
 */
export function FormField({
  name,
  label,
  required,
  hint,
  dependsOn = none,
  judgesOnChange = false,
  alsoWrong,
  valuePropName,
  children,
}: FormFieldProps) {
  const judge = useContext(FormJudgeContext)
  const hasTheirs = useContext(TheirsContext)?.has(name) ?? false
  const form = Form.useFormInstance()
  const locale = useLocale()

  const complaint = (): string | undefined => {
    if (!judge) return undefined
    const judged = check(judge.schema, judge.toInput(form.getFieldsValue(true)), locale)
    const broken = judged.ok
      ? undefined
      : judged.errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
    return broken?.message ?? alsoWrong
  }
  const obeysSchema = (): Promise<void> => {
    const message = complaint()
    return message === undefined ? Promise.resolve() : Promise.reject(new Error(message))
  }

  const leave = (event: FocusEvent): void => {
    children.props.onBlur?.(event)
    const looksIntoOtherWindow = document.activeElement === event.target
    if (looksIntoOtherWindow || judge?.givenFocus?.leftUnused(event.target)) return
    form.validateFields([name]).catch(() => undefined)
  }

  const props: FormItemProps = {
    name,
    label,
    validateTrigger: judgesOnChange ? 'onChange' : [],
    rules: [{ validator: obeysSchema }],
    ...(required ? { required } : {}),
    ...(hint === undefined && !hasTheirs ? {} : { extra: <FieldNote {...{ name, hint }} /> }),
    ...(valuePropName ? { valuePropName } : {}),
  }
  useJudgedWith(name, dependsOn)
  useJudgedOnNews(name, alsoWrong)
  useJudgedIn(locale, name, complaint)
  return <Form.Item {...props}>{cloneElement(children, { onBlur: leave })}</Form.Item>
}

/** Below the field: its hint, and a note when another user changed it as well. */
function FieldNote({ name, hint }: { name: string; hint: ReactNode }) {
  const t = useT(uiWords)
  const conflict = useT(conflictWords)
  const form = Form.useFormInstance()
  const theirs = useContext(TheirsContext)
  const [settled, setSettled] = useState<Theirs>()
  const isOpen = theirs?.has(name) && settled !== theirs
  const take = (): void => {
    form.setFieldValue(name, theirs?.get(name))
    setSettled(theirs)
  }
  return (
    <>
      {hint}
      {isOpen && (
        <span className="sw-field-theirs">
          {conflict('changedByBoth')}
          <Button size="small" onClick={take}>
            {t('takeTheirs')}
          </Button>
        </span>
      )}
    </>
  )
}

const none: string[] = []

/** antd's own `dependencies` would also show errors at fields that the user has not touched. */
function useJudgedWith(name: string, others: string[]): void {
  const form = Form.useFormInstance()
  const seen = Form.useWatch(
    (values: Record<string, unknown>) => JSON.stringify(others.map((other) => values[other])),
    form,
  )
  const judgeAgain = useEffectEvent((_seen: string | undefined) => {
    if (form.isFieldTouched(name)) form.validateFields([name]).catch(() => undefined)
  })
  useEffect(() => judgeAgain(seen), [seen])
}

/** Validates again when an outside error changes, not only when the field is left. */
function useJudgedOnNews(name: string, news: string | undefined): void {
  const form = Form.useFormInstance()
  const validatedNews = useRef(news)
  useEffect(() => {
    if (validatedNews.current === news) return
    validatedNews.current = news
    form.validateFields([name]).catch(() => undefined)
  }, [form, name, news])
}

/** Words the error that the field shows in a newly chosen language. An error of the server stays as it was answered. */
function useJudgedIn(locale: Locale, name: string, complaint: () => string | undefined): void {
  const form = Form.useFormInstance()
  const judgeAgain = useEffectEvent((_locale: Locale) => {
    if (form.getFieldError(name).length > 0 && complaint() !== undefined)
      form.validateFields([name]).catch(() => undefined)
  })
  useEffect(() => judgeAgain(locale), [locale])
}
