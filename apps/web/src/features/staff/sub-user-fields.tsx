import { AccountName, invitationHours, ruleText, staffFieldWords, type SubUser } from '@slotwise/contract'
import { Form, Input, Radio, type RadioGroupProps } from 'antd'
import { useEffect, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { DevicesPicker } from '../../entities/device/device-picker.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AreasPicker } from '../../entities/store/areas-picker.tsx'
import { StoresPicker } from '../../entities/store/store-picker.tsx'
import { useAccountCheck } from './api.ts'
import { NewRole } from './new-role.tsx'
import { staffWords } from './staff-words.ts'
import { useInvitesByCode } from './use-tell-invited.ts'
import { RolePicker } from '../../entities/role/role-picker.tsx'

const settleMs = 300

/** `user` is the account that is edited; undefined while adding. */
export function SubUserFields({ user }: { user?: SubUser }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const isInvited = Form.useWatch<boolean | undefined>('invite') === true && !user
  return (
    <>
      <FormField name="nickname" label={field('nickname')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="phone" label={field('phone')} required={isInvited} dependsOn={['invite']}>
        <Input type="tel" maxLength={24} autoComplete="off" />
      </FormField>
      <FormField name="roleid" label={field('roleid')} required hint={<NewRole />}>
        <RolePicker toGive known={user && { value: user.roleid, label: user.role_name }} />
      </FormField>
      <h3>{t('sectionLogin')}</h3>
      <AccountField own={user?.sub_username} />
      {!user && <JoinChoice />}
      {!isInvited && (
        <FormField
          name="password"
          label={field('password')}
          required={!user}
          hint={user && t('newPasswordHint')}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
      )}
      <OperationField user={user} />
      <ScopeFields user={user} />
    </>
  )
}

function JoinChoice() {
  const t = useT(staffWords)
  const isByCode = useInvitesByCode()
  return (
    <FormField name="invite" label={t('howToJoin')}>
      <Radio.Group className="sw-scope-choice">
        <Radio value={false}>{t('withPassword')}</Radio>
        <Radio value={true}>
          {t('byInvitation')}
          <small>
            {isByCode
              ? t('byCodeHint', { hours: invitationHours, address: `${location.origin}/invite` })
              : t('byInvitationHint', { hours: invitationHours })}
          </small>
        </Radio>
      </Radio.Group>
    </FormField>
  )
}

/** A locked operation password stays locked until the main account gives a new one. */
function OperationField({ user }: { user: SubUser | undefined }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const locale = useLocale()
  const isMain = useSession()?.isMain ?? false
  const isClosed = !isMain && (user?.operLocked ?? false)
  const hint = t(user?.hasOperPwd ? 'newOperationHint' : 'operationHint')
  return (
    <FormField
      name="oper_pwd"
      label={field('oper_pwd')}
      hint={isClosed ? ruleText(locale, 'lockedOperation') : hint}
      dependsOn={['password']}
    >
      <PasswordInput digits={6} autoComplete="new-password" disabled={isClosed} />
    </FormField>
  )
}

/** Looked up while typing, so that the user learns early that the name is taken. */
function AccountField({ own }: { own: string | undefined }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const locale = useLocale()
  const taken = useTaken(Form.useWatch<string | undefined>('sub_username') ?? '', own)
  return (
    <FormField
      name="sub_username"
      label={field('sub_username')}
      required
      hint={t(taken !== false ? 'accountHint' : own === undefined ? 'accountFree' : 'accountRenamed')}
      alsoWrong={taken ? ruleText(locale, 'accountTaken') : undefined}
    >
      <Input maxLength={32} autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </FormField>
  )
}

/** True when the account exists already; undefined while that is not known. */
function useTaken(typed: string, own: string | undefined): boolean | undefined {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  const judged = AccountName.safeParse(settled)
  const account = judged.success && judged.data !== own ? judged.data : undefined
  const { data, isPlaceholderData } = useAccountCheck(account ?? '', account !== undefined)
  const isCurrent = account !== undefined && settled === typed && !isPlaceholderData
  return isCurrent ? data?.isExist : undefined
}

function ScopeFields({ user }: { user: SubUser | undefined }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const isChosen = Form.useWatch<boolean | undefined>('all_device') === false
  return (
    <>
      <h3>{t('sectionWork')}</h3>
      <FormField name="all_device" label={field('scope')}>
        <ScopeChoice />
      </FormField>
      {isChosen && (
        <>
          <FormField name="area" label={field('area')} hint={t('areasHint')}>
            <AreasPicker
              known={user?.area.map((value, i) => ({ value, label: user.area_names[i] ?? '' })) ?? []}
            />
          </FormField>
          <FormField
            name="store"
            label={field('store')}
            hint={t('storesHint')}
            dependsOn={['area', 'device']}
            judgesOnChange
          >
            <StoresPicker />
          </FormField>
          <FormField name="device" label={field('device')} hint={t('devicesHint')}>
            <DevicesPicker />
          </FormField>
        </>
      )}
    </>
  )
}

/** A user who is limited to some stores and devices cannot give access to all of them. */
function ScopeChoice(control: RadioGroupProps) {
  const t = useT(staffWords)
  const locale = useLocale()
  const mayGiveAll = useSession()?.allDevice ?? false
  return (
    <Radio.Group {...control} className="sw-scope-choice">
      <Radio value={true} disabled={!mayGiveAll}>
        {t('scopeAll')}
        <small>{mayGiveAll ? t('scopeAllHint') : ruleText(locale, 'beyondScope')}</small>
      </Radio>
      <Radio value={false}>{t('scopeChosen')}</Radio>
    </Radio.Group>
  )
}
