import { type ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/states.tsx'
import { welcomeWords } from './welcome-page-words.ts'
import './welcome-page.css'

type PageLink = { path: string; title: string; hint: string; icon: ReactNode; prefetch: () => void }

/** The start page: who you are here, what you can do, and why there may be little of it. */
export function WelcomePage({ pages }: { pages: PageLink[] }) {
  const t = useT(welcomeWords)
  const session = useSession()
  if (!session) return null
  const { isMain, mchName } = session
  return (
    <section className="sw-welcome" aria-labelledby="page-title">
      <header>
        <h1 id="page-title">{t('greeting', { name: session.nickname || session.username })}</h1>
        <p>{t(isMain ? 'asMain' : 'asStaff', { merchant: mchName })}</p>
      </header>
      {pages.length > 0 ? (
        <>
          <h2>{t('youCan')}</h2>
          <ul className="sw-page-links">
            {pages.map((page) => (
              <li key={page.path}>
                <Link to={page.path} onPointerEnter={page.prefetch} onFocus={page.prefetch}>
                  <span className="sw-page-link-icon">{page.icon}</span>
                  <span>
                    <strong>{page.title}</strong>
                    <span>{page.hint}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {!isMain && <p className="sw-welcome-note">{t('askForMore', { merchant: mchName })}</p>}
        </>
      ) : (
        <EmptyState title={t('nothing')} hint={t('nothingHint', { merchant: mchName })} />
      )}
    </section>
  )
}
