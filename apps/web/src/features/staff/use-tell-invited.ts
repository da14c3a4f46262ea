import { copyText } from '../../lib/copy-text.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { staffWords } from './staff-words.ts'

/** Malaysian networks block messages with links, so that the person gets only a code. */
export const useInvitesByCode = (): boolean => useSession()?.country === 'MY'

/** Tells that an invitation was sent, and the address to hand on where the message cannot contain it. */
export function useTellInvited(): (name: string) => void {
  const t = useT(staffWords)
  const isByCode = useInvitesByCode()
  return (name) => {
    const text = t('invitationSent', { name })
    if (!isByCode) return notify('success', text)
    const address = `${location.origin}/invite`
    notify('success', text, {
      second: t('tellAddress', { address }),
      action: { label: t('copyAddress'), run: () => void copyText(address) },
      stays: true,
    })
  }
}
