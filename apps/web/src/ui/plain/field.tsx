import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import './field.css'
import { ChevronIcon, EyeIcon, EyeOffIcon } from './icons.tsx'
import { plainWords } from './words.ts'

type FieldProps = {
  label: string
  /** Shown under the field while there is no error. */
  hint?: ReactNode
  error?: string | undefined
  /** Stands right of the control, for example a button. */
  beside?: ReactNode
}

/** Ids and attributes that connect a control with its label and its message. */
function useBinding(error: string | undefined) {
  const id = useId()
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': `${id}-note` } as const
}

/** Label on top, control, and one line for the message. */
function FieldFrame({
  id,
  label,
  hint,
  error,
  beside,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="sw-field">
      <label className="sw-field-label" htmlFor={id}>
        {label}
      </label>
      <div className="sw-field-control">
        {children}
        {beside}
      </div>
      <div className="sw-field-note" id={`${id}-note`} data-error={error ? '' : undefined} aria-live="polite">
        {error ?? hint}
      </div>
    </div>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & FieldProps
export type TextFieldProps = InputProps & {
  /** Stands before what is typed, for example the dial code of a country. */
  lead?: string
}

export function TextField({ label, hint, error, beside, lead, ...input }: TextFieldProps) {
  const binding = useBinding(error)
  return (
    <FieldFrame id={binding.id} label={label} hint={hint} error={error} beside={beside}>
      <div className="sw-input-wrap" data-lead={lead}>
        {lead !== undefined && <span className="sw-input-lead">{lead}</span>}
        <input {...input} {...binding} className="sw-input" />
      </div>
    </FieldFrame>
  )
}

export function PasswordField({ label, hint, error, beside, ...input }: InputProps) {
  const t = useT(plainWords)
  const binding = useBinding(error)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={binding.id} label={label} hint={hint} error={error} beside={beside}>
      <div className="sw-input-wrap" data-adornment="">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...binding}
          type={shown ? 'text' : 'password'}
          className="sw-input"
        />
        <button
          type="button"
          className="sw-input-adornment"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeIcon /> : <EyeOffIcon />}
        </button>
      </div>
    </FieldFrame>
  )
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FieldProps & {
    options: readonly { value: string; label: string }[]
    /** Shown while nothing is chosen. */
    placeholder?: string
  }

/** The browser's own select works best on phones. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, beside, options, placeholder, ...select } = props
  const binding = useBinding(error)
  return (
    <FieldFrame id={binding.id} label={label} hint={hint} error={error} beside={beside}>
      <div className="sw-input-wrap">
        <select
          {...select}
          {...binding}
          className="sw-input"
          data-empty={select.value === '' ? '' : undefined}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className="sw-select-arrow">
          <ChevronIcon />
        </span>
      </div>
    </FieldFrame>
  )
}

type CheckFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'ref'> & {
  label: ReactNode
  error?: string | undefined
}

/** A box to tick. It takes the focus when it gets an error. */
export function CheckField({ label, error, ...input }: CheckFieldProps) {
  const binding = useBinding(error)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) box.current?.focus()
  }, [error])
  return (
    <div className="sw-field">
      <div className="sw-check">
        <input {...input} {...binding} ref={box} type="checkbox" />
        <label htmlFor={binding.id}>{label}</label>
      </div>
      <div
        className="sw-field-note"
        id={`${binding.id}-note`}
        data-error={error ? '' : undefined}
        aria-live="polite"
      >
        {error}
      </div>
    </div>
  )
}
