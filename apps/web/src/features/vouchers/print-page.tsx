import { PrinterOutlined } from '@ant-design/icons'
import { type GiftCode, Id, Ids, spokenCode } from '@slotwise/contract'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { listAddress } from '../../lib/list-address.ts'
import { useSession } from '../../lib/session.ts'
import { BackLink } from '../../ui/back-link.tsx'
import '../../ui/list-page.css'
import { QrCode } from '../../ui/qr-code.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useSheet } from './api.ts'
import { voucherWords } from './voucher-words.ts'
import './vouchers.css'

/** Two columns of five on a sheet of A4. */
const perPage = 10

function useAsked(): { batch?: string; ids?: string[] } {
  const [params] = useSearchParams()
  const batch = Id.safeParse(params.get('batch')).data
  const ids = Ids.safeParse(params.getAll('ids')).data
  return { ...(batch ? { batch } : {}), ...(ids && ids.length > 0 ? { ids } : {}) }
}

/** The unused vouchers of a batch or a selection, as they come out of the printer. */
export function PrintPage() {
  const t = useT(voucherWords)
  const ui = useT(uiWords)
  const query = useSheet(useAsked())
  const vouchers = query.data?.data
  const count = vouchers?.length ?? 0
  return (
    <section className="sw-voucher-print" aria-labelledby="page-title">
      <header className="sw-page-head">
        <div className="sw-voucher-print-title">
          <BackLink to={listAddress('/gift')} label={t('backToList')} />
          <h1 id="page-title">{t('printTitle')}</h1>
        </div>
        <div className="sw-page-actions">
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden="true" />}
            disabled={count === 0}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </div>
      </header>
      {vouchers === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <span className="sw-bone" role="status" aria-label={ui('loading')} />
        )
      ) : count === 0 ? (
        <EmptyState title={t('nothingToPrint')} hint={t('nothingToPrintHint')} />
      ) : (
        <>
          <p className="sw-voucher-hint">{t('printCount', { count, pages: Math.ceil(count / perPage) })}</p>
          <ul className="sw-voucher-sheet">
            {vouchers.map((voucher) => (
              <Slip key={voucher.gift_id} voucher={voucher} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Slip({ voucher }: { voucher: GiftCode }) {
  const t = useT(voucherWords)
  const merchant = useSession()?.mchName ?? ''
  const { code, name, goods_name: goods, quantity: count } = voucher
  return (
    <li className="sw-voucher-slip">
      <div>
        <small>{merchant}</small>
        <strong>{name}</strong>
        <span>{t('goodsTimes', { goods, count })}</span>
        <code className="sw-figures sw-voucher-slip-code">{spokenCode(code)}</code>
        <small>{t('once')}</small>
      </div>
      <QrCode text={code} label={t('qrLabel', { name })} />
    </li>
  )
}
