import { type Delivery, noticeText, type NoticeText } from '@slotwise/contract'

import { useLocale } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'

/** What a notice says, in the language of the page. */
export function useNoticeText(): (delivery: Delivery) => NoticeText {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (delivery) => noticeText(locale, delivery, currency)
}
