import {
  isOwnScoped,
  type List,
  ownScopes,
  type Role,
  RoleEdit,
  RoleInput,
  staffFieldWords,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import type { z } from 'zod'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { TurnAway } from '../../ui/turn-away.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useAddRole, useEditRole, useRoleById } from './api.ts'
import { staffWords } from './messages/messages.ts'
import { PermissionChoice } from './permission-tree.tsx'
import { StartFromRole } from './start-from-role.tsx'

type RoleFormProps = {
  /** 'add', or the role to edit. */
  id: string
  roles: UseQueryResult<List<Role>, CallError>
  onClose: () => void
}

const idOf = ({ roleid }: Role): string => roleid

export function RoleForm({ id, roles, onClose }: RoleFormProps) {
  const t = useT(staffWords)
  const asked = { id, idOf, shown: roles }
  const alone = useRoleById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (id === 'add') return <AddRole onClose={onClose} />
  if (!row) return null
  if (!row.editable) return <TurnAway why={t('roleReadOnly')} onClose={onClose} />
  return <EditRole key={id} role={row} onReload={() => void reload()} onClose={onClose} />
}

type RoleValues = z.output<typeof RoleInput>

const newRole: RoleValues = { name: '', note: '', perm_detail: '', goods_scope: 'all', bank_scope: 'all' }

/** A choice that is not offered any more is not kept. */
const toInput = <Values extends RoleValues>(role: Values): Values => ({
  ...role,
  goods_scope: isOwnScoped(role.perm_detail, 'goods') ? role.goods_scope : 'all',
  bank_scope: isOwnScoped(role.perm_detail, 'bank') ? role.bank_scope : 'all',
})

function AddRole({ onClose }: { onClose: () => void }) {
  const t = useT(staffWords)
  const { mutateAsync } = useAddRole()
  return (
    <FormDrawer
      title={t('addRole')}
      submitLabel={t('addRole')}
      schema={RoleInput}
      initial={newRole}
      toInput={toInput}
      onSubmit={async (role) => {
        await mutateAsync(role)
        notify('success', t('roleAdded'))
      }}
      onClose={onClose}
    >
      <StartFromRole />
      <RoleFields />
    </FormDrawer>
  )
}

type EditRoleProps = { role: Role; onReload: () => void; onClose: () => void }

function EditRole({ role, onReload, onClose }: EditRoleProps) {
  const t = useT(staffWords)
  const { mutateAsync } = useEditRole()
  return (
    <FormDrawer
      title={t('editRole')}
      submitLabel={t('saveRole')}
      schema={RoleEdit}
      initial={valuesOf(role)}
      toInput={toInput}
      onSubmit={async (edited) => {
        await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <RoleFields />
    </FormDrawer>
  )
}

const valuesOf = ({ roleid, rev, name, note, perm_detail, goods_scope, bank_scope }: Role) => ({
  roleid,
  rev,
  name,
  note,
  perm_detail,
  goods_scope,
  bank_scope,
})

function RoleFields() {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const detail = Form.useWatch<string | undefined>('perm_detail') ?? ''
  const scopes = ownScopes.map((value) => ({ value, label: field(value) }))
  return (
    <>
      <FormField name="name" label={field('role_name')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="note" label={field('note')} required>
        <Input maxLength={200} autoComplete="off" />
      </FormField>
      <FormField name="perm_detail" label={field('perm_detail')} required>
        <PermissionChoice aria-label={field('perm_detail')} />
      </FormField>
      {isOwnScoped(detail, 'goods') && (
        <FormField name="goods_scope" label={field('goods_scope')} hint={t('goodsScopeHint')}>
          <Radio.Group options={scopes} />
        </FormField>
      )}
      {isOwnScoped(detail, 'bank') && (
        <FormField name="bank_scope" label={field('bank_scope')} hint={t('bankScopeHint')}>
          <Radio.Group options={scopes} />
        </FormField>
      )}
    </>
  )
}
