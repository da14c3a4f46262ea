import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Input, type InputProps } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { plainWords } from './plain/words.ts'

type PasswordInputProps = InputProps & {
  /** A code of so many digits, with the keyboard for it. */
  digits?: number
}

/** A password with an eye that can be reached by keyboard and says what it does. */
export function PasswordInput({ digits, ...field }: PasswordInputProps) {
  const t = useT(plainWords)
  return (
    <Input.Password
      {...field}
      {...(digits ? { inputMode: 'numeric' as const, maxLength: digits } : { maxLength: 128 })}
      iconRender={(visible) => (
        <button
          type="button"
          className="sw-eye-button"
          aria-label={t(visible ? 'hidePassword' : 'showPassword')}
          aria-pressed={visible}
        >
          {visible ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
        </button>
      )}
    />
  )
}
