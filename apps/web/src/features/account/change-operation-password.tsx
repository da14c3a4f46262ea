import {
  accountCalls,
  ChangeOperationPwdForm,
  errorCodes,
  type FieldError,
  SetOperationPwdForm,
} from '@slotwise/contract'

import { useState } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { clearOperationSign } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { operationGateWords } from '../../ui/operation-gate-words.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { operationPasswordWords } from './change-operation-password-words.ts'
import { ForgottenOperationPassword } from './forgotten-operation-password.tsx'

type Props = {
  isFirst: boolean
  /** Called instead of the success notice when an action waits for the new password. */
  onSaved?: (password: string) => void
  onClose: () => void
}

export function ChangeOperationPassword(props: Props) {
  const [isForgotten, setForgotten] = useState(false)
  return isForgotten ? (
    <ForgottenOperationPassword onSaved={() => undefined} onClose={props.onClose} />
  ) : (
    <ChangeForm {...props} onForgotten={() => setForgotten(true)} />
  )
}

function ChangeForm({ isFirst, onSaved, onForgotten, onClose }: Props & { onForgotten: () => void }) {
  const t = useT(operationPasswordWords)
  const { mutateAsync } = useChange(accountCalls.editOprPwd, { refreshes: [accountCalls.me], inline: true })
  return (
    <FormDrawer
      title={t(onSaved ? 'ownFirstTitle' : isFirst ? 'setTitle' : 'changeTitle')}
      submitLabel={t(isFirst ? 'set' : 'change')}
      schema={isFirst ? SetOperationPwdForm : ChangeOperationPwdForm}
      initial={{ old: '', next: '', confirm: '' }}
      onSubmit={async ({ old, next }) => {
        await mutateAsync({ ...(isFirst ? {} : { old_oper_pwd: md5(old) }), new_oper_pwd: next })
        clearOperationSign()
        if (onSaved) onSaved(next)
        else notify('success', t('saved'))
      }}
      placeErrors={placeErrors}
      onClose={onClose}
    >
      {onSaved && <p className="sw-form-intro">{t('ownFirstWhy')}</p>}
      <p className="sw-form-intro">
        {t('why')} {!isFirst && <Forgotten onClick={onForgotten} />}
      </p>
      {!isFirst && (
        <FormField name="old" label={t('old')} required>
          <PasswordInput digits={6} autoComplete="off" />
        </FormField>
      )}
      <FormField name="next" label={t('next')} required dependsOn={['old']}>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
      <FormField name="confirm" label={t('confirm')} required dependsOn={['next']}>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
    </FormDrawer>
  )
}

function Forgotten({ onClick }: { onClick: () => void }) {
  const t = useT(operationGateWords)
  return (
    <button type="button" className="sw-text-button" onClick={onClick}>
      {t('forgotten')}
    </button>
  )
}

const fieldOf: Record<string, string> = { old_oper_pwd: 'old', new_oper_pwd: 'next' }

/** Maps the wire's field names to the form's; a wrong or blocked password means the old one. */
function placeErrors(error: CallError): FieldError[] {
  const aboutOld: number[] = [errorCodes.operationWrong, errorCodes.operationBlocked]
  if (aboutOld.includes(error.rcode)) return [{ path: 'old', message: error.message }]
  return error.errors.map(({ path, message }) => ({ path: fieldOf[path] ?? path, message }))
}
