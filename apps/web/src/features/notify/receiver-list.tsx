import { QrcodeOutlined, RobotOutlined } from '@ant-design/icons'
import { type Notify, NotifyFilter, notifyPageSize } from '@slotwise/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useDeleteReceiver, useReceivers } from './api.ts'
import { BindDrawer } from './bind-drawer.tsx'
import { notifyWords } from './notify-words.ts'
import { useReceiverColumns } from './receiver-columns.tsx'
import { ReceiverForm } from './receiver-form.tsx'
import { TestAction } from './test-action.tsx'

export function ReceiverList({ tabs }: { tabs: ReactNode }) {
  const t = useT(notifyWords)
  const state = useListState(NotifyFilter, notifyPageSize)
  const query = useReceivers(state)
  const columns = useReceiverColumns(({ notify_id: id }) => state.openDrawer(id))
  const [deleting, setDeleting] = useState<Notify>()

  const bind = (
    <div className="sw-notify-add">
      <Button icon={<RobotOutlined aria-hidden="true" />} onClick={() => state.openDrawer('add')}>
        {t('addRobot')}
      </Button>
      <Button
        type="primary"
        icon={<QrcodeOutlined aria-hidden="true" />}
        onClick={() => state.openDrawer('bind')}
      >
        {t('bind')}
      </Button>
    </div>
  )
  return (
    <>
      <ListPage
        name="receivers"
        title={t('title')}
        tabs={tabs}
        action={bind}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ notify_id: id }) => id}
        actions={(receiver) => (
          <RowActions
            name={receiver.receiver}
            onEdit={() => state.openDrawer(receiver.notify_id)}
            onDelete={() => setDeleting(receiver)}
          >
            <TestAction receiver={receiver} />
          </RowActions>
        )}
        empty={{ title: t('none'), hint: t('noneHint'), action: bind }}
      />
      {state.drawer === 'bind' ? (
        <BindDrawer onClose={state.closeDrawer} />
      ) : (
        state.drawer !== undefined && (
          <ReceiverForm id={state.drawer} receivers={query} onClose={state.closeDrawer} />
        )
      )}
      {deleting && <DeleteReceiver receiver={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** There is no undo: only the person itself can agree again. */
function DeleteReceiver({ receiver, onClose }: { receiver: Notify; onClose: () => void }) {
  const t = useT(notifyWords)
  const { mutateAsync: remove } = useDeleteReceiver()
  const { notify_id, receiver: name } = receiver
  return (
    <ConfirmDelete
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      onConfirm={async () => {
        await remove({ notify_id })
        notify('success', t('deleted', { name }))
      }}
      onClose={onClose}
    >
      {t('deleteText')}
    </ConfirmDelete>
  )
}
