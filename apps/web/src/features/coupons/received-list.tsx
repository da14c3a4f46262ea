import {
  CardCouponFilter,
  cardCouponStates,
  cardCouponStateWords,
  couponCalls,
  couponFieldWords,
} from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { type LongListState, useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { SearchFilter, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useAllCoupons, useReceived } from './api.ts'
import { couponWords } from './coupon-words.ts'
import { useReceivedColumns } from './received-columns.tsx'

/** Who received coupons and used them, the newest first. */
export function ReceivedList({ tabs }: { tabs: ReactNode }) {
  const t = useT(couponWords)
  const state = useLongListState(CardCouponFilter)
  const query = useReceived(state)
  const columns = useReceivedColumns((buyer) => state.setFilter({ buyer }))
  return (
    <ListPage
      name="received_coupons"
      title={t('title')}
      tabs={tabs}
      tools={
        <ExportButton
          row={couponCalls.exportCoupon}
          input={{ kind: 'received', condition: state.filter }}
          disabled={query.data?.count === 0}
        />
      }
      search={
        <SearchFilter
          label={t('searchCard')}
          hint={t('searchCardHint')}
          value={state.filter.cardno}
          onChange={(cardno) => state.setFilter({ cardno })}
        />
      }
      filters={<ReceivedFilters {...state} />}
      state={state}
      query={query}
      columns={columns}
      rowKey={({ card_coupon_id: id }) => id}
      empty={{ title: t('noneReceived'), hint: t('noneReceivedHint') }}
    />
  )
}

type Filters = Pick<LongListState<typeof CardCouponFilter>, 'filter' | 'setFilter'>

function ReceivedFilters({ filter, setFilter }: Filters) {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  const word = useT(cardCouponStateWords)
  const { data } = useAllCoupons()
  const coupons = data?.data.map(({ coupon_id: value, name: label }) => ({ value, label })) ?? []
  const { coupon_id: chosen } = filter
  const isKnown = chosen === undefined || coupons.some(({ value }) => value === chosen)
  return (
    <>
      <SelectFilter
        label={field('coupon')}
        value={chosen}
        options={isKnown ? coupons : [...coupons, { value: chosen, label: t('deletedCoupon') }]}
        searchable
        onChange={(coupon_id) => setFilter({ coupon_id })}
      />
      <SelectFilter
        label={field('state')}
        value={filter.state}
        options={cardCouponStates.map((value) => ({ value, label: word(value) }))}
        onChange={(state) => setFilter({ state })}
      />
      {filter.buyer !== undefined && (
        <SelectFilter
          label={field('buyer')}
          value={filter.buyer}
          options={[{ value: filter.buyer, label: filter.buyer }]}
          onChange={(buyer) => setFilter({ buyer })}
        />
      )}
    </>
  )
}
