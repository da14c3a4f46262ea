import { ScanOutlined } from '@ant-design/icons'
import { errorCodes } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { useSending } from '../../entities/refill/outbox.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { listAddress } from '../../lib/list-address.ts'
import { useSession } from '../../lib/session.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { KeptSince } from './kept-since.tsx'
import { RefillVisit } from './refill-visit.tsx'
import { RefillVisitScan } from './refill-visit-scan.tsx'
import { StopTurner } from './stop-turner.tsx'
import { useStopTurns } from './use-stop-turns.ts'
import { useRefillMachine } from './use-visit.ts'
import { VisitOutcomes } from './refill-visit-outcomes.tsx'
import './refill-visit.css'
import { visitWords } from './visit-words.ts'

const RefillVisitLabel = lazyDialog(async () => (await import('./refill-visit-label.tsx')).RefillVisitLabel)

/** The slots of one machine for the person who stands before it. It works without a network. */
export function RefillVisitPage() {
  const { sn = '' } = useParams()
  const account = useSession()?.account
  useSending()
  // A session of before this release learns its account with the first answer of the server.
  if (account === undefined) return <PageSpinner />
  return <Machine key={`${sn} ${account}`} sn={sn} account={account} />
}

function Machine({ sn, account }: { sn: string; account: string }) {
  const t = useT(visitWords)
  const navigate = useNavigate()
  const [isScanning, setScanning] = useState(false)
  const [isLabel, setLabel] = useState(false)
  const { query, machine, readAt, isRead } = useRefillMachine(account, sn)
  const isMissing = query.error?.rcode === errorCodes.notFound || query.error?.rcode === errorCodes.invalid
  return (
    <section className="sw-visit" aria-labelledby="page-title">
      <header className="sw-visit-head">
        <BackLink to={listAddress('/refill')} label={t('back')} />
        <div>
          <h1 id="page-title">{machine ? machine.title || machine.sn : t('title')}</h1>
          {machine && (
            <p>
              {[machine.store, machine.title && machine.sn].filter(Boolean).join(' · ')}{' '}
              <Link className="sw-link" to={`/device/${sn}`}>
                {t('toDevice')}
              </Link>{' '}
              <Button type="link" size="small" onClick={() => setLabel(true)}>
                {t('label')}
              </Button>
            </p>
          )}
        </div>
        <Button icon={<ScanOutlined aria-hidden="true" />} onClick={() => setScanning(true)}>
          {t('scan')}
        </Button>
      </header>
      {isLabel && machine && <RefillVisitLabel machine={machine} onClose={() => setLabel(false)} />}
      {isScanning && (
        <RefillVisitScan
          onFound={(found) => {
            setScanning(false)
            void navigate(`/refill/${found}`)
          }}
          onClose={() => setScanning(false)}
        />
      )}
      <StopTurner turns={useStopTurns(account, sn)} />
      <VisitOutcomes sn={sn} />
      {isMissing ? (
        <EmptyState title={t('missing')} hint={t('missingHint')} />
      ) : machine ? (
        <>
          {query.error && readAt !== undefined && <KeptSince word="keptSince" at={readAt} />}
          <RefillVisit key={machine.sn} account={account} machine={machine} />
        </>
      ) : query.error && isRead ? (
        <ErrorState
          error={query.error}
          title={t('loadFailed')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          <p>{t('notKept')}</p>
        </ErrorState>
      ) : (
        <PageSpinner />
      )}
    </section>
  )
}
