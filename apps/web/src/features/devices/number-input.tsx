import { InputNumber, type InputNumberProps } from 'antd'

type NumberInputProps = InputNumberProps<number> & {
  wrong: boolean
  /** The id of what is said about it, if anything is. */
  note: string | undefined
}

/** A number that is typed, outside of a judged form. */
export function NumberInput({ wrong, note, ...props }: NumberInputProps) {
  return (
    <InputNumber
      controls={false}
      inputMode="numeric"
      {...props}
      {...(wrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      {...(note === undefined ? {} : { 'aria-describedby': note })}
    />
  )
}
