import { type ReactNode, useId } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { CurrencyCode } from '../../ui/money.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'

type CardProps = {
  /** The place of the card on the page, named in the style sheet. */
  area: string
  title: string
  /** The card shows amounts: its head names their currency where they do not. */
  money?: true
  /** Switches at the end of the head. */
  tools?: ReactNode
  /** The figures of an earlier choice are shown until those of this one are loaded. */
  isStale?: boolean
  children: ReactNode
}

export function Card({ area, title, money, tools, isStale = false, children }: CardProps) {
  const id = useId()
  return (
    <section className="sw-card" data-area={area} aria-labelledby={id} aria-busy={isStale}>
      <header>
        <h2 id={id}>{title}</h2>
        {money && <CurrencyCode />}
        {tools && <div className="sw-card-tools">{tools}</div>}
      </header>
      <div className="sw-card-body">{children}</div>
    </section>
  )
}

type LoadedProps<Data> = {
  data: Data | undefined
  query: { error: CallError | null; isFetching: boolean; refetch: () => unknown }
  /** Lines of the placeholder. */
  bones: number
  children: (data: Data) => ReactNode
}

/** The content of a card, or what stands for it while it loads and when it could not be loaded. */
export function Loaded<Data>({ data, query, bones, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (query.error)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return <CardBones count={bones} />
}

export function CardBones({ count }: { count: number }) {
  const t = useT(uiWords)
  return (
    <div className="sw-card-bones" role="status" aria-label={t('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="sw-bone" />
      ))}
    </div>
  )
}

/** Says that there is nothing to show yet. */
export const CardNote = ({ children }: { children: ReactNode }) => <p className="sw-card-note">{children}</p>
