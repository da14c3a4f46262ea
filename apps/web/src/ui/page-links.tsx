import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'
import './page-links.css'
import { type PageHint, pageHintWords } from './page-hint-words.ts'
import { pageLinksWords } from './page-links-words.ts'

/** A page of the console that the user may open. */
export type PageLink = { path: string; title: string; hint: PageHint; icon: ReactNode; prefetch: () => void }

/** Says who is signed in. */
export function Greeting() {
  const t = useT(pageLinksWords)
  const session = useSession()
  if (!session) return null
  return (
    <header className="sw-greeting">
      <h1 id="page-title">{t('greeting', { name: session.nickname || session.username })}</h1>
      <p>{t(session.isMain ? 'asMain' : 'asStaff', { merchant: session.mchName })}</p>
    </header>
  )
}

/** The pages that the user may open, and who can grant more. */
export function PageLinks({ pages }: { pages: PageLink[] }) {
  const t = useT(pageLinksWords)
  const hint = useT(pageHintWords)
  const session = useSession()
  if (!session) return null
  return (
    <>
      <h2>{t('youCan')}</h2>
      <ul className="sw-page-links">
        {pages.map((page) => (
          <li key={page.path}>
            <Link to={page.path} onPointerEnter={page.prefetch} onFocus={page.prefetch}>
              <span className="sw-page-link-icon">{page.icon}</span>
              <span>
                <strong>{page.title}</strong>
                <span>{hint(page.hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {!session.isMain && <p className="sw-welcome-note">{t('askForMore', { merchant: session.mchName })}</p>}
    </>
  )
}
