import { useT } from '../../lib/i18n.tsx'
import { Button } from './button.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { plainWords } from './words.ts'

/** In place of a page whose code did not come. */
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
