import {
  type Gift,
  type GiftBatch,
  voucherFieldWords,
  type VoucherState,
  voucherStateWords,
} from '@slotwise/contract'
import { Link } from 'react-router'

import { BillLink } from '../../entities/bill/bill-link.tsx'
import { ReferrerLink } from '../../entities/referrer/referrer-link.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { DeviceNames } from './device-names.tsx'
import { voucherWords } from './voucher-words.ts'

type GiftColumns = { [Name in 'goods' | 'referrer' | 'device']: Column<Gift | GiftBatch> }

/** What a voucher and a batch of vouchers show of the gift. */
export function useGiftColumns(): GiftColumns {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  return {
    goods: {
      key: 'goods',
      title: field('goods'),
      text: true,
      width: 160,
      cell: (gift) => t('goodsTimes', { goods: gift.goods_name, count: gift.quantity }),
    },
    referrer: {
      key: 'referrer',
      title: field('referrer'),
      cell: ({ referrer: id, referrer_name: name }) =>
        id === null ? null : <ReferrerLink id={id} name={name} />,
    },
    device: {
      key: 'device',
      title: field('device'),
      text: true,
      width: 140,
      cell: (gift) => <DeviceNames of={gift} />,
    },
  }
}

const tones: Record<VoucherState, StatusTone> = { unused: 'good', used: 'busy', deleted: 'idle' }

export function useVoucherColumns(onOpen: (gift: Gift) => void): Column<Gift>[] {
  const field = useT(voucherFieldWords)
  const state = useT(voucherStateWords)
  const { goods, referrer, device } = useGiftColumns()
  return [
    {
      key: 'name',
      title: field('name'),
      cell: (gift) =>
        gift.state === 'unused' ? (
          <button type="button" className="sw-text-button" onClick={() => onOpen(gift)}>
            {gift.name}
          </button>
        ) : (
          gift.name
        ),
    },
    goods,
    {
      key: 'state',
      title: field('state'),
      cell: (gift) => <StatusTag tone={tones[gift.state]}>{state(gift.state)}</StatusTag>,
    },
    referrer,
    device,
    {
      key: 'used_at',
      title: field('used_at'),
      cell: ({ orderno, used_at: at }) =>
        orderno !== null && at !== null ? <BillLink orderno={orderno} at={at} /> : null,
    },
    {
      key: 'used_device',
      title: field('used_device'),
      extra: 'middle',
      cell: ({ used_sn: sn, used_device: name }) =>
        sn === null ? null : (
          <Link className="sw-link" to={`/device/${sn}`}>
            {name}
          </Link>
        ),
    },
    {
      key: 'created_at',
      title: field('created_at'),
      extra: true,
      cell: (gift) => <Instant at={gift.created_at} />,
    },
  ]
}
