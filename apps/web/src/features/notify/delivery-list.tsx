import {
  type Delivery,
  DeliveryFilter,
  noticeStates,
  noticeStateWords,
  notifyFieldWords,
} from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { type LongListState, useLongListState } from '../../lib/url-state.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useAllReceivers, useDeliveries, useResend } from './api.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { notifyWords } from './notify-words.ts'

/** What was sent to whom, with what is held, on its way, or was given up. */
export function DeliveryList({ tabs }: { tabs: ReactNode }) {
  const t = useT(notifyWords)
  const state = useLongListState(DeliveryFilter)
  const query = useDeliveries(state)
  const columns = useDeliveryColumns(({ notice }) => state.openDrawer(notice))
  return (
    <>
      <ListPage
        name="deliveries"
        title={t('title')}
        tabs={tabs}
        filters={<DeliveryFilters {...state} />}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ notice }) => notice}
        {...(query.data?.data.some(({ resendable }) => resendable) && { actions: resendOf })}
        empty={{ title: t('noDeliveries'), hint: t('noDeliveriesHint') }}
      />
      {state.drawer !== undefined && (
        <DeliveryDrawer id={state.drawer} list={query} onClose={state.closeDrawer} />
      )}
    </>
  )
}

const resendOf = (delivery: Delivery): ReactNode =>
  delivery.resendable && (
    <div className="sw-row-actions">
      <ResendAction delivery={delivery} />
    </div>
  )

type Filters = Pick<LongListState<typeof DeliveryFilter>, 'filter' | 'setFilter'>

function DeliveryFilters({ filter, setFilter }: Filters) {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const word = useT(noticeStateWords)
  const { data } = useAllReceivers()
  const receivers = data?.data.map(({ notify_id: value, receiver: label }) => ({ value, label })) ?? []
  const { notify_id: chosen } = filter
  const isKnown = chosen === undefined || receivers.some(({ value }) => value === chosen)
  return (
    <>
      <SelectFilter
        label={field('receiver')}
        value={chosen}
        options={isKnown ? receivers : [...receivers, { value: chosen, label: t('deletedReceiver') }]}
        searchable
        onChange={(notify_id) => setFilter({ notify_id })}
      />
      <SelectFilter
        label={t('state')}
        value={filter.state}
        options={noticeStates.map((value) => ({ value, label: word(value) }))}
        onChange={(state) => setFilter({ state })}
      />
    </>
  )
}

function ResendAction({ delivery: { notice, receiver: name } }: { delivery: Delivery }) {
  const t = useT(notifyWords)
  const { mutate: resend, isPending } = useResend()
  return (
    <button
      type="button"
      className="sw-text-button"
      aria-label={`${t('resend')}: ${name}`}
      disabled={isPending}
      onClick={() => resend({ notice }, { onSuccess: () => notify('success', t('resent', { name })) })}
    >
      {t('resend')}
    </button>
  )
}
