import { roleOrders, type Role, RoleFilter, staffCalls, staffPageSize } from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { NoActions, RowActions } from '../../ui/row-actions.tsx'
import { useDeleteRole, useRestoreRole, useRoles } from './api.ts'
import { staffWords } from './staff-words.ts'
import { useRoleColumns } from './role-columns.tsx'
import { RoleForm } from './role-form.tsx'
import './staff.css'

export function RolePage() {
  const t = useT(staffWords)
  const state = useListState(RoleFilter, staffPageSize)
  const query = useRoles(state)
  const columns = useRoleColumns((role) => state.openDrawer(role.roleid))
  const [deleting, setDeleting] = useState<Role>()

  const add = <AddButton state={state} label={t('addRole')} />
  return (
    <>
      <ListPage
        name="roles"
        title={t('rolesTitle')}
        action={add}
        tools={
          <ExportButton
            row={staffCalls.exportStaff}
            input={{ kind: 'role', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchRoles')} hint={t('searchRolesHint')} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(roleOrders, state)}
        rowKey={(role) => role.roleid}
        actions={(role) =>
          role.editable ? (
            <RowActions
              name={role.name}
              onEdit={() => state.openDrawer(role.roleid)}
              onDelete={() => setDeleting(role)}
            />
          ) : (
            <NoActions why={t('roleReadOnly')} />
          )
        }
        empty={{ title: t('noRoles'), hint: t('noRolesHint'), action: add }}
      />
      {state.drawer && <RoleForm id={state.drawer} roles={query} onClose={state.closeDrawer} />}
      {deleting && <DeleteRole role={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteRole({ role: { roleid, name }, onClose }: { role: Role; onClose: () => void }) {
  const t = useT(staffWords)
  const { mutateAsync: remove } = useDeleteRole()
  const { mutateAsync: restore } = useRestoreRole()
  return (
    <DeleteRecord
      title={t('deleteRoleTitle', { name })}
      confirmLabel={t('deleteRole')}
      remove={() => remove({ roleid })}
      restore={() => restore({ roleid })}
      removed={t('roleDeleted', { name })}
      onClose={onClose}
    >
      {t('deleteRoleText')}
    </DeleteRecord>
  )
}
