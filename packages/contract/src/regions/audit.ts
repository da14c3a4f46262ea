import { amount, common, type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { formatRate } from '../kernel/money.ts'
import { words } from '../kernel/locale.ts'
import type { regionCalls } from './calls.ts'
import { cooperationWords, partFailedWords, regionFieldWords, storeModeWords } from './words.ts'

const field = labelled(regionFieldWords)

const names = { area: ['区域', '區域', 'Area'], store: ['门店', '門店', 'Store'] } as const

export const regionAudit = {
  kinds: {
    area: {
      name: names.area,
      title: 'area_name',
      fields: {
        area_name: field('area_name'),
        phone: field('area_phone'),
        area_address: field('area_address'),
        remarks: field('remarks'),
      },
      hidden: ['_id', 'rev', 'store_count'],
    },
    store: {
      name: names.store,
      title: 'store_name',
      fields: {
        area: field('area', named('area_name')),
        remarks: field('remarks'),
        store_name: field('store_name'),
        phone: field('store_phone'),
        store_address: field('store_address'),
        auto_refund: field('auto_refund'),
        part_failed: field('part_failed', oneOf(partFailedWords)),
        manager: field('manager'),
        manager_phone: field('manager_phone'),
        customer_no: field('customer_no'),
        mode: field('mode', oneOf(storeModeWords)),
        mode_text: field('mode_text'),
        coo_mode: field('coo_mode', oneOf(cooperationWords)),
        coo_mode_text: field('coo_mode_text'),
        coo_start_date: field('coo_start_date'),
        coo_end_date: field('coo_end_date'),
        coo_share: field('coo_share', {
          text: (_locale, value) => (typeof value === 'number' ? formatRate(value) : undefined),
        }),
        coo_rent: field('coo_rent', amount),
        coo_since: field('coo_since'),
        merchant_id: field('merchant_id', named('merchant_name')),
      },
      hidden: ['_id', 'rev', 'area_name', 'merchant_name', 'device_count'],
    },
  },
  calls: {
    ...inGroup('regions', {
      addArea: ['新增区域', '新增區域', 'Added an area'],
      editArea: ['编辑区域', '編輯區域', 'Edited an area'],
      delArea: ['删除区域', '刪除區域', 'Deleted an area'],
      restoreArea: ['恢复区域', '還原區域', 'Restored an area'],
      addStore: ['新增门店', '新增門店', 'Added a store'],
      editStore: ['编辑门店', '編輯門店', 'Edited a store'],
      delStore: ['删除门店', '刪除門店', 'Deleted a store'],
      restoreStore: ['恢复门店', '還原門店', 'Restored a store'],
    }),
    ...inGroup('files', {
      exportRegions: ['导出区域门店', '匯出區域門店', 'Exported areas or stores'],
    }),
  },
  elsewhere: {
    job: {
      kind: common('kind', oneOf(words(names))),
      q: common('q'),
      ids: common('ids'),
      area: field('area'),
      in_area: field('in_area'),
      auto_refund: field('auto_refund'),
      mode: field('mode', oneOf(storeModeWords)),
      coo_mode: field('coo_mode', oneOf(cooperationWords)),
      merchant_id: field('merchant_id'),
    },
  },
} as const satisfies DomainAudit<typeof regionCalls>
