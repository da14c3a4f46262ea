import { Input, type InputProps } from 'antd'

type PasswordInputProps = InputProps & {
  /** A code of so many digits, with the keyboard for it. */
  digits?: number
}

export function PasswordInput({ digits, ...field }: PasswordInputProps) {
  const shape: InputProps = digits ? { inputMode: 'numeric', maxLength: digits } : { maxLength: 128 }
  return <Input.Password {...field} {...shape} />
}
