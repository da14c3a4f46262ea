import { staffFieldWords, type SubUser } from '@slotwise/contract'
import { Switch } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useResumeSubUser, useSuspendSubUser } from './api.ts'
import { staffWords } from './staff-words.ts'

/** Whether the account may log in. Switching it off asks before, because it ends the account's sessions. */
export function SuspendSwitch({ user }: { user: SubUser }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const { mutateAsync: suspend } = useSuspendSubUser()
  const { mutate: resume, isPending } = useResumeSubUser()
  const [isAsking, setAsking] = useState(false)
  const { sub_userid, nickname: name, suspended: isSuspended } = user
  const state = (
    <StatusTag tone={isSuspended ? 'bad' : 'good'}>{field(isSuspended ? 'suspended' : 'active')}</StatusTag>
  )
  if (!user.editable) return state
  const change = (): void => {
    if (!isSuspended) setAsking(true)
    else
      resume(
        { sub_userid },
        {
          onSuccess: () => notify('success', t('resumed', { name })),
          onError: (error) => notify('error', error.message),
        },
      )
  }
  return (
    <span className="sw-account-state">
      <Switch
        checked={!isSuspended}
        loading={isPending}
        aria-label={t('mayLogIn', { name })}
        onChange={change}
      />
      {state}
      {isAsking && (
        <ConfirmDelete
          title={t('suspendTitle', { name })}
          confirmLabel={t('suspend')}
          onConfirm={async () => {
            await suspend({ sub_userid })
            notify('success', t('suspendDone', { name }))
          }}
          onClose={() => setAsking(false)}
        >
          {t('suspendText')}
        </ConfirmDelete>
      )}
    </span>
  )
}
