import { type Notice, noticeText, type NoticeText } from '@slotwise/contract'
import { useCallback } from 'react'

import { useLocale } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'

/** Words a notice for the reader. */
export function useNoticeText(): (notice: Notice) => NoticeText {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return useCallback((notice) => noticeText(locale, notice, currency), [locale, currency])
}
