import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { BatchList } from './batch-list.tsx'
import { VoucherList } from './voucher-list.tsx'
import { voucherWords } from './voucher-words.ts'
import './vouchers.css'

/** Vouchers, one by one or by batch; the tab is in the address. */
export function VoucherPage() {
  const t = useT(voucherWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'batches' ? 'batches' : 'vouchers'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'vouchers', label: t('tabVouchers'), to: '/gift' },
        { key: 'batches', label: t('tabBatches'), to: '/gift?tab=batches' },
      ]}
    />
  )
  return tab === 'batches' ? <BatchList tabs={tabs} /> : <VoucherList tabs={tabs} />
}
