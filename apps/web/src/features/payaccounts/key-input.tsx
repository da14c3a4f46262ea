import { Input } from 'antd'
import type { TextAreaProps } from 'antd/es/input'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { payAccountWords } from './pay-account-words.ts'

/** The server takes no longer text. */
const mostCharacters = 12_000

type KeyInputProps = Omit<TextAreaProps, 'onChange' | 'value'> & {
  /** What the key is, for those who do not see the field. */
  name: string
  value?: string
  onChange?: (value: string) => void
}

/** A long key: pasted, or read from the file that the provider gave. */
export function KeyInput({ name, value = '', onChange, ...field }: KeyInputProps) {
  const t = useT(payAccountWords)
  const read = async ([file]: File[]): Promise<void> => {
    if (!file) return
    if (file.size > mostCharacters) notify('error', t('fileTooLong'))
    else onChange?.(await file.text())
  }
  return (
    <div className="sw-key-input">
      <Input.TextArea
        {...field}
        value={value}
        autoComplete="off"
        spellCheck={false}
        autoSize={{ minRows: 2, maxRows: 5 }}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <FileButton
        accept=".pem,.key,.crt,.cer,.txt"
        aria-label={`${t('fromFile')}: ${name}`}
        onFiles={(files) => void read(files)}
      >
        {t('fromFile')}
      </FileButton>
    </div>
  )
}
