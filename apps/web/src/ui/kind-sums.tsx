import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { kindSumsWords } from './kind-sums-words.ts'
import './kind-sums.css'
import './sum-strip.css'
import { uiWords } from './ui-words.ts'

type KindSumsProps<Kind extends string> = {
  label: string
  kinds: readonly Kind[]
  /** Undefined while it loads. */
  counts: Readonly<Record<Kind, number>> | undefined
  isStale: boolean
  chosen: Kind | undefined
  onChoose: (kind: Kind | undefined) => void
  nameOf: (kind: Kind) => string
  /** A last sum with its name, shown with the counts. */
  children: ReactNode
}

/** How many records there are of each kind. A press on a number shows only those of the kind, another press all. */
export function KindSums<Kind extends string>(props: KindSumsProps<Kind>) {
  const { label, kinds, counts, isStale, chosen, onChoose, nameOf, children } = props
  const ui = useT(uiWords)
  return (
    <section className="sw-sum-strip sw-kind-sums" aria-label={label} aria-busy={isStale} aria-live="polite">
      {counts ? (
        <dl>
          {kinds.map((kind) => (
            <KindCount key={kind} {...{ kind, chosen, onChoose, nameOf }} count={counts[kind]} />
          ))}
          {children}
        </dl>
      ) : (
        <span className="sw-bone" aria-label={ui('loading')} />
      )}
    </section>
  )
}

type KindCountProps<Kind extends string> = Pick<KindSumsProps<Kind>, 'chosen' | 'onChoose' | 'nameOf'> & {
  kind: Kind
  count: number
}

function KindCount<Kind extends string>({ kind, count, chosen, onChoose, nameOf }: KindCountProps<Kind>) {
  const t = useT(kindSumsWords)
  const name = nameOf(kind)
  const isChosen = chosen === kind
  return (
    <div>
      <dt>{name}</dt>
      <dd className="sw-figures">
        {count === 0 && !isChosen ? (
          0
        ) : (
          <button
            type="button"
            className="sw-text-button"
            aria-pressed={isChosen}
            aria-label={t('showOnly', { name, count })}
            title={t(isChosen ? 'showAll' : 'showThese')}
            onClick={() => onChoose(isChosen ? undefined : kind)}
          >
            {count}
          </button>
        )}
      </dd>
    </div>
  )
}
