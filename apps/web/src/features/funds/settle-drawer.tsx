import { type FundLine, fundFieldWords, type SettleDetail } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import { DataCards, DataTable, RowsSkeleton } from '../../ui/data-table.tsx'
import { LoadedDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListBody } from '../../ui/list-frame.tsx'
import { CurrencyCode, Money } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useSettleLines, useSettlement } from './api.ts'
import { fundWords } from './fund-words.ts'
import './funds.css'
import { useLineColumns } from './line-columns.tsx'
import { periodOf } from './settle-columns.tsx'
import { SettleStateTag } from './settle-state.tsx'
import { useInsideState } from '../../ui/use-inside-state.ts'

/** One settlement: what became of it, what it adds up to, and the bills inside. */
export function SettleDrawer({ settle, onClose }: { settle: string; onClose: () => void }) {
  const t = useT(fundWords)
  const query = useSettlement(settle)
  return (
    <LoadedDrawer
      title={t('detail')}
      width={760}
      query={query}
      row={query.data?.settle === settle ? query.data : undefined}
      missing={t('noSuchSettlement', { settle })}
      onClose={onClose}
    >
      {(settlement) => <Settlement settlement={settlement} />}
    </LoadedDrawer>
  )
}

function Settlement({ settlement }: { settlement: SettleDetail }) {
  const t = useT(fundWords)
  return (
    <>
      <header>
        <p className="sw-detail-amount">
          <Money cents={settlement.amount} /> <CurrencyCode />
        </p>
        <SettleStateTag status={settlement.status} />
      </header>
      <Outcome settlement={settlement} />
      <SettleFacts settlement={settlement} />
      <section aria-labelledby="settle-parts">
        <h3 id="settle-parts">{t('parts')}</h3>
        <Parts settlement={settlement} />
      </section>
      <section aria-labelledby="settle-inside">
        <div className="sw-settle-inside-head">
          <h3 id="settle-inside">{t('inside')}</h3>
          <StatementLink settle={settlement.settle} />
        </div>
        <Inside settle={settlement.settle} />
      </section>
    </>
  )
}

/** What the merchant has to know of a settlement that is not paid out. */
function Outcome({ settlement: { status, why } }: { settlement: SettleDetail }) {
  const t = useT(fundWords)
  if (status === 'success') return null
  if (status === 'fail')
    return (
      <Alert tone="error" second={t('failedHint')}>
        {why === '' ? t('failedPlain') : t('failed', { why: why })}
      </Alert>
    )
  return (
    <Alert tone={status === 'unknown' ? 'warning' : 'info'}>
      {t(status === 'unknown' ? 'unknownText' : 'settlingText')}
    </Alert>
  )
}

function SettleFacts({ settlement }: { settlement: SettleDetail }) {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  return (
    <Facts className="sw-settle-facts" label={t('facts')}>
      <Fact name={field('settle')}>
        <span className="sw-figures">{settlement.settle}</span>
      </Fact>
      <Fact name={field('date')}>
        <span className="sw-figures">{settlement.date}</span>
      </Fact>
      <Fact name={field('merchant_id')}>
        <CardLink settlement={settlement} />
        <small>
          {settlement.acct_name} <span className="sw-figures">{settlement.acct_no_encry}</span>
        </small>
      </Fact>
      <Fact name={t('period')}>
        <span className="sw-figures">{periodOf(settlement)}</span>
      </Fact>
      {settlement.done_at !== null && (
        <Fact name={field('done_at')}>
          <Instant at={settlement.done_at} seconds />
        </Fact>
      )}
      <Fact name={field('payout_no')}>
        <code className="sw-figures">{settlement.payout_no}</code>
      </Fact>
    </Facts>
  )
}

/** The bank card, for users who may see it. */
function CardLink({ settlement: { merchant_id: id, stort_name: name } }: { settlement: SettleDetail }) {
  const mayOpen = useMay('bank.manage')
  if (!mayOpen) return name
  return (
    <Link className="sw-link" to={`/bankcard?open=${id}`} state={closesBack}>
      {name}
    </Link>
  )
}

/** The sum, written as one adds it up on paper. */
function Parts({ settlement }: { settlement: SettleDetail }) {
  const t = useT(fundWords)
  const field = useT(fundFieldWords)
  const part = (name: string, cents: number, hint?: string) => (
    <div>
      <dt>
        {name}
        {hint !== undefined && <small>{hint}</small>}
      </dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  )
  return (
    <dl className="sw-settle-parts">
      {part(field('payments'), settlement.payments)}
      {part(field('refunds'), -settlement.refunds)}
      {part(field('fees'), -settlement.fees)}
      {settlement.others !== 0 && part(field('others'), settlement.others, t('othersHint'))}
      {settlement.carried !== 0 && part(field('carried'), settlement.carried, t('carriedHint'))}
      {part(field('amount'), settlement.amount)}
    </dl>
  )
}

/** The statement can be exported; it belongs to the main account. */
function StatementLink({ settle }: { settle: string }) {
  const t = useT(fundWords)
  const mayOpen = useMay('main')
  if (!mayOpen) return null
  return (
    <Link className="sw-link" to={`/fund?tab=statement&settle=${settle}`}>
      {t('inStatement')}
    </Link>
  )
}

/** The lines that the settlement pays out; each leads to its bill. */
function Inside({ settle }: { settle: string }) {
  const t = useT(fundWords)
  const isPhone = useIsPhone()
  const state = useInsideState()
  const query = useSettleLines({ condition: { settle }, place: state.place, size: state.size })
  const columns = useLineColumns()
  const Rows = isPhone ? DataCards<FundLine> : DataTable<FundLine>
  return (
    <ListBody<FundLine>
      state={state}
      query={query}
      empty={{ title: t('insideNone'), hint: t('insideNoneHint') }}
      skeleton={<RowsSkeleton columns={columns.length} rows={state.size} cards={isPhone} />}
    >
      {(lines) => (
        <Rows
          label={t('inside')}
          columns={columns}
          rows={lines}
          rowKey={({ line }) => line}
          busy={query.isFetching}
        />
      )}
    </ListBody>
  )
}
