import { type Fund, FundFilter, fundFieldWords, fundPageSize, unassigned } from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useBankName } from '../../entities/bank-card/bank-name.ts'
import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { ListSearch } from '../../ui/filters.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useFunds } from './api.ts'
import { DirectNote } from './direct-note.tsx'
import { Figure, FundFigures, FundSums } from './fund-sums.tsx'
import { fundWords } from './fund-words.ts'
import './funds.css'
import { UnassignedNotice } from './unassigned-notice.tsx'

/** Two columns, so that every line is full. */
const accountPageSizes = [fundPageSize, 6, 10, 20, 50]

/** The payout accounts, and above them all of their money together. */
export function AccountList({ tabs }: { tabs: ReactNode }) {
  const t = useT(fundWords)
  const state = useListState(FundFilter, fundPageSize)
  const query = useFunds(state)
  return (
    <ListFrame
      title={t('title')}
      tabs={
        <>
          {tabs}
          <FundSums />
          <UnassignedNotice />
          <DirectNote />
        </>
      }
      search={<ListSearch state={state} label={t('searchAccount')} hint={t('searchAccountHint')} />}
      state={state}
      query={query}
      counted={{
        sizes: accountPageSizes,
        total: (count) => t('accountCount', { count }),
        perPage: t('perPage'),
      }}
      empty={{
        title: t('noAccounts'),
        hint: t('noAccountsHint'),
        action: (
          <Link className="sw-button-link" to="/bankcard">
            {t('toBankCards')}
          </Link>
        ),
      }}
      skeleton={<CardsSkeleton count={state.size} />}
    >
      {(accounts) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <div className="sw-fund-frame" role="region" aria-label={t('accounts')} tabIndex={0}>
          <ul className="sw-fund-cards" aria-busy={query.isFetching}>
            {accounts.map((account) => (
              <li key={account.merchant_id} className="sw-fund-card">
                <AccountCard account={account} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </ListFrame>
  )
}

function CardsSkeleton({ count }: { count: number }) {
  const ui = useT(uiWords)
  return (
    <div className="sw-fund-frame" role="status" aria-label={ui('loading')}>
      <div className="sw-fund-cards">
        {Array.from({ length: Math.min(count, 6) }, (_card, card) => (
          <div key={card} className="sw-fund-card is-loading">
            {Array.from({ length: 5 }, (_line, line) => (
              <span key={line} className="sw-bone" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

function AccountCard({ account }: { account: Fund }) {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  const isReal = account.merchant_id !== unassigned
  const name = isReal ? account.stort_name : field('unassigned')
  return (
    <>
      <header>
        <h2>
          <Link className="sw-link" to={`/fund?tab=statement&merchant_id=${account.merchant_id}`}>
            {name}
          </Link>
        </h2>
        {isReal ? <AccountFacts account={account} /> : <p>{t('noAccountHint')}</p>}
      </header>
      {isReal ? <FundFigures of={account} /> : <UnassignedFigure amount={account.not_settle_amt} />}
      {account.not_settle_amt < 0 && <p className="sw-fund-owed">{t('owed')}</p>}
      <footer>
        <Link
          className="sw-link"
          to={`/fund?tab=statement&merchant_id=${account.merchant_id}`}
          aria-label={t('statementOf', { name })}
        >
          {t('statement')}
        </Link>
        {isReal && (
          <Link
            className="sw-link"
            to={`/settle?merchant_id=${account.merchant_id}`}
            aria-label={t('settlementsOf', { name })}
          >
            {t('settlements')}
          </Link>
        )}
      </footer>
    </>
  )
}

/** No settlement touches it, so it has one sum only. */
function UnassignedFigure({ amount }: { amount: number }) {
  const field = useT(fundFieldWords)
  const titled = useMoneyTitle()
  return (
    <dl className="sw-fund-figures">
      <Figure name={titled(field('not_settle_amt'))}>
        <Money cents={amount} />
      </Figure>
    </dl>
  )
}

/** Where the money goes: masked number, holder, bank and branch. */
function AccountFacts({ account }: { account: Fund }) {
  const bankName = useBankName()
  return (
    <p className="sw-fund-account">
      <span className="sw-figures">{account.acct_no_encry}</span>
      <span>{account.acct_name}</span>
      <span>{bankName(account)}</span>
      <span>{account.bank_branch}</span>
    </p>
  )
}
