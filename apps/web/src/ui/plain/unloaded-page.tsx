import { useT } from '../../lib/i18n.tsx'
import { Button } from './button.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { plainWords } from './words.ts'

/** Shown when a page's code could not be loaded. */
export function UnloadedPage({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  const t = useT(plainWords)
  return (
    <NoticeFrame
      title={t('pageUnloaded')}
      actions={
        <Button kind="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      <p role="alert">{reason}</p>
    </NoticeFrame>
  )
}
