import { common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { words } from '../kernel/locale.ts'
import type { voucherCalls } from './calls.ts'
import { voucherFieldWords, voucherStateWords } from './words.ts'

const field = labelled(voucherFieldWords)

const fields = {
  name: field('name'),
  goods: field('goods', named('goods_name')),
  quantity: field('quantity'),
  referrer: field('referrer', named('referrer_name')),
  device: field('device', named('device_names')),
}

const hidden = ['goods_name', 'referrer_name', 'device_names'] as const

export const voucherAudit = {
  kinds: {
    gift: {
      name: ['兑换券', '兌換券', 'Voucher'],
      title: 'name',
      fields: { ...fields, state: field('state', oneOf(voucherStateWords)), orderno: field('orderno') },
      hidden,
    },
    giftBatch: {
      name: ['兑换券批次', '兌換券批次', 'Voucher batch'],
      title: 'name',
      fields: { ...fields, copies: field('copies') },
      hidden,
    },
  },
  calls: {
    ...inGroup('activity', {
      addGift: ['新增兑换券', '新增兌換券', 'Made vouchers'],
      disableGift: ['删除兑换券', '刪除兌換券', 'Deleted a voucher'],
      restoreGift: ['恢复兑换券', '還原兌換券', 'Restored a voucher'],
      disableGiftBatch: ['删除整批兑换券', '刪除整批兌換券', 'Deleted a batch of vouchers'],
    }),
    ...inGroup('files', { exportGift: ['导出兑换券', '匯出兌換券', 'Exported vouchers'] }),
  },
  elsewhere: {
    job: {
      kind: common(
        'kind',
        oneOf(
          words({
            gift: ['兑换券', '兌換券', 'Vouchers'],
            batch: ['兑换券批次', '兌換券批次', 'Voucher batches'],
          }),
        ),
      ),
      q: common('q'),
      ids: common('ids'),
      state: field('state', oneOf(voucherStateWords)),
      referrer: field('referrer'),
      goods: field('goods'),
      batch: field('batch'),
    },
  },
} as const satisfies DomainAudit<typeof voucherCalls>
