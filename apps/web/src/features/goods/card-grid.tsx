import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { uiWords } from '../../ui/ui-words.ts'

/** Cards with a picture, in as many columns as fit. The frame scrolls, the paging below stays visible. */
export function CardGrid({ label, busy, children }: { label: string; busy: boolean; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className="sw-card-frame" role="region" aria-label={label} tabIndex={0}>
      <ul className="sw-card-grid" aria-busy={busy}>
        {children}
      </ul>
    </div>
  )
}

/** Has the size of the cards to come, so that nothing moves when they load. */
export function CardsSkeleton({ count, square = false }: { count: number; square?: boolean }) {
  const t = useT(uiWords)
  return (
    <div className="sw-card-frame" role="status" aria-label={t('loading')}>
      <div className="sw-card-grid">
        {Array.from({ length: Math.min(count, 8) }, (_card, index) => (
          <div key={index} className={square ? 'sw-picture-card is-square' : 'sw-picture-card'}>
            <span className="sw-picture is-empty" />
            <span className="sw-bone" />
            <span className="sw-bone" />
          </div>
        ))}
      </div>
    </div>
  )
}
