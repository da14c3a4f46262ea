import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { staysWhileOffline } from '../../lib/network.ts'
import { Button } from '../../ui/plain/button.tsx'
import { NoticeFrame } from '../../ui/plain/notice-frame.tsx'
import { plainWords } from '../../ui/plain/words.ts'
import { noticeWords } from './notice-words.ts'

/** Shown when a page fails: a text, a way on, and the request id if the server gave one. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useT(noticeWords)
  const plain = useT(plainWords)
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <NoticeFrame
      title={t('broken')}
      actions={
        <>
          <Button kind="primary" onClick={() => staysWhileOffline() || location.reload()}>
            {t('reload')}
          </Button>
          <a
            className="sw-button"
            data-kind="plain"
            href="/"
            onClick={(event) => staysWhileOffline() && event.preventDefault()}
          >
            {t('backHome')}
          </a>
        </>
      }
    >
      <p>{t('brokenText')}</p>
      {requestId !== undefined && <p className="sw-notice-id">{plain('requestId', { id: requestId })}</p>}
    </NoticeFrame>
  )
}
