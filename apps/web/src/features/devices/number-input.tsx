import { InputNumber, type InputNumberProps } from 'antd'
import { useId } from 'react'

type NumberInputProps = InputNumberProps<number> & {
  wrong?: string | undefined
  /** Said where nothing is wrong. */
  warning?: string | undefined
  /** Said where there is nothing else to say. */
  hint?: string | undefined
}

/** A number that is typed, outside of a judged form, and what there is to say about it. */
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
