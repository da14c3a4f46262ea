import { CheckOutlined, DeleteOutlined, FolderOpenOutlined } from '@ant-design/icons'
import { type ListView, viewCalls, type ViewList } from '@slotwise/contract'
import { Button, Checkbox, Input, Popover } from 'antd'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'
import { useCall, useChange } from '../lib/query.ts'
import type { FilterSchema, ListState } from '../lib/url-state.ts'
import './list-views.css'
import { listViewsWords } from './list-views-words.ts'
import { isSharedThen, replacedBy } from './replaced-view.ts'
import { ErrorState } from './states.tsx'
import { uiWords } from './ui-words.ts'
import { useUndoNotice } from './undo-notice.ts'

/** What views need of the state of a list. */
export type ViewedState = Pick<ListState<FilterSchema>, 'addressFilter' | 'applyFilter'>
type ListViewsProps = { list: ViewList; state: ViewedState }

const reads = [viewCalls.getViews]

/** The saved views of a list: opens one, and saves the current filters under a name. */
export function ListViews({ list, state }: ListViewsProps) {
  const t = useT(listViewsWords)
  const [open, setOpen] = useState(false)
  const [isInPlace, setInPlace] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = (): void => {
    // The panel takes the focus with it. A click elsewhere has moved the focus already.
    if (panel.current?.contains(document.activeElement)) button.current?.focus()
    setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      afterOpenChange={setInPlace}
      destroyOnHidden
      content={<Views ref={panel} list={list} state={state} isInPlace={isInPlace} onClose={close} />}
    >
      <Button
        ref={button}
        icon={<FolderOpenOutlined aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('saved')}
      >
        {t('views')}
      </Button>
    </Popover>
  )
}

type ViewsProps = ListViewsProps & {
  ref: RefObject<HTMLDivElement | null>
  /** The panel is where it stays, and can take the focus. */
  isInPlace: boolean
  onClose: () => void
}

function Views({ ref, list, state, isInPlace, onClose }: ViewsProps) {
  const t = useT(listViewsWords)
  const ui = useT(uiWords)
  const query = useCall(viewCalls.getViews, { list }, { inline: true })
  const { isPending } = query
  const now = textOf(state.addressFilter())
  const views = query.data?.data ?? []
  useEffect(() => {
    // The panel stands at the end of the document, far from its button in the order of the Tab key.
    if (isInPlace && !isPending) ref.current?.querySelector<HTMLElement>('li > button, input')?.focus()
  }, [ref, isInPlace, isPending])
  const closeByKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  useEffect(() => {
    const { current: panel } = ref
    const onKeyDown = (event: KeyboardEvent): void => void closeByKey(event)
    panel?.addEventListener('keydown', onKeyDown)
    return () => panel?.removeEventListener('keydown', onKeyDown)
  }, [ref])
  return (
    <div ref={ref} className="sw-views" role="dialog" aria-label={t('saved')}>
      {query.isError ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : isPending ? (
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
                onClose()
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
  const [isAsked, setAsked] = useState(false)
  const { name, owner, filter, shared } = view
  const isOwn = owner === null
  const leave = async (pressed: Element): Promise<void> => {
    const row = pressed.closest('li')
    const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
    const next = beside ?? row?.closest('.sw-views')?.querySelector('input')
    await remove({ view_id: view.view_id })
    next?.focus()
    // Saving makes a view of the user, so it can bring back only one that was the user's own.
    if (isOwn) offerUndo(t('deleted', { name }), () => save({ list, name, filter, shared }))
    else notify('success', t('deleted', { name }))
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
          danger={isAsked}
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={isAsked ? `${t('deleteForAll')}: ${name}` : t('delete', { name })}
          title={isAsked ? t('deleteForAll') : t('delete', { name })}
          loading={isPending}
          onClick={({ currentTarget }) => {
            // The view of another account has no undo, so it takes a second click.
            if (!isOwn && !isAsked) setAsked(true)
            // A refusal is told by the call.
            else void leave(currentTarget).catch(() => undefined)
          }}
        >
          {isAsked && t('deleteForAll')}
        </Button>
      )}
    </li>
  )
}

type SaveViewProps = { list: ViewList; state: ViewedState; views: ListView[]; mayShare: boolean }

function SaveView({ list, state, views, mayShare }: SaveViewProps) {
  const t = useT(listViewsWords)
  const [typed, setTyped] = useState('')
  const [share, setShare] = useState<boolean>()
  const { mutateAsync: save, isPending } = useChange(viewCalls.saveView, { refreshes: reads })
  const filter = state.addressFilter()
  const isEmpty = Object.keys(filter).length === 0
  const name = typed.trim()
  const replaced = replacedBy(views, name)
  const shared = isSharedThen({ replaced, share, mayShare })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await save({ list, name, filter, shared })
    notify('success', t('savedNotice', { name }))
    setTyped('')
    setShare(undefined)
  }
  return (
    <form aria-label={t('saveTitle')} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <strong>{t('saveTitle')}</strong>
      <label htmlFor="view-name">{t('name')}</label>
      <Input id="view-name" maxLength={40} value={typed} onChange={({ target }) => setTyped(target.value)} />
      {mayShare && (
        <Checkbox checked={shared} onChange={({ target }) => setShare(target.checked)}>
          {t('share')}
        </Checkbox>
      )}
      {replaced?.shared && <small>{t(shared ? 'changesShared' : 'endsSharing')}</small>}
      {isEmpty && <small>{t('filterFirst')}</small>}
      <Button type="primary" htmlType="submit" loading={isPending} disabled={isEmpty || name === ''}>
        {replaced ? t('replace') : t('save')}
      </Button>
    </form>
  )
}
