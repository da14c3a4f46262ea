import {
  type PayAccount,
  payClientWords,
  payCollectorWords,
  type PayCollector,
  type OfferedProvider,
} from '@slotwise/contract'
import { Button } from 'antd'
import { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { ErrorState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { AccountCard } from './account-card.tsx'
import { AddAccount, ReplaceKeys } from './account-form.tsx'
import { usePayAccounts } from './api.ts'
import { payAccountWords } from './pay-account-words.ts'
import '../../ui/list-page.css'
import './pay-accounts.css'

const NoFilter = z.strictObject({})

const tones: Record<PayCollector, StatusTone> = {
  own: 'good',
  agent: 'good',
  platform: 'idle',
  none: 'attention',
}

/** Who receives what customers pay, and the merchant's own accounts at payment providers. */
export function PayAccountPage() {
  const t = useT(payAccountWords)
  const query = usePayAccounts()
  const { drawer, openDrawer, closeDrawer } = useListState(NoFilter)
  const { data } = query
  const adding = data?.ways.find(({ provider, mayOwn }) => mayOwn && drawer === `add-${provider}`)
  const editing = data?.data.find(({ pay_account_id: id }) => id === drawer)
  return (
    <section className="sw-pay-accounts" aria-labelledby="page-title">
      <header className="sw-page-head">
        <h1 id="page-title">{t('title')}</h1>
      </header>
      <p className="sw-pay-intro">{t('intro')}</p>
      {!data && query.error && (
        <ErrorState
          error={query.error}
          title={t('loadFailed')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!data && !query.error && <span className="sw-bone sw-pay-bone" aria-busy="true" />}
      {data?.ways.map((offer) => (
        <Provider
          key={offer.provider}
          offer={offer}
          accounts={data.data.filter(({ provider }) => provider === offer.provider)}
          onOpen={openDrawer}
        />
      ))}
      {adding && <AddAccount provider={adding.provider} onClose={closeDrawer} />}
      {editing && (
        <ReplaceKeys
          key={editing.pay_account_id}
          account={editing}
          onReload={() => void query.refetch()}
          onClose={closeDrawer}
        />
      )}
    </section>
  )
}

type ProviderProps = { offer: OfferedProvider; accounts: PayAccount[]; onOpen: (drawer: string) => void }

function Provider({ offer: { provider, collector, mayOwn }, accounts, onOpen }: ProviderProps) {
  const t = useT(payAccountWords)
  const name = useT(payClientWords)(provider)
  const collectorWord = useT(payCollectorWords)
  return (
    <section className="sw-pay-way" aria-labelledby={`way-${provider}`}>
      <header>
        <h2 id={`way-${provider}`}>{name}</h2>
        <StatusTag tone={tones[collector]}>{collectorWord(collector)}</StatusTag>
        {mayOwn && (
          <Button
            type={accounts.length === 0 ? 'primary' : 'default'}
            aria-label={t('addTitle', { provider: name })}
            onClick={() => onOpen(`add-${provider}`)}
          >
            {t('add')}
          </Button>
        )}
      </header>
      <p>{t(`collector.${collector}`)}</p>
      {!mayOwn && <p>{t('notOffered')}</p>}
      {accounts.length === 0 ? (
        <p className="sw-pay-none">{t('noneYet')}</p>
      ) : (
        <ul aria-label={t('accountsOf', { provider: name })}>
          {accounts.map((account) => (
            <AccountCard
              key={account.pay_account_id}
              account={account}
              onReplaceKeys={() => onOpen(account.pay_account_id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
