import { eventKindWords, integrationFieldWords, joinNames, type Webhook } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import type { Column } from '../../ui/columns.ts'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { formatInstant, Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useDeleteWebhook, useTestWebhook, useWebhooks } from './api.ts'
import { useAnswerText } from './delivery-state.tsx'
import { integrationWords } from './integration-words.ts'
import { SecretShown } from './secret-shown.tsx'
import { WebhookForm } from './webhook-form.tsx'

const NoFilter = z.strictObject({})

export function WebhookList({ tabs }: { tabs: ReactNode }) {
  const t = useT(integrationWords)
  const state = useListState(NoFilter, 10)
  const query = useWebhooks(state)
  const columns = useWebhookColumns()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const [deleting, setDeleting] = useState<Webhook>()
  const add = <AddButton label={t('addWebhook')} state={state} />
  return (
    <>
      <ListPage
        name="webhooks"
        title={t('title')}
        tabs={tabs}
        action={add}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ webhook_id: id }) => id}
        actions={(webhook) => (
          <RowActions
            name={webhook.name}
            onEdit={() => state.openDrawer(webhook.webhook_id)}
            onDelete={() => setDeleting(webhook)}
          >
            <TestAction webhook={webhook} />
          </RowActions>
        )}
        empty={{ title: t('noWebhooks'), hint: t('noWebhooksHint'), action: add }}
      />
      {state.drawer !== undefined && (
        <WebhookForm id={state.drawer} webhooks={query} onMade={setMade} onClose={state.closeDrawer} />
      )}
      {made && (
        <SecretShown
          title={t('webhookMade', { name: made.name })}
          label={t('secret')}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
      {deleting && <DeleteWebhook of={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function useWebhookColumns(): Column<Webhook>[] {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  const kind = useT(eventKindWords)
  const locale = useLocale()
  return [
    {
      key: 'name',
      title: field('name'),
      text: true,
      width: 260,
      cell: ({ name, url }) => (
        <span className="sw-integration-name">
          {name}
          <small className="sw-integration-url">
            <code>{url}</code>
          </small>
        </span>
      ),
    },
    { key: 'state', title: t('state'), text: true, width: 200, cell: (webhook) => <State of={webhook} /> },
    {
      key: 'kinds',
      title: field('kinds'),
      text: true,
      width: 180,
      cell: ({ kinds }) =>
        joinNames(
          locale,
          kinds.map((one) => kind(one)),
        ),
    },
    {
      key: 'last_sent_at',
      title: t('lastSent'),
      cell: ({ webhook_id: id, last_sent_at: at }) =>
        at === null ? (
          <span className="sw-cell-empty">{t('never')}</span>
        ) : (
          <Link className="sw-link" to={`/integrations?tab=events&webhook_id=${id}`}>
            <Instant at={at} />
          </Link>
        ),
    },
    {
      key: 'waiting',
      title: t('waiting'),
      align: 'right',
      cell: ({ waiting }) => waiting.toLocaleString('en-US'),
    },
    {
      key: 'created_at',
      title: t('createdAt'),
      cell: ({ created_at: at }) => <Instant at={at} />,
      extra: true,
    },
  ]
}

function State({ of: webhook }: { of: Webhook }) {
  const t = useT(integrationWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const { enabled, given_up_at: givenUp, failing_since: failing, next_at: next } = webhook
  const at = (moment: string): string => formatInstant(moment, offset)
  return (
    <span className="sw-integration-name">
      {givenUp !== null ? (
        <StatusTag tone="bad">{t('givenUp')}</StatusTag>
      ) : !enabled ? (
        <StatusTag tone="idle">{t('off')}</StatusTag>
      ) : failing !== null ? (
        <StatusTag tone="attention">{t('failing')}</StatusTag>
      ) : (
        <StatusTag tone="good">{t('on')}</StatusTag>
      )}
      {givenUp !== null ? (
        <small>{t('givenUpAt', { time: at(givenUp) })}</small>
      ) : (
        enabled &&
        failing !== null && (
          <small>
            {next === null ? t('failingSince', { time: at(failing) }) : t('nextTry', { time: at(next) })}
          </small>
        )
      )}
    </span>
  )
}

/** Posts a body of its own kind, and says what was answered. */
function TestAction({ webhook: { webhook_id, name } }: { webhook: Webhook }) {
  const t = useT(integrationWords)
  const answerText = useAnswerText()
  const { mutate: test, isPending } = useTestWebhook()
  const start = (): void =>
    test(
      { webhook_id },
      {
        onSuccess: (answer) =>
          answer.ok
            ? notify('success', t('testSent', { name, status: answer.status ?? 0 }))
            : notify('error', t('testFailed', { name }), { second: answerText(answer) }),
      },
    )
  return (
    <button
      type="button"
      className="sw-text-button"
      aria-label={`${t('test')}: ${name}`}
      aria-busy={isPending}
      disabled={isPending}
      onClick={start}
    >
      {t('test')}
    </button>
  )
}

function DeleteWebhook({ of: { webhook_id, name }, onClose }: { of: Webhook; onClose: () => void }) {
  const t = useT(integrationWords)
  const { mutateAsync: remove } = useDeleteWebhook()
  return (
    <ConfirmDelete
      title={t('deleteTitle', { name })}
      confirmLabel={t('deleteWebhook')}
      onConfirm={async () => {
        await remove({ webhook_id })
        notify('success', t('deleted', { name }))
      }}
      onClose={onClose}
    >
      {t('deleteText')}
    </ConfirmDelete>
  )
}
