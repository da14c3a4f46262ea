import {
  type EventDelivery,
  EventDeliveryFilter,
  eventDeliveryStates,
  eventDeliveryStateWords,
  eventKinds,
  eventKindWords,
  eventsPageSize,
  integrationFieldWords,
  ResendEvents,
  type Webhook,
} from '@slotwise/contract'
import { Button, Input } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { type LongListState, useLongListState } from '../../lib/url-state.ts'
import type { Column } from '../../ui/columns.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useDeliveries, useResend, useWebhooks } from './api.ts'
import { DeliveryState } from './delivery-state.tsx'
import { integrationWords } from './integration-words.ts'
import { WebhookList } from './webhook-list.tsx'

/** The address names the webhook; without one, the first is shown. */
const Filter = EventDeliveryFilter.partial()

/** What was sent. Without a webhook nothing can be, so the page of webhooks shows how to begin. */
export function DeliveryTab({ tabs }: { tabs: ReactNode }) {
  const { data } = useWebhooks({ page: 1, size: 50 })
  const [first] = data?.data ?? []
  return data && first ? (
    <DeliveryList tabs={tabs} webhooks={[first, ...data.data.slice(1)]} />
  ) : (
    <WebhookList tabs={tabs} />
  )
}

type DeliveryListProps = { tabs: ReactNode; webhooks: readonly [Webhook, ...Webhook[]] }

function DeliveryList({ tabs, webhooks }: DeliveryListProps) {
  const t = useT(integrationWords)
  const state = useLongListState(Filter, eventsPageSize)
  const asked = state.filter.webhook_id
  const webhook = webhooks.find(({ webhook_id: id }) => id === asked) ?? webhooks[0]
  const { webhook_id: id } = webhook
  const query = useDeliveries({ ...state, filter: { ...state.filter, webhook_id: id } })
  return (
    <>
      <ListPage
        name="webhook_events"
        title={t('title')}
        tabs={tabs}
        filters={<Filters {...state} webhooks={webhooks} shown={id} />}
        action={<Button onClick={() => state.openDrawer('resend')}>{t('resendRange')}</Button>}
        state={state}
        query={query}
        columns={useDeliveryColumns()}
        rowKey={({ event }) => event}
        actions={({ event }) => <ResendAction webhook={id} event={event} />}
        empty={{ title: t('noEvents'), hint: t('noEventsHint') }}
      />
      {state.drawer === 'resend' && <ResendForm webhook={webhook} onClose={state.closeDrawer} />}
    </>
  )
}

type FiltersProps = Pick<LongListState<typeof Filter>, 'filter' | 'setFilter'> & {
  webhooks: readonly Webhook[]
  shown: string
}

function Filters({ filter, setFilter, webhooks, shown }: FiltersProps) {
  const t = useT(integrationWords)
  const state = useT(eventDeliveryStateWords)
  const kind = useT(eventKindWords)
  return (
    <>
      <SelectFilter
        label={t('webhook')}
        value={shown}
        options={webhooks.map(({ webhook_id: value, name: label }) => ({ value, label }))}
        onChange={(webhook_id) => setFilter({ webhook_id })}
      />
      <SelectFilter
        label={t('state')}
        value={filter.state}
        options={eventDeliveryStates.map((value) => ({ value, label: state(value) }))}
        onChange={(value) => setFilter({ state: value })}
      />
      <SelectFilter
        label={t('kind')}
        value={filter.kind}
        options={eventKinds.map((value) => ({ value, label: kind(value) }))}
        onChange={(value) => setFilter({ kind: value })}
      />
    </>
  )
}

function useDeliveryColumns(): Column<EventDelivery>[] {
  const t = useT(integrationWords)
  const kind = useT(eventKindWords)
  return [
    { key: 'event', title: t('number'), cell: ({ event }) => event },
    { key: 'kind', title: t('kind'), cell: (delivery) => kind(delivery.kind) },
    { key: 'about', title: t('about'), text: true, width: 220, cell: ({ about }) => about },
    {
      key: 'state',
      title: t('state'),
      text: true,
      width: 200,
      cell: (delivery) => <DeliveryState of={delivery} />,
    },
    { key: 'queued_at', title: t('queuedAt'), cell: ({ queued_at: at }) => <Instant at={at} seconds /> },
    {
      key: 'sent_at',
      title: t('sentAt'),
      cell: ({ sent_at: at }) => (at === null ? null : <Instant at={at} seconds />),
      extra: 'middle',
    },
  ]
}

function ResendAction({ webhook, event }: { webhook: string; event: string }) {
  const t = useT(integrationWords)
  const { mutate: resend, isPending } = useResend()
  return (
    <div className="sw-row-actions">
      <button
        type="button"
        className="sw-text-button"
        aria-label={`${t('resend')}: ${event}`}
        disabled={isPending}
        onClick={() =>
          resend(
            { webhook_id: webhook, first: event, last: event },
            {
              onSuccess: ({ count }) => notify('success', t('resent', { count })),
              onError: ({ message }) => notify('error', message),
            },
          )
        }
      >
        {t('resend')}
      </button>
    </div>
  )
}

/** Sends a range of events again, for a system that was down. */
function ResendForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  const { mutateAsync: resend } = useResend()
  const { webhook_id, name } = webhook
  return (
    <FormDrawer
      title={t('resendTitle', { name })}
      submitLabel={t('resend')}
      schema={ResendEvents}
      initial={{ webhook_id, first: '', last: '' }}
      onSubmit={async (input) => {
        const { count } = await resend(input)
        notify(count > 0 ? 'success' : 'info', t('resent', { count }))
      }}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('resendIntro')}</p>
      <FormField name="first" label={field('first')} required>
        <Input inputMode="numeric" maxLength={18} autoComplete="off" />
      </FormField>
      <FormField name="last" label={field('last')} required dependsOn={['first']}>
        <Input inputMode="numeric" maxLength={18} autoComplete="off" />
      </FormField>
    </FormDrawer>
  )
}
