import { copyText } from '../../lib/copy-text.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CopyIcon } from '../../ui/plain/icons.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { NoticeFrame } from '../../ui/plain/notice-frame.tsx'
import { noticeWords } from './notice-words.ts'

/** In a desktop chat app: which browsers to use instead, and the link to copy. */
export function ChatBrowserNoticePage() {
  const t = useT(noticeWords)
  const link = location.href
  const copy = async (): Promise<void> => {
    const done = await copyText(link)
    notify(done ? 'success' : 'warning', t(done ? 'copied' : 'copyFailed'))
  }
  return (
    <NoticeFrame
      title={t('unsupportedBrowser')}
      actions={
        <Button kind="primary" onClick={() => void copy()}>
          <CopyIcon />
          {t('copyLink')}
        </Button>
      }
    >
      <p>{t('useBrowser')}</p>
      <code className="sw-notice-link">{link}</code>
    </NoticeFrame>
  )
}

/** The opposite case: functions of the chat app on a phone, and how to go on without it. */
export function ChatOnlyPage() {
  const t = useT(noticeWords)
  return (
    <NoticeFrame
      title={t('chatOnly')}
      actions={<PlainLink to="/device?open=bind">{t('toDevices')}</PlainLink>}
    >
      <p>{t('chatOnlyText')}</p>
      <p>{t('withoutChat')}</p>
    </NoticeFrame>
  )
}
