import {
  isOwnScoped,
  type List,
  ownScopes,
  type Role,
  RoleEdit,
  RoleInput,
  staffFieldWords,
  staffCalls,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import type { z } from 'zod'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddRole, useEditRole } from './api.ts'
import { staffWords } from './staff-words.ts'
import { PermissionChoice } from './permission-tree.tsx'
import { StartFromRole } from './start-from-role.tsx'

type RoleFormProps = {
  /** 'add', or the role to edit. */
  id: string
  roles: UseQueryResult<List<Role>, CallError>
  onClose: () => void
}

const idOf = ({ roleid }: Role): string => roleid

type RoleValues = z.output<typeof RoleInput>

/** Drops a scope that is no longer offered. */
export const inputOfRole = <Values extends RoleValues>(role: Values): Values => ({
  ...role,
  goods_scope: isOwnScoped(role.perm_detail, 'goods') ? role.goods_scope : 'all',
  bank_scope: isOwnScoped(role.perm_detail, 'bank') ? role.bank_scope : 'all',
})

export function RoleForm({ id, roles, onClose }: RoleFormProps) {
  const t = useT(staffWords)
  const { mutateAsync: add } = useAddRole()
  const { mutateAsync: edit } = useEditRole()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={roles}
      row={staffCalls.getRole}
      readOnly={({ editable }) => (editable ? undefined : t('roleReadOnly'))}
      add={{
        title: t('addRole'),
        submitLabel: t('addRole'),
        schema: RoleInput,
        initial: newRecord(RoleInput),
        toInput: inputOfRole,
        fields: (
          <>
            <StartFromRole />
            <RoleFields />
          </>
        ),
        save: add,
        saved: t('roleAdded'),
      }}
      edit={(role) =>
        recordForm({
          title: t('editRole'),
          submitLabel: t('saveRole'),
          schema: RoleEdit,
          initial: valuesFor(RoleEdit, role),
          toInput: inputOfRole,
          fields: <RoleFields />,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

export function RoleFields() {
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
