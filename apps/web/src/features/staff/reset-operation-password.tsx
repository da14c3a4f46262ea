import { type FieldError, ResetOperationPwdForm, type SubUser } from '@slotwise/contract'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useResetOperation } from './api.ts'
import { staffWords } from './staff-words.ts'

/** For staff who forgot their operation password, locked it, or have none yet. */
export function ResetOperationPassword({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useT(staffWords)
  const gate = useOperationGate()
  const { mutateAsync } = useResetOperation()
  const { sub_userid, nickname: name } = user
  const action = t(user.hasOperPwd ? 'resetOperation' : 'setOperation')
  return (
    <FormDrawer
      title={action}
      submitLabel={action}
      schema={ResetOperationPwdForm}
      initial={{ next: '', confirm: '' }}
      onSubmit={async ({ next }) => {
        await gate.run((sign) => mutateAsync({ sub_userid, new_oper_pwd: next, sign }))
        notify('success', t('operationReset', { name }))
      }}
      placeErrors={placeErrors}
      onClose={onClose}
    >
      <p className="sw-form-intro">
        {t(user.hasOperPwd ? 'resetOperationWhy' : 'setOperationWhy', { name })}
      </p>
      <FormField name="next" label={t('newOperation')} required>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
      <FormField name="confirm" label={t('confirmOperation')} required dependsOn={['next']}>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
    </FormDrawer>
  )
}

const placeErrors = (error: CallError): FieldError[] =>
  error.errors.map(({ path, message }) => ({ path: path === 'new_oper_pwd' ? 'next' : path, message }))
