import { type List, type SubUser, SubUserEditForm, SubUserForm as SubUserAddForm } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { TurnAway } from '../../ui/turn-away.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useAddSubUser, useEditSubUser, useSubUserById } from './api.ts'
import { staffWords } from './messages/messages.ts'
import { SubUserFields } from './sub-user-fields.tsx'

type SubUserFormProps = {
  /** 'add', or the account to edit. */
  id: string
  users: UseQueryResult<List<SubUser>, CallError>
  /** The role whose accounts are shown: a new one most likely gets it too. */
  roleid: string | null
  onClose: () => void
}

const idOf = (user: SubUser): string => user.sub_userid

export function SubUserForm({ id, users, roleid, onClose }: SubUserFormProps) {
  const t = useT(staffWords)
  const asked = { id, idOf, shown: users }
  const alone = useSubUserById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (id === 'add') return <AddSubUser roleid={roleid} onClose={onClose} />
  if (!row) return null
  if (!row.editable) return <TurnAway why={t('subUserReadOnly')} onClose={onClose} />
  return <EditSubUser key={id} user={row} onReload={() => void reload()} onClose={onClose} />
}

type Values = Pick<SubUser, 'sub_username' | 'nickname' | 'phone' | 'all_device' | 'store' | 'device'> & {
  roleid: string | null
  password: string
  oper_pwd: string
}

const newSubUser: Values = {
  nickname: '',
  sub_username: '',
  phone: '',
  roleid: null,
  password: '',
  oper_pwd: '',
  all_device: true,
  store: [],
  device: [],
}

/** An empty field is one that nobody filled in; stores chosen before "all" was chosen are not kept. */
const toInput = <Given extends Values>({ roleid, oper_pwd, ...user }: Given) => ({
  ...user,
  ...(roleid === null ? {} : { roleid }),
  ...(oper_pwd === '' ? {} : { oper_pwd }),
  ...(user.all_device ? { store: [], device: [] } : {}),
})

/** When editing, an empty password stays as it is. */
function toEdit<Given extends Values>(values: Given) {
  const { password, ...user } = toInput(values)
  return password === '' ? user : { ...user, password }
}

function AddSubUser({ roleid, onClose }: { roleid: string | null; onClose: () => void }) {
  const t = useT(staffWords)
  const { mutateAsync } = useAddSubUser()
  const allDevice = useSession()?.allDevice ?? false
  return (
    <FormDrawer
      title={t('addSubUser')}
      submitLabel={t('addSubUser')}
      schema={SubUserAddForm}
      initial={{ ...newSubUser, roleid, all_device: allDevice }}
      toInput={toInput}
      onSubmit={async ({ password, ...user }) => {
        await mutateAsync({ ...user, password: md5(password) })
        notify('success', t('subUserAdded'))
      }}
      onClose={onClose}
    >
      <SubUserFields />
    </FormDrawer>
  )
}

type EditSubUserProps = { user: SubUser; onReload: () => void; onClose: () => void }

function EditSubUser({ user, onReload, onClose }: EditSubUserProps) {
  const t = useT(staffWords)
  const gate = useOperationGate()
  const { mutateAsync } = useEditSubUser()
  return (
    <FormDrawer
      title={t('editSubUser')}
      submitLabel={t('saveSubUser')}
      schema={SubUserEditForm}
      initial={valuesOf(user)}
      toInput={toEdit}
      onSubmit={async ({ password, ...rest }) => {
        const edited = password === undefined ? rest : { ...rest, password: md5(password) }
        const isSensitive = password !== undefined || rest.oper_pwd !== undefined
        if (isSensitive) await gate.run((sign) => mutateAsync({ ...edited, sign }))
        else await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <SubUserFields user={user} />
    </FormDrawer>
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
  store: user.store,
  device: user.device,
  password: '',
  oper_pwd: '',
})
