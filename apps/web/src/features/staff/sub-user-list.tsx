import {
  staffCalls,
  staffFieldWords,
  staffPageSize,
  type SubUser,
  SubUserFilter,
  type SubUserState,
  subUserStates,
} from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { type ListState, useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { sortByHeader } from '../../ui/columns.ts'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { NoActions, RowActions } from '../../ui/row-actions.tsx'
import { StorePicker } from '../../entities/store/store-picker.tsx'
import { useDeleteSubUser, useRestoreSubUser, useSubUsers } from './api.ts'
import { staffWords } from './staff-words.ts'
import { ResetOperationPassword } from './reset-operation-password.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { subUserSorts, useSubUserColumns } from './sub-user-columns.tsx'
import { SubUserForm } from './sub-user-form.tsx'

export function SubUserList({ tabs }: { tabs?: ReactNode }) {
  const t = useT(staffWords)
  const state = useListState(SubUserFilter, staffPageSize)
  const query = useSubUsers(state)
  const [resetting, setResetting] = useState<SubUser>()
  const [deleting, setDeleting] = useState<SubUser>()
  const columns = useSubUserColumns({
    onEdit: (user) => state.openDrawer(user.sub_userid),
    onReset: setResetting,
  })

  const add = <AddButton state={state} label={t('addSubUser')} />
  return (
    <>
      <ListPage
        name="sub_users"
        title={t('subUsersTitle')}
        tabs={tabs}
        action={add}
        tools={
          <ExportButton
            row={staffCalls.exportStaff}
            input={{ kind: 'subUser', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchSubUsers')} hint={t('searchSubUsersHint')} />}
        filters={<SubUserFilters {...state} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByHeader(state.filter.order, subUserSorts, (order) => state.setFilter({ order }))}
        rowKey={(user) => user.sub_userid}
        actions={(user) =>
          user.editable ? (
            <RowActions
              name={user.nickname}
              onEdit={() => state.openDrawer(user.sub_userid)}
              onDelete={() => setDeleting(user)}
            />
          ) : (
            <NoActions why={t('subUserReadOnly')} />
          )
        }
        empty={{ title: t('noSubUsers'), hint: t('noSubUsersHint'), action: add }}
      />
      {state.drawer && (
        <SubUserForm
          id={state.drawer}
          users={query}
          roleid={state.filter.roleid ?? null}
          onClose={state.closeDrawer}
        />
      )}
      {resetting && <ResetOperationPassword user={resetting} onClose={() => setResetting(undefined)} />}
      {deleting && <DeleteSubUser user={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

type Filters = Pick<ListState<typeof SubUserFilter>, 'filter' | 'setFilter'>

function SubUserFilters({ filter, setFilter }: Filters) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  return (
    <>
      <RolePicker
        className="sw-filter-select"
        aria-label={field('roleid')}
        filterLabel={field('roleid')}
        placeholder={t('anyRole')}
        value={filter.roleid ?? null}
        onChange={(roleid) => setFilter({ roleid: roleid ?? undefined })}
      />
      <StorePicker
        className="sw-filter-select"
        aria-label={field('store')}
        filterLabel={field('store')}
        placeholder={t('anyStore')}
        value={filter.store ?? null}
        onChange={(store) => setFilter({ store: store ?? undefined })}
      />
      <SelectFilter<SubUserState>
        label={field('state')}
        value={filter.state}
        options={subUserStates.map((value) => ({ value, label: field(value) }))}
        onChange={(state) => setFilter({ state })}
      />
    </>
  )
}

function DeleteSubUser({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useT(staffWords)
  const { mutateAsync: remove } = useDeleteSubUser()
  const { mutateAsync: restore } = useRestoreSubUser()
  const { sub_userid, nickname: name } = user
  return (
    <DeleteRecord
      title={t('deleteSubUserTitle', { name })}
      confirmLabel={t('deleteSubUser')}
      remove={() => remove({ sub_userid })}
      restore={() => restore({ sub_userid })}
      removed={t('subUserDeleted', { name })}
      onClose={onClose}
    >
      {t('deleteSubUserText', { name })}
    </DeleteRecord>
  )
}
