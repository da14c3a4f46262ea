import type { SubUser } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useInviteSubUser, useWithdrawInvitation } from './api.ts'
import { staffWords } from './staff-words.ts'
import { useTellInvited } from './use-tell-invited.ts'

/** Whether an account without a password was invited, and sending the invitation, again or for the first time. */
export function InvitationState({ user }: { user: SubUser }) {
  const t = useT(staffWords)
  const { mutate: invite, isPending: isInviting } = useInviteSubUser()
  const { mutate: withdraw, isPending: isWithdrawing } = useWithdrawInvitation()
  const tellInvited = useTellInvited()
  const { sub_userid, nickname: name, invited_until: until } = user
  const isOpen = user.invited
  const isBusy = isInviting || isWithdrawing
  const action = until === null ? 'invite' : 'inviteAgain'
  const onError = (error: Error): void => notify('error', error.message)
  return (
    <span className="sw-invitation-state">
      {isOpen ? (
        <StatusTag tone="busy">{t('invited')}</StatusTag>
      ) : (
        <StatusTag tone="attention">{t(until === null ? 'notInvited' : 'invitationOver')}</StatusTag>
      )}
      {isOpen && until !== null && (
        <small>
          {t('invitedUntil')} <Instant at={until} />
        </small>
      )}
      {user.editable && (
        <button
          type="button"
          className="sw-text-button"
          disabled={isBusy}
          aria-label={`${t(action)}: ${name}`}
          onClick={() => invite({ sub_userid }, { onSuccess: () => tellInvited(name), onError })}
        >
          {t(action)}
        </button>
      )}
      {user.editable && isOpen && (
        <button
          type="button"
          className="sw-text-button"
          disabled={isBusy}
          aria-label={`${t('withdraw')}: ${name}`}
          onClick={() =>
            withdraw(
              { sub_userid },
              { onSuccess: () => notify('success', t('withdrawn', { name })), onError },
            )
          }
        >
          {t('withdraw')}
        </button>
      )}
    </span>
  )
}
