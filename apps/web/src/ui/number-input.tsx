import { InputNumber, type InputNumberProps } from 'antd'
import { useId } from 'react'

type NumberInputProps = InputNumberProps<number> & {
  wrong?: string | undefined
  /** Shown when nothing is wrong. */
  warning?: string | undefined
  /** Shown when there is neither an error nor a warning. */
  hint?: string | undefined
}

/** A number field outside of a judged form, with its error, warning or hint. */
export function NumberInput({ wrong, warning, hint, ...props }: NumberInputProps) {
  const id = useId()
  const isWrong = wrong !== undefined
  const note = wrong ?? warning ?? hint
  return (
    <>
      <InputNumber
        controls={false}
        inputMode="numeric"
        {...props}
        {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
        {...(note === undefined ? {} : { 'aria-describedby': id })}
      />
      {note !== undefined && (
        <p
          id={id}
          className={isWrong ? 'sw-field-wrong' : warning === undefined ? undefined : 'sw-field-warning'}
          role={isWrong ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </>
  )
}
