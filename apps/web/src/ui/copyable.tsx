import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'

import { copyText } from '../lib/copy-text.ts'
import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import './copyable.css'
import { uiWords } from './ui-words.ts'

const shownMs = 1_500

/** A number that users pass on, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const t = useT(uiWords)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    const done = await copyText(text)
    setCopied(done)
    if (!done) notify('warning', t('copyFailed'))
  }
  const Icon = isCopied ? CheckOutlined : CopyOutlined
  return (
    <span className="sw-copyable">
      <code className="sw-figures">{text}</code>
      <button
        type="button"
        aria-label={`${isCopied ? t('copied') : t('copy')}: ${label} ${text}`}
        title={isCopied ? t('copied') : t('copy')}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  )
}
