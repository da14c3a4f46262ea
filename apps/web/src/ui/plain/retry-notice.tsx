import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { Button } from './button.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { plainWords } from './words.ts'

type RetryNoticeProps = { title: string; error: CallError; onRetry: () => void }

/** A page that could not be loaded, and why. */
export function RetryNotice({ title, error, onRetry }: RetryNoticeProps) {
  const t = useT(plainWords)
  return (
    <NoticeFrame
      title={title}
      actions={
        <Button kind="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      <p role="alert">{error.message}</p>
    </NoticeFrame>
  )
}
