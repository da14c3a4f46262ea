import { type Area, regionFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { regionWords } from './region-words.ts'

export function useAreaColumns(onEdit: ((area: Area) => void) | undefined): Column<Area>[] {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  return [
    {
      key: 'area_name',
      sortBy: 'name',
      title: field('area_name'),
      cell: (area) =>
        onEdit ? (
          <button type="button" className="sw-text-button" onClick={() => onEdit(area)}>
            {area.area_name}
          </button>
        ) : (
          area.area_name
        ),
    },
    { key: 'phone', title: field('area_phone'), cell: (area) => area.phone },
    {
      key: 'area_address',
      title: field('area_address'),
      cell: (area) => area.area_address,
      text: true,
      width: 200,
    },
    { key: 'remarks', title: field('remarks'), cell: (area) => area.remarks, text: true, width: 160 },
    {
      key: 'store_count',
      sortBy: 'stores',
      title: field('store_count'),
      align: 'right',
      cell: (area) => (
        <Link
          className="sw-link"
          to={`/region?tab=stores&area=${area._id}`}
          aria-label={`${t('showStores', { area: area.area_name })}: ${area.store_count}`}
        >
          {area.store_count}
        </Link>
      ),
    },
  ]
}
