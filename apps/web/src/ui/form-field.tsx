import { check } from '@slotwise/contract'
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
import { uiWords } from './messages/messages.ts'

export type FormJudge = {
  schema: z.ZodType
  toInput: (values: unknown) => unknown
  givenFocus?: GivenFocus
}

/** The field that was given the focus when the form opened. Whoever goes elsewhere first has not been to it. */
export type GivenFocus = {
  to: (field: Element) => void
  /** Somebody types, or moves on by key. */
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

/** By field: what somebody else wrote there while it was changed here, too. */
export type Theirs = ReadonlyMap<string, unknown>
export const TheirsContext = createContext<Theirs | undefined>(undefined)

type FormFieldProps = {
  /** The name in the contract's schema, which is also where its rules are. */
  name: string
  label: ReactNode
  required?: boolean
  hint?: ReactNode
  /** Judged again when these change: the other half of a rule between two fields. */
  dependsOn?: string[]
  /** Judged as it changes, too: a typed date arrives only after its field was left. */
  changesLate?: boolean
  /** What is wrong although the schema is content, such as a name that somebody else has. */
  alsoWrong?: string | undefined
  /** Switches and checkboxes hand over `checked`. */
  valuePropName?: 'value' | 'checked'
  children: ReactElement<{ onBlur?: (event: FocusEvent) => void }>
}

/** A field with its label on top. The contract's schema speaks when the field is left and when it is sent. */
export function FormField({
  name,
  label,
  required,
  hint,
  dependsOn = none,
  changesLate = false,
  alsoWrong,
  valuePropName,
  children,
}: FormFieldProps) {
  const judge = useContext(FormJudgeContext)
  const hasTheirs = useContext(TheirsContext)?.has(name) ?? false
  const form = Form.useFormInstance()
  const locale = useLocale()

  const obeysSchema = (): Promise<void> => {
    if (!judge) return Promise.resolve()
    const judged = check(judge.schema, judge.toInput(form.getFieldsValue(true)), locale)
    const broken = judged.ok
      ? undefined
      : judged.errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
    const message = broken?.message ?? alsoWrong
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
    validateTrigger: changesLate ? 'onChange' : [],
    rules: [{ validator: obeysSchema }],
    ...(required ? { required } : {}),
    ...(hint === undefined && !hasTheirs ? {} : { extra: <FieldNote {...{ name, hint }} /> }),
    ...(valuePropName ? { valuePropName } : {}),
  }
  useJudgedWith(name, dependsOn)
  useJudgedOnNews(name, alsoWrong)
  return <Form.Item {...props}>{cloneElement(children, { onBlur: leave })}</Form.Item>
}

/** Below the field: its hint, and that somebody else has changed it as well. */
function FieldNote({ name, hint }: { name: string; hint: ReactNode }) {
  const t = useT(uiWords)
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
          {t('changedByBoth')}
          <Button size="small" onClick={take}>
            {t('takeTheirs')}
          </Button>
        </span>
      )}
    </>
  )
}

const none: string[] = []

/** antd's own `dependencies` would blame a field that nobody has been to yet. */
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

/** News from elsewhere is told at once, not only when the field is left. */
function useJudgedOnNews(name: string, news: string | undefined): void {
  const form = Form.useFormInstance()
  const told = useRef(news)
  useEffect(() => {
    if (told.current === news) return
    told.current = news
    form.validateFields([name]).catch(() => undefined)
  }, [form, name, news])
}
