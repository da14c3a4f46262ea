import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { Greeting, type PageLink, PageLinks } from '../../ui/page-links.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { welcomeWords } from './welcome-page-words.ts'

/** The start page of users without an overview: who they are, what they can do, and why that may be little. */
export function WelcomePage({ pages }: { pages: PageLink[] }) {
  const t = useT(welcomeWords)
  const merchant = useSession()?.mchName ?? ''
  return (
    <section className="sw-welcome" aria-labelledby="page-title">
      <Greeting />
      {pages.length > 0 ? (
        <PageLinks pages={pages} />
      ) : (
        <EmptyState title={t('nothing')} hint={t('nothingHint', { merchant })} />
      )}
    </section>
  )
}
