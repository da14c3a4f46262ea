import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Input, type InputProps } from 'antd'
import { useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { plainWords } from './plain/words.ts'

type PasswordInputProps = InputProps & {
  /** A code of this many digits, typed on a numeric keyboard. */
  digits?: number
}

/**
 * antd's own field has an eye that the keyboard does not reach and that is called `eye-invisible` in every language.
 */
export function PasswordInput({ digits, ...field }: PasswordInputProps) {
  const t = useT(plainWords)
  const [shown, setShown] = useState(false)
  const shape: InputProps = digits ? { inputMode: 'numeric', maxLength: digits } : { maxLength: 128 }
  const eye = (
    <Button
      className="sw-eye"
      type="text"
      size="small"
      aria-label={t(shown ? 'hidePassword' : 'showPassword')}
      icon={shown ? <EyeOutlined aria-hidden="true" /> : <EyeInvisibleOutlined aria-hidden="true" />}
      onClick={() => setShown(!shown)}
    />
  )
  return <Input {...field} {...shape} type={shown ? 'text' : 'password'} suffix={eye} />
}
