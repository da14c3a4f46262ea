import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { CouponList } from './coupon-list.tsx'
import { couponWords } from './coupon-words.ts'
import './coupons.css'
import { ReceivedList } from './received-list.tsx'

/** Coupons, and who received and used them; the tab is in the address. */
export function CouponPage() {
  const t = useT(couponWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'received' ? 'received' : 'coupons'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'coupons', label: t('couponsTab'), to: '/coupon' },
        { key: 'received', label: t('receivedTab'), to: '/coupon?tab=received' },
      ]}
    />
  )
  return tab === 'coupons' ? <CouponList tabs={tabs} /> : <ReceivedList tabs={tabs} />
}
