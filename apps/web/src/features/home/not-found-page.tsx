import { useT } from '../../lib/i18n.tsx'
import '../../ui/plain/button.css'
import { NoticeFrame } from '../../ui/plain/notice-frame.tsx'
import { noticeWords } from './notice-words.ts'

const texts = {
  page: ['pageMissing', 'pageMissingText'],
  device: ['deviceMissing', 'deviceMissingText'],
  qr: ['wrongQr', 'wrongQrText'],
} as const

export type MissingKind = keyof typeof texts

const isKind = (value: string | null): value is MissingKind => value !== null && Object.hasOwn(texts, value)

/** What is missing: a page, a device, or the right code to scan. `?kind=device` and `?kind=qr` choose it in a link. */
export function NotFoundPage({ kind }: { kind?: MissingKind }) {
  const t = useT(noticeWords)
  const asked = new URLSearchParams(location.search).get('kind')
  const [title, text] = texts[kind ?? (isKind(asked) ? asked : 'page')]
  return (
    <NoticeFrame
      title={t(title)}
      actions={
        <a className="sw-button" data-kind="primary" href="/">
          {t('backHome')}
        </a>
      }
    >
      <p>{t(text)}</p>
    </NoticeFrame>
  )
}
