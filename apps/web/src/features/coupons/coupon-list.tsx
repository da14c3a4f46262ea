import {
  couponOrders,
  type Coupon,
  couponCalls,
  couponFieldWords,
  CouponFilter,
  couponStates,
  couponStateWords,
  couponTypes,
  couponTypeWords,
} from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { notify } from '../../lib/notices.ts'
import { type ListState, useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch, SelectFilter } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowAction, RowActions } from '../../ui/row-actions.tsx'
import { useCoupons, useDeleteCoupon, useRestoreCoupon } from './api.ts'
import { useCouponColumns } from './coupon-columns.tsx'
import { CouponForm } from './coupon-form.tsx'
import { couponWords } from './coupon-words.ts'

const QrDrawer = lazyDialog(async () => (await import('./qr-drawer.tsx')).QrDrawer)

/** The drawer of a coupon's QR code stands in the address as `qr-7`. */
const qrMark = 'qr-'

export function CouponList({ tabs }: { tabs: ReactNode }) {
  const t = useT(couponWords)
  const state = useListState(CouponFilter)
  const query = useCoupons(state)
  const isDeleted = state.filter.state === 'deleted'
  const columns = useCouponColumns(isDeleted ? undefined : ({ coupon_id: id }) => state.openDrawer(id))
  const [deleting, setDeleting] = useState<Coupon>()

  const add = <AddButton state={state} label={t('add')} />
  return (
    <>
      <ListPage
        name="coupons"
        title={t('title')}
        tabs={tabs}
        action={add}
        tools={
          <ExportButton
            row={couponCalls.exportCoupon}
            input={{ kind: 'coupon', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={<CouponFilters {...state} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(couponOrders, state)}
        rowKey={({ coupon_id: id }) => id}
        actions={(coupon) =>
          isDeleted ? (
            <RestoreAction coupon={coupon} />
          ) : (
            <RowActions
              name={coupon.name}
              onEdit={() => state.openDrawer(coupon.coupon_id)}
              onDelete={() => setDeleting(coupon)}
            >
              <RowAction
                label={t('showCode')}
                fullLabel={`${t('showCode')}: ${coupon.name}`}
                onClick={() => state.openDrawer(`${qrMark}${coupon.coupon_id}`)}
              />
            </RowActions>
          )
        }
        empty={
          isDeleted
            ? { title: t('noneDeleted'), hint: t('noneDeletedHint') }
            : { title: t('none'), hint: t('noneHint'), action: add }
        }
      />
      {state.drawer?.startsWith(qrMark) ? (
        <QrDrawer id={state.drawer.slice(qrMark.length)} coupons={query} onClose={state.closeDrawer} />
      ) : (
        state.drawer !== undefined && (
          <CouponForm id={state.drawer} coupons={query} onClose={state.closeDrawer} />
        )
      )}
      {deleting && <DeleteCoupon coupon={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

type Filters = Pick<ListState<typeof CouponFilter>, 'filter' | 'setFilter'>

function CouponFilters({ filter, setFilter }: Filters) {
  const field = useT(couponFieldWords)
  const type = useT(couponTypeWords)
  const word = useT(couponStateWords)
  return (
    <>
      <SelectFilter
        label={field('type')}
        value={filter.type}
        options={couponTypes.map((value) => ({ value, label: type(value) }))}
        onChange={(chosen) => setFilter({ type: chosen })}
      />
      <SelectFilter
        label={field('state')}
        value={filter.state}
        standing="usable"
        options={couponStates.map((value) => ({ value, label: word(value) }))}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
    </>
  )
}

function DeleteCoupon({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useT(couponWords)
  const { mutateAsync: remove } = useDeleteCoupon()
  const { mutateAsync: restore } = useRestoreCoupon()
  const { coupon_id, name } = coupon
  return (
    <DeleteRecord
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      remove={() => remove({ coupon_id })}
      restore={() => restore({ coupon_id })}
      removed={t('deleted', { name })}
      onClose={onClose}
    >
      {t('deleteText')}
    </DeleteRecord>
  )
}

function RestoreAction({ coupon: { coupon_id, name } }: { coupon: Coupon }) {
  const t = useT(couponWords)
  const { mutate: restore, isPending } = useRestoreCoupon()
  return (
    <div className="sw-row-actions">
      <button
        type="button"
        className="sw-text-button"
        aria-label={`${t('restore')}: ${name}`}
        disabled={isPending}
        onClick={() =>
          restore({ coupon_id }, { onSuccess: () => notify('success', t('restored', { name })) })
        }
      >
        {t('restore')}
      </button>
    </div>
  )
}
