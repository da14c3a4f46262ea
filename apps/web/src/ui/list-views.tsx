import { CheckOutlined, DeleteOutlined, FolderOpenOutlined } from '@ant-design/icons'
import { type ListView, viewCalls, type ViewList } from '@slotwise/contract'
import { Button, Checkbox, Input, Popover } from 'antd'
import { type FormEvent, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import { useCall, useChange } from '../lib/query.ts'
import type { FilterSchema, ListState } from '../lib/url-state.ts'
import './list-views.css'
import { listViewsWords } from './list-views-words.ts'
import { ErrorState } from './states.tsx'
import { uiWords } from './ui-words.ts'
import { useUndoNotice } from './undo-notice.ts'

/** What views need of the state of a list. */
export type ViewedState = Pick<ListState<FilterSchema>, 'addressFilter' | 'applyFilter'>
type ListViewsProps = { list: ViewList; state: ViewedState }

const reads = [viewCalls.getViews]

/** The saved views of a list: opens one, and saves the present filters under a name. */
export function ListViews({ list, state }: ListViewsProps) {
  const t = useT(listViewsWords)
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Views list={list} state={state} onDone={() => setOpen(false)} />}
    >
      <Button icon={<FolderOpenOutlined aria-hidden="true" />} aria-haspopup="dialog" aria-label={t('saved')}>
        {t('views')}
      </Button>
    </Popover>
  )
}

type ViewsProps = ListViewsProps & { onDone: () => void }

function Views({ list, state, onDone }: ViewsProps) {
  const t = useT(listViewsWords)
  const ui = useT(uiWords)
  const query = useCall(viewCalls.getViews, { list }, { inline: true })
  const now = textOf(state.addressFilter())
  const views = query.data?.data ?? []
  return (
    <div className="sw-views" role="group" aria-label={t('saved')}>
      {query.isError ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <p role="status">{ui('loading')}</p>
      ) : views.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul>
          {views.map((view) => (
            <View
              key={view.view_id}
              list={list}
              view={view}
              isShown={textOf(view.filter) === now}
              onOpen={() => {
                state.applyFilter(view.filter)
                onDone()
              }}
            />
          ))}
        </ul>
      )}
      <SaveView list={list} state={state} views={views} mayShare={query.data?.mayShare ?? false} />
    </div>
  )
}

/** Equal for filters that show the same rows. */
const textOf = (filter: Readonly<Record<string, readonly string[]>>): string =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type ViewProps = { list: ViewList; view: ListView; isShown: boolean; onOpen: () => void }

function View({ list, view, isShown, onOpen }: ViewProps) {
  const t = useT(listViewsWords)
  const { mutateAsync: remove, isPending } = useChange(viewCalls.deleteView, { refreshes: reads })
  const { mutateAsync: save } = useChange(viewCalls.saveView, { refreshes: reads })
  const offerUndo = useUndoNotice()
  const { name, owner, filter, shared } = view
  const leave = async (): Promise<void> => {
    await remove({ view_id: view.view_id })
    // A view of another account comes back as one of the user who deleted it.
    offerUndo(t('deleted', { name }), () => save({ list, name, filter, shared }))
  }
  return (
    <li>
      <button
        type="button"
        aria-label={t('open', { name })}
        aria-current={isShown || undefined}
        onClick={onOpen}
      >
        {isShown && <CheckOutlined aria-hidden="true" />}
        <strong>{name}</strong>
        {shared && <small>{owner === null ? t('shared') : t('sharedBy', { name: owner })}</small>}
      </button>
      {view.mayDelete && (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={t('delete', { name })}
          title={t('delete', { name })}
          loading={isPending}
          // A refusal is told by the call.
          onClick={() => void leave().catch(() => undefined)}
        />
      )}
    </li>
  )
}

type SaveViewProps = { list: ViewList; state: ViewedState; views: ListView[]; mayShare: boolean }

function SaveView({ list, state, views, mayShare }: SaveViewProps) {
  const t = useT(listViewsWords)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { mutateAsync: save, isPending } = useChange(viewCalls.saveView, { refreshes: reads })
  const filter = state.addressFilter()
  const isEmpty = Object.keys(filter).length === 0
  const isKnown = views.some((view) => view.owner === null && view.name === name.trim())
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await save({ list, name: name.trim(), filter, shared })
    notify('success', t('savedNotice', { name: name.trim() }))
    setName('')
  }
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <label htmlFor="view-name">{t('saveTitle')}</label>
      <Input
        id="view-name"
        placeholder={t('name')}
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
          {t('share')}
        </Checkbox>
      )}
      {isEmpty && <small>{t('filterFirst')}</small>}
      <Button type="primary" htmlType="submit" loading={isPending} disabled={isEmpty || name.trim() === ''}>
        {isKnown ? t('replace') : t('save')}
      </Button>
    </form>
  )
}
