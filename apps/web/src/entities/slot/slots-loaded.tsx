import type { Channel } from '@slotwise/contract'
import type { ReactNode } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSlots } from './api.ts'
import { slotWords } from './slot-words.ts'
import './slots.css'

type SlotsLoadedProps = {
  sn: string
  /** Replaces the empty state when there are no slots. */
  empty?: ReactNode
  children: (slots: Channel[], refetch: () => Promise<Channel[]>) => ReactNode
}

/** The slots of a machine, or the reason why they are not shown. */
export function SlotsLoaded({ sn, empty, children }: SlotsLoadedProps) {
  const t = useT(slotWords)
  const query = useSlots(sn)
  // Slots that were loaded stay on the page, with what is being typed; a notice says that they are old.
  if (query.isError && !query.data) return <SlotsFailure query={query} />
  // Placeholder data are the slots of the machine that was shown before.
  if (!query.data || query.isPlaceholderData) return <SlotsSkeleton />
  if (query.data.data.length === 0)
    return empty ?? <EmptyState title={t('noSlots')} hint={t('noSlotsHint')} />
  const refetch = async (): Promise<Channel[]> => {
    const { data, error } = await query.refetch()
    if (error) throw error
    return data?.data ?? []
  }
  return children(query.data.data, refetch)
}

type SlotsFailureProps = { query: { error: CallError; isFetching: boolean; refetch: () => unknown } }

export function SlotsFailure({ query: { error, isFetching, refetch } }: SlotsFailureProps) {
  const t = useT(slotWords)
  return (
    <ErrorState error={error} title={t('loadFailed')} retrying={isFetching} onRetry={() => void refetch()} />
  )
}

function SlotsSkeleton() {
  const t = useT(slotWords)
  return (
    <div className="sw-machine is-skeleton" role="status" aria-label={t('loading')}>
      {Array.from({ length: 3 }, (_shelf, shelf) => (
        <div key={shelf} className="sw-shelf">
          {Array.from({ length: 5 }, (_slot, slot) => (
            <span key={slot} className="sw-slot">
              <span className="sw-bone" />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
