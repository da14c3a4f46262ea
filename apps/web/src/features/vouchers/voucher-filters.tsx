import { voucherFieldWords } from '@slotwise/contract'

import { GoodsPicker } from '../../entities/goods/goods-picker.tsx'
import { ReferrerFilter } from '../../entities/referrer/referrer-picker.tsx'
import { useT } from '../../lib/i18n.tsx'

type Filter = { referrer?: string | undefined; goods?: string | undefined }
type VoucherFiltersProps = { filter: Filter; onChange: (change: Filter) => void }

/** What vouchers and batches are both filtered by. */
export function VoucherFilters({ filter, onChange }: VoucherFiltersProps) {
  const field = useT(voucherFieldWords)
  return (
    <>
      <GoodsPicker
        className="sw-filter-select"
        aria-label={field('goods')}
        filterLabel={field('goods')}
        placeholder={field('goods')}
        value={filter.goods ?? null}
        onChange={(goods) => onChange({ goods: goods ?? undefined })}
      />
      <ReferrerFilter
        label={field('referrer')}
        value={filter.referrer}
        onChange={(referrer) => onChange({ referrer })}
      />
    </>
  )
}
