import {
  type ApiKey,
  integrationFieldWords,
  keyStateOf,
  type KeyState,
  keyStateWords,
} from '@slotwise/contract'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import type { Column } from '../../ui/columns.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { NamesInShort } from '../../ui/names-in-short.tsx'
import { RowAction } from '../../ui/row-actions.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useKeys, useRevokeKey } from './api.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { integrationWords } from './integration-words.ts'
import { KeyForm } from './key-form.tsx'
import { SecretShown } from './secret-shown.tsx'

const NoFilter = z.strictObject({})

export function KeyList({ tabs }: { tabs: ReactNode }) {
  const t = useT(integrationWords)
  const ui = useT(uiWords)
  const state = useListState(NoFilter, 20)
  const query = useKeys(state)
  const columns = useKeyColumns()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const add = <AddButton label={t('addKey')} state={state} />
  return (
    <>
      <ListPage
        name="keys"
        title={t('title')}
        tabs={tabs}
        action={
          <div className="sw-integration-actions">
            <a className="sw-link" href="/api-docs">
              {t('toDocs')}
            </a>
            {add}
          </div>
        }
        state={state}
        query={query}
        columns={columns}
        rowKey={({ key_id: id }) => id}
        actions={(key) =>
          key.revoked_at === null && (
            <div className="sw-row-actions">
              <RowAction
                label={ui('edit')}
                fullLabel={`${ui('edit')}: ${key.name}`}
                onClick={() => state.openDrawer(key.key_id)}
              />
              <RowAction
                label={t('revoke')}
                fullLabel={`${t('revoke')}: ${key.name}`}
                isDanger
                onClick={() => setRevoking(key)}
              />
            </div>
          )
        }
        empty={{ title: t('noKeys'), hint: t('noKeysHint'), action: add }}
      />
      {state.drawer && (
        <KeyForm id={state.drawer} keys={query} onMade={setMade} onClose={state.closeDrawer} />
      )}
      {made && (
        <SecretShown
          title={t('keyMade', { name: made.name })}
          label={t('key')}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
      {revoking && <RevokeKey of={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

const tones: Readonly<Record<KeyState, StatusTone>> = { active: 'good', expired: 'idle', revoked: 'idle' }

function useKeyColumns(): Column<ApiKey>[] {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  const word = useT(keyStateWords)
  return [
    {
      key: 'name',
      title: field('name'),
      text: true,
      width: 180,
      cell: ({ name, tail }) => (
        <span className="sw-integration-name">
          {name}
          <small>
            <code>sk_…{tail}</code>
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (key) => {
        const state = keyStateOf(key, new Date())
        return <StatusTag tone={tones[state]}>{word(state)}</StatusTag>
      },
    },
    { key: 'roleid', title: field('roleid'), text: true, width: 140, cell: ({ role_name: role }) => role },
    { key: 'scope', title: t('scope'), text: true, width: 160, cell: (key) => <Scope of={key} /> },
    {
      key: 'last_used_at',
      title: t('lastUsed'),
      cell: ({ last_used_at: at }) =>
        at === null ? <span className="sw-cell-empty">{t('never')}</span> : <Instant at={at} />,
    },
    {
      key: 'expires_at',
      title: field('expires_at'),
      cell: ({ expires_at: at }) =>
        at === null ? <span className="sw-cell-empty">{t('never')}</span> : <Instant at={at} />,
    },
    {
      key: 'created_at',
      title: t('createdAt'),
      cell: ({ created_at: at }) => <Instant at={at} />,
      extra: true,
    },
  ]
}

function Scope({ of: key }: { of: ApiKey }) {
  const t = useT(integrationWords)
  if (key.all_device) return t('everything')
  return (
    <NamesInShort
      names={[...key.area_names, ...key.store_names, ...key.device_names]}
      none={t('nothing')}
      several={({ name, count }) => t('several', { name, count })}
    />
  )
}

function RevokeKey({ of: { key_id, name }, onClose }: { of: ApiKey; onClose: () => void }) {
  const t = useT(integrationWords)
  const { mutateAsync: revoke } = useRevokeKey()
  return (
    <ConfirmDelete
      title={t('revokeTitle', { name })}
      confirmLabel={t('revokeKey')}
      onConfirm={async () => {
        await revoke({ key_id })
        notify('success', t('revoked', { name }))
      }}
      onClose={onClose}
    >
      {t('revokeText')}
    </ConfirmDelete>
  )
}
