import { type ComponentProps, type ReactNode, useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import './field.css'
import { ChevronIcon, EyeIcon, EyeOffIcon } from './icons.tsx'
import { plainWords } from './words.ts'

type FrameProps = {
  label: string
  /** Shown under the field while there is no error. */
  hint?: ReactNode
  error?: string | undefined
}

type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string }

/** Label on top, control, and one line for the message; the message is bound to the control. */
function FieldFrame({
  label,
  hint,
  error,
  beside,
  control,
}: FrameProps & { beside?: ReactNode; control: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="sw-field">
      <label className="sw-field-label" htmlFor={id}>
        {label}
      </label>
      <div className="sw-field-control">
        {control({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': noteId })}
        {beside}
      </div>
      <div className="sw-field-note" id={noteId} data-error={error ? '' : undefined} aria-live="polite">
        {error ?? hint}
      </div>
    </div>
  )
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> &
  FrameProps & { beside?: ReactNode }

export function TextField({ label, hint, error, beside, ...input }: TextFieldProps) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      beside={beside}
      control={(props) => <input {...input} {...props} className="sw-input" />}
    />
  )
}

export function PasswordField({ label, hint, error, beside: _, ...input }: TextFieldProps) {
  const t = useT(plainWords)
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      control={(props) => (
        <div className="sw-input-wrap" data-adornment="">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...props}
            type={shown ? 'text' : 'password'}
            className="sw-input"
          />
          <button
            type="button"
            className="sw-input-adornment"
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    />
  )
}

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> &
  FrameProps & {
    options: readonly { value: string; label: string }[]
    /** Shown while nothing is chosen. */
    placeholder?: string
  }

/** The browser's own select: no other is as good on a phone. */
export function SelectField({ label, hint, error, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      control={(props) => (
        <div className="sw-input-wrap">
          <select
            {...select}
            {...props}
            className="sw-input"
            data-empty={select.value === '' ? '' : undefined}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <span className="sw-select-arrow">
            <ChevronIcon />
          </span>
        </div>
      )}
    />
  )
}
