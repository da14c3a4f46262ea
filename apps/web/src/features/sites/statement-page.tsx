import { PrinterOutlined } from '@ant-design/icons'
import { errorCodes, Month, siteCalls } from '@slotwise/contract'
import { Button } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { listAddress } from '../../lib/list-address.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import '../../ui/list-page.css'
import { MonthPicker } from '../../ui/month-picker.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSite } from './api.ts'
import { useMonths, useMonthText } from '../../ui/months.ts'
import { siteWords } from './site-words.ts'
import './sites.css'
import { StatementPaper } from './statement-paper.tsx'

/** The statement of one site: to read, to print and to hand over. The month is in the address. */
export function StatementPage() {
  const t = useT(siteWords)
  const { store = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const { present, standing } = useMonths()
  const monthText = useMonthText()
  const month = Month.safeParse(params.get('month')).data ?? standing
  const query = useSite(store, month)
  const site = query.data?.store === store ? query.data : undefined
  const isMissing = query.error?.rcode === errorCodes.notFound || query.error?.rcode === errorCodes.invalid
  return (
    <section className="sw-statement-page" aria-labelledby="page-title">
      <header className="sw-page-head">
        <div className="sw-statement-title">
          <BackLink to={listAddress('/site')} label={t('backToList')} />
          <h1 id="page-title">{site?.store_name ?? t('statement')}</h1>
        </div>
        <div className="sw-page-actions">
          <MonthPicker
            value={month}
            last={present}
            onChange={(chosen) => setParams({ month: chosen }, { replace: true })}
          />
          <ExportButton
            row={siteCalls.exportSites}
            input={{ condition: { month, store } }}
            disabled={!site?.days}
          />
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden="true" />}
            disabled={!site}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </div>
      </header>
      {site && month >= present && <Alert tone="info">{t('running', { month: monthText(month) })}</Alert>}
      {site ? (
        <div className={query.isPlaceholderData ? 'is-stale' : undefined} aria-busy={query.isFetching}>
          <StatementPaper site={site} />
        </div>
      ) : isMissing ? (
        <EmptyState title={t('missing')} hint={t('missingHint')}>
          <BackToList />
        </EmptyState>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()}>
          <BackToList />
        </ErrorState>
      ) : (
        <ComingStatement />
      )}
    </section>
  )
}

function BackToList() {
  const t = useT(siteWords)
  return (
    <Link className="sw-button-link" to={listAddress('/site')}>
      {t('backToList')}
    </Link>
  )
}

/** Shown while the statement loads. */
function ComingStatement() {
  return (
    <div className="sw-paper sw-paper-coming" aria-busy="true">
      <span className="sw-bone" />
      <span className="sw-bone" />
      <span className="sw-bone" />
      <span className="sw-bone" />
      <span className="sw-bone" />
    </div>
  )
}
