import {
  type List,
  type SubUser,
  SubUserEditForm,
  SubUserForm as SubUserAddForm,
  staffCalls,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'

import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddSubUser, useEditSubUser, useInviteSubUser } from './api.ts'
import { staffWords } from './staff-words.ts'
import { SubUserFields } from './sub-user-fields.tsx'
import { useTellInvited } from './use-tell-invited.ts'

type SubUserFormProps = {
  /** 'add', or the account to edit. */
  id: string
  users: UseQueryResult<List<SubUser>, CallError>
  /** The role that the list is filtered by: a new account most likely gets it too. */
  roleid: string | null
  onClose: () => void
}

const idOf = (user: SubUser): string => user.sub_userid

type Values = Pick<
  SubUser,
  'sub_username' | 'nickname' | 'phone' | 'all_device' | 'area' | 'store' | 'device'
> & {
  roleid: string | null
  password: string
  oper_pwd: string
}

/** Whether a new person is invited, in place of getting a password from the caller. */
type NewValues = Values & { invite: boolean }

const newSubUser: NewValues = {
  invite: false,
  nickname: '',
  sub_username: '',
  phone: '',
  roleid: null,
  password: '',
  oper_pwd: '',
  all_device: true,
  area: [],
  store: [],
  device: [],
}

/** Empty fields are left out; places chosen before "all" are dropped. */
const toInput = <Given extends Values>({ roleid, oper_pwd, ...user }: Given) => ({
  ...user,
  ...(roleid === null ? {} : { roleid }),
  ...(oper_pwd === '' ? {} : { oper_pwd }),
  ...(user.all_device ? { area: [], store: [], device: [] } : {}),
})

/** An invited person sets the password. */
function toAdd({ invite, ...values }: NewValues) {
  const { password, ...user } = toInput(values)
  return invite ? user : { ...user, password }
}

/** When editing, an empty password means no change. */
function toEdit<Given extends Values>(values: Given) {
  const { password, ...user } = toInput(values)
  return password === '' ? user : { ...user, password }
}

export function SubUserForm({ id, users, roleid, onClose }: SubUserFormProps) {
  const t = useT(staffWords)
  const gate = useOperationGate()
  const { mutateAsync: add } = useAddSubUser()
  const { mutateAsync: edit } = useEditSubUser()
  const { mutateAsync: invite } = useInviteSubUser()
  const tellInvited = useTellInvited()
  const allDevice = useSession()?.allDevice ?? false
  const addOrInvite = async ({ password, ...user }: z.output<typeof SubUserAddForm>): Promise<void> => {
    if (password !== undefined) {
      await add({ ...user, password: md5(password) })
      return
    }
    const { sub_userid, nickname: name } = await add(user)
    try {
      await invite({ sub_userid })
      tellInvited(name)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The account is there; the list offers to invite it.
      notify('warning', t('invitationFailed', { reason: error.message }))
    }
  }
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={users}
      row={staffCalls.getSubUser}
      readOnly={({ editable }) => (editable ? undefined : t('subUserReadOnly'))}
      add={{
        title: t('addSubUser'),
        submitLabel: t('addSubUser'),
        schema: SubUserAddForm,
        initial: { ...newSubUser, roleid, all_device: allDevice },
        toInput: toAdd,
        fields: <SubUserFields />,
        save: addOrInvite,
        saved: t('subUserAdded'),
      }}
      edit={(user) =>
        recordForm({
          title: t('editSubUser'),
          submitLabel: t('saveSubUser'),
          schema: SubUserEditForm,
          initial: valuesOf(user),
          toInput: toEdit,
          fields: <SubUserFields user={user} />,
          save: async ({ password, ...rest }) => {
            const edited = password === undefined ? rest : { ...rest, password: md5(password) }
            const isSensitive = password !== undefined || rest.oper_pwd !== undefined
            await (isSensitive ? gate.run((sign) => edit({ ...edited, sign })) : edit(edited))
          },
          saved: t('saved'),
        })
      }
    />
  )
}

const valuesOf = (user: SubUser) => ({
  sub_userid: user.sub_userid,
  rev: user.rev,
  sub_username: user.sub_username,
  nickname: user.nickname,
  phone: user.phone,
  roleid: user.roleid,
  all_device: user.all_device,
  area: user.area,
  store: user.store,
  device: user.device,
  password: '',
  oper_pwd: '',
})
