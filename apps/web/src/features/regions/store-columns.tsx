import {
  cooperationWords,
  regionFieldWords,
  seesDevices,
  type Store,
  storeModeWords,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'
import type { Column } from '../../ui/columns.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { regionWords } from './region-words.ts'

/** The orders of the list by the headers of its columns. */
export const storeSorts = {
  name: 'name',
  '-name': '-name',
  area: 'area',
  '-area': '-area',
  '-devices': 'devices',
} as const

export function useStoreColumns(onEdit: (store: Store) => void): Column<Store>[] {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const mode = useT(storeModeWords)
  const cooperation = useT(cooperationWords)

  const period = ({ coo_start_date: start, coo_end_date: end }: Store): ReactNode => {
    if (start && end)
      return (
        <span className="sw-range">
          <span className="sw-figures">{start} –</span> <span className="sw-figures">{end}</span>
        </span>
      )
    const open = start ? t('since', { start }) : end && t('until', { end })
    return open && <span className="sw-figures">{open}</span>
  }
  return [
    {
      key: 'store_name',
      title: field('store_name'),
      sortBy: 'name',
      cell: (store) => (
        <button type="button" className="sw-text-button" onClick={() => onEdit(store)}>
          {store.store_name}
        </button>
      ),
    },
    { key: 'area', title: field('area'), sortBy: 'area', cell: (store) => store.area_name },
    {
      key: 'store_address',
      title: field('store_address'),
      text: true,
      width: 180,
      cell: (store) => store.store_address,
    },
    {
      key: 'device_count',
      title: field('device_count'),
      align: 'right',
      sortBy: 'devices',
      cell: (store) => <DeviceCount store={store} />,
    },
    { key: 'phone', title: field('store_phone'), extra: true, cell: (store) => store.phone },
    { key: 'manager', title: field('manager'), cell: (store) => store.manager },
    {
      key: 'manager_phone',
      title: field('manager_phone'),
      extra: true,
      cell: (store) => store.manager_phone,
    },
    {
      key: 'customer_no',
      title: field('customer_no'),
      extra: true,
      cell: (store) => store.customer_no,
    },
    {
      key: 'mode',
      title: field('mode'),
      extra: true,
      cell: (store) => (store.mode === 'custom' ? store.mode_text : mode(store.mode)),
    },
    {
      key: 'coo_mode',
      title: field('coo_mode'),
      cell: (store) => (store.coo_mode === 'custom' ? store.coo_mode_text : cooperation(store.coo_mode)),
    },
    { key: 'merchant_id', title: field('merchant_id'), extra: true, cell: (store) => store.merchant_name },
    { key: 'period', title: t('period'), text: true, extra: 'narrow', cell: period },
    {
      key: 'auto_refund',
      title: field('auto_refund'),
      extra: 'narrow',
      cell: (store) =>
        store.auto_refund ? (
          <StatusTag tone="good">{t('on')}</StatusTag>
        ) : (
          <StatusTag tone="idle">{t('off')}</StatusTag>
        ),
    },
    {
      key: 'remarks',
      title: field('remarks'),
      text: true,
      width: 160,
      extra: true,
      cell: (store) => store.remarks,
    },
  ]
}

/** Leads to the devices of the store, for users who may see them. */
function DeviceCount({ store }: { store: Store }) {
  const t = useT(regionWords)
  const mayOpen = useMay(seesDevices)
  const { _id: id, store_name: name, device_count: count } = store
  if (!mayOpen || count === 0) return count
  return (
    <Link className="sw-link" to={`/device?store=${id}`} aria-label={t('devicesOf', { name, count })}>
      {count}
    </Link>
  )
}
