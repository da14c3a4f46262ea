import { Fragment } from 'react'

import { useT } from '../../lib/i18n.tsx'
import type { PageSettings } from '../../lib/page-settings.ts'
import { publicWords } from './public-words.ts'

type TermsTextProps = { pages: NonNullable<PageSettings['terms']> }

/** What a merchant agrees to, with links to the pages that say it. */
export function TermsText({ pages }: TermsTextProps) {
  const t = useT(publicWords)
  const pieces = t('agree', { terms: '\u0000terms\u0000', privacy: '\u0000privacy\u0000' }).split('\u0000')
  return pieces.map((piece) =>
    piece === 'terms' || piece === 'privacy' ? (
      <a key={piece} className="sw-link" href={pages[piece]} target="_blank" rel="noreferrer">
        {t(piece)}
      </a>
    ) : (
      <Fragment key={piece}>{piece}</Fragment>
    ),
  )
}
