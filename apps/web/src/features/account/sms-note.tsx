import { useT } from '../../lib/i18n.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { publicWords } from './public-words.ts'

/** Where text messages go to the development inbox, says so and links to it. */
export function SmsNote() {
  const t = useT(publicWords)
  if (!pageSettings.inbox) return null
  return (
    <div className="sw-demo">
      <span>{t('inboxNote')}</span>
      <a className="sw-link" href="/dev/inbox" target="_blank" rel="noreferrer">
        {t('openInbox')}
      </a>
    </div>
  )
}
