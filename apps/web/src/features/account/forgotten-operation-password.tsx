import { accountCalls, codeLengths, ForgotOperationPwdForm } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { clearOperationSign, useSession } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { CodeInput } from './code-input.tsx'
import { forgottenOperationWords } from './forgotten-operation-password-words.ts'

type Props = {
  /** Called after the reset, because an action may wait for the new password. */
  onSaved: (password: string) => void
  onClose: () => void
}

/** For a main account that forgot its operation password. A code of the operator goes into the same field. */
export function ForgottenOperationPassword({ onSaved, onClose }: Props) {
  const t = useT(forgottenOperationWords)
  const phone = useSession()?.username ?? ''
  const { mutateAsync } = useChange(accountCalls.resetOprPwd, { refreshes: [accountCalls.me], inline: true })
  return (
    <FormDrawer
      title={t('title')}
      submitLabel={t('submit')}
      schema={ForgotOperationPwdForm}
      initial={{ password: '', code: '', new_oper_pwd: '', confirm: '' }}
      onSubmit={async ({ confirm: _, password, ...rest }) => {
        await mutateAsync({ ...rest, password: md5(password) })
        clearOperationSign()
        notify('success', t('done'))
        onSaved(rest.new_oper_pwd)
      }}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('why', { phone })}</p>
      <FormField name="password" label={t('password')} required>
        <PasswordInput autoComplete="current-password" />
      </FormField>
      <FormField name="code" label={t('code')} required hint={t('noText')}>
        <CodeInput sender={accountCalls.sendOprPwdSms} maxLength={codeLengths.operation} />
      </FormField>
      <FormField name="new_oper_pwd" label={t('next')} required>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
      <FormField name="confirm" label={t('confirm')} required dependsOn={['new_oper_pwd']}>
        <PasswordInput digits={6} autoComplete="new-password" />
      </FormField>
    </FormDrawer>
  )
}
