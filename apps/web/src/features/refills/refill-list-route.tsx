import { maxRouteStores, type RefillList, type RefillStore } from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { useSetRoute } from './api.ts'
import { refillListWords } from './refill-list-words.ts'

/**
 * The stores in the caller's order. A new order is shown at once, and by the server's answer afterwards. Machines
 * without a store are the last and stay there.
 */
export function RouteCard({ list, refetch }: { list: RefillList; refetch: () => Promise<unknown> }) {
  const t = useT(refillListWords)
  const { mutateAsync } = useSetRoute()
  const [ordered, setOrdered] = useState<RefillStore[]>()
  const stores = (ordered ?? list.stores).filter(({ store }) => store !== null)
  const rest = list.stores.find(({ store }) => store === null)
  const onPage = new Set(list.data.map(({ store }) => store))
  const isTooLong = stores.length > maxRouteStores
  const sort = async (next: RefillStore[]): Promise<void> => {
    setOrdered(next)
    try {
      await mutateAsync({ stores: next.flatMap(({ store }) => store ?? []) })
      await refetch()
    } catch {
      // The call shows its own failure, and the list its former order.
    }
    // A later order stays until its own answer.
    setOrdered((now) => (now === next ? undefined : now))
  }
  return (
    <section className="sw-refill-card sw-refill-route" aria-labelledby="refill-route">
      <header>
        <h2 id="refill-route">{t('route')}</h2>
        <p>{isTooLong ? t('routeTooLong', { max: maxRouteStores }) : t('routeHint')}</p>
      </header>
      <SortableList
        label={t('route')}
        items={stores}
        keyOf={({ store }) => store ?? ''}
        nameOf={({ store_name: name }) => name ?? ''}
        fixed={isTooLong || stores.length < 2}
        onSort={(next) => void sort(next)}
      >
        {(store, place) => <Stop store={store} place={place + 1} isOnPage={onPage.has(store.store)} />}
      </SortableList>
      {rest && (
        <p className="sw-refill-rest">
          <Stop store={rest} place={stores.length + 1} isOnPage={onPage.has(null)} />
        </p>
      )}
    </section>
  )
}

/** Leads to the machines of the store, where this page has them. */
function Stop({ store, place, isOnPage }: { store: RefillStore; place: number; isOnPage: boolean }) {
  const t = useT(refillListWords)
  const { store: id, store_name: name, area_name: area, devices, pieces } = store
  return (
    <span className="sw-refill-stop">
      <b className="sw-figures" aria-hidden="true">
        {place}
      </b>
      <span>
        {isOnPage ? (
          <a className="sw-link" href={`#stop-${id ?? 0}`}>
            {name ?? t('noStore')}
          </a>
        ) : (
          <span>{name ?? t('noStore')}</span>
        )}
        <small>
          {area !== null && `${area} · `}
          {t('storeFigures', { devices, pieces })}
        </small>
      </span>
    </span>
  )
}
