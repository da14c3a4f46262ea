import { type Fund, fundFieldWords, type FundSum } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { formatInstant } from '../../ui/instant.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useFundSum } from './api.ts'
import { fundWords } from './fund-words.ts'
import './funds.css'

type Figures = Pick<Fund, 'balance' | 'not_settle_amt' | 'settling_amt' | 'settled_amt'>

/** The four sums of one account, or of all together. */
export function FundFigures({ of, hints = false }: { of: Figures; hints?: boolean }) {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  const titled = useMoneyTitle()
  const hint = (text: string): string | undefined => (hints ? text : undefined)
  return (
    <dl className="sw-fund-figures">
      <Figure name={titled(field('balance'))} hint={hint(t('balanceHint'))}>
        <Money cents={of.balance} />
      </Figure>
      <Figure name={field('not_settle_amt')} hint={hint(t('notSettledHint'))}>
        <Money cents={of.not_settle_amt} />
      </Figure>
      <Figure name={field('settling_amt')} hint={hint(t('settlingHint'))}>
        <Money cents={of.settling_amt} />
      </Figure>
      <Figure name={field('settled_amt')} hint={hint(t('settledHint'))}>
        <Money cents={of.settled_amt} />
      </Figure>
    </dl>
  )
}

type FigureProps = { name: string; hint?: string | undefined; children: ReactNode }

export function Figure({ name, hint, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {hint !== undefined && <small>{hint}</small>}
      </dd>
    </div>
  )
}

/** All accounts together and what comes next. It has its height while it loads, so that the cards do not move. */
export function FundSums() {
  const t = useT(fundWords)
  const ui = useT(uiWords)
  const { data: sum, isError, refetch } = useFundSum()
  if (!sum && isError)
    return (
      <section className="sw-fund-sums is-failed" aria-label={t('sums')}>
        <p>
          {t('sumsFailed')}{' '}
          <button type="button" className="sw-text-button" onClick={() => void refetch()}>
            {ui('retry')}
          </button>
        </p>
      </section>
    )
  if (!sum)
    return (
      <section className="sw-fund-sums is-loading" aria-label={t('sums')} aria-busy="true">
        {Array.from({ length: 5 }, (_figure, figure) => (
          <span key={figure} className="sw-bone" />
        ))}
      </section>
    )
  return (
    <section className="sw-fund-sums" aria-label={t('sums')} aria-live="polite">
      <FundFigures of={sum} hints />
      <NextSettlement sum={sum} />
    </section>
  )
}

function NextSettlement({ sum }: { sum: FundSum }) {
  const t = useT(fundWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const hint = (): string => {
    if (!sum.pays_out) return t('noPayouts')
    return sum.next_amt > 0 ? t('nextAt', { at: formatInstant(sum.next_at, offset) }) : t('nothingNext')
  }
  return (
    <dl className="sw-fund-figures is-next">
      <Figure name={t('next')} hint={hint()}>
        <Money cents={sum.next_amt} />
      </Figure>
    </dl>
  )
}
