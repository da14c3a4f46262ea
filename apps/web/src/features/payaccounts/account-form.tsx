import {
  AddPayAccount,
  EditPayAccount,
  type OnlineClient,
  type PayAccount,
  type PayAccountField,
  payAccountIds,
  payAccountSecrets,
  payClientWords,
  payFieldText,
  secretsOf,
  shapeOf,
  wordIn,
} from '@slotwise/contract'
import { Input } from 'antd'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useAddPayAccount, useEditPayAccount } from './api.ts'
import { KeyInput } from './key-input.tsx'
import { payAccountWords } from './pay-account-words.ts'

/** The gate gives the sign when the form is sent; until then this stands for it. */
const signLater = { sign: 'later' }
const emptyKeys = Object.fromEntries(payAccountSecrets.map((name) => [name, '']))

type AddAccountProps = { provider: OnlineClient; onClose: () => void }

export function AddAccount({ provider, onClose }: AddAccountProps) {
  const t = useT(payAccountWords)
  const name = useT(payClientWords)(provider)
  const gate = useOperationGate()
  const { mutateAsync: add } = useAddPayAccount()
  const ids = payAccountIds.filter((field) => shapeOf(provider, field))
  return (
    <FormDrawer
      title={t('addTitle', { provider: name })}
      submitLabel={t('save')}
      schema={AddPayAccount}
      initial={{ account_no: '', app_id: '', ...emptyKeys }}
      toInput={(values) => ({ ...values, provider, ...signLater })}
      onSubmit={async (input) => {
        await gate.run((sign) => add({ ...input, sign }))
        notify('success', t('added'))
      }}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('addIntro')}</p>
      {ids.map((field) => (
        <AccountField key={field} provider={provider} field={field} isNew />
      ))}
      <KeyFields provider={provider} isNew />
    </FormDrawer>
  )
}

type ReplaceKeysProps = { account: PayAccount; onReload: () => void; onClose: () => void }

export function ReplaceKeys({ account, onReload, onClose }: ReplaceKeysProps) {
  const t = useT(payAccountWords)
  const gate = useOperationGate()
  const { mutateAsync: edit } = useEditPayAccount()
  const { pay_account_id, rev, provider, account_no } = account
  return (
    <FormDrawer
      title={t('editTitle', { account: account_no })}
      submitLabel={t('replaceKeys')}
      schema={EditPayAccount}
      initial={emptyKeys}
      toInput={(values) => ({ ...values, pay_account_id, rev, provider, ...signLater })}
      onSubmit={async (input) => {
        await gate.run((sign) => edit({ ...input, sign }))
        notify('success', t('keysReplaced'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('editIntro')}</p>
      <KeyFields provider={provider} isNew={false} />
    </FormDrawer>
  )
}

type KeyFieldsProps = { provider: OnlineClient; isNew: boolean }

const KeyFields = ({ provider, isNew }: KeyFieldsProps) =>
  secretsOf(provider).map((field) => (
    <AccountField key={field} provider={provider} field={field} isNew={isNew} />
  ))

type AccountFieldProps = KeyFieldsProps & { field: PayAccountField }

/** Fields that stand for each other are judged together. */
const judgedWith: Partial<Record<PayAccountField, string[]>> = {
  public_key_id: ['public_key', 'certificate'],
  public_key: ['public_key_id', 'certificate'],
  certificate: ['public_key'],
}

function AccountField({ provider, field, isNew }: AccountFieldProps) {
  const t = useT(payAccountWords)
  const locale = useLocale()
  const shape = shapeOf(provider, field)
  const isRequired = isNew && shape?.optional !== true
  const [first, ...others] = secretsOf(provider)
  // It tells that no key was entered.
  const together = !isNew && field === first ? others : judgedWith[field]
  const isPlatformKey = provider === 'wechat' && field === 'public_key_id'
  const form = wordIn(payAccountWords, locale, `form.${provider}.${field}`)
  const hint = isPlatformKey ? t('platformKeyHint') : shape?.long ? t('keyHint') : form
  const label = payFieldText(locale, provider, field)
  return (
    <FormField name={field} label={label} required={isRequired} hint={hint} dependsOn={together ?? []}>
      {shape?.long ? (
        <KeyInput name={label} />
      ) : field === 'api_key' ? (
        <PasswordInput autoComplete="new-password" />
      ) : (
        <Input autoComplete="off" spellCheck={false} />
      )}
    </FormField>
  )
}
