import { amount, common, type DomainAudit, inGroup, labelled } from '../kernel/audit.ts'
import type { goodsCalls } from './calls.ts'
import { goodsFieldWords } from './words.ts'

const field = labelled(goodsFieldWords)

export const goodsAudit = {
  kinds: {
    goods: {
      name: ['商品', '商品', 'Goods'],
      title: 'title',
      fields: {
        title: field('goods_title'),
        price: field('price', amount),
        min_price: field('min_price', amount),
        max_price: field('max_price', amount),
        description: field('description'),
        code: field('code'),
        tags: field('tags'),
        images: field('images'),
      },
      hidden: ['goods_id', 'rev', 'goods_type', 'sales', 'slot_count', 'created_at'],
    },
    goodsImport: { name: ['商品导入', '商品匯入', 'Goods import'], fields: {} },
  },
  calls: {
    ...inGroup('goods', {
      addPrivate: ['新增商品', '新增商品', 'Added goods'],
      editPrivate: ['编辑商品', '編輯商品', 'Edited goods'],
      delPrivate: ['删除商品', '刪除商品', 'Deleted goods'],
      restorePrivate: ['恢复商品', '還原商品', 'Restored goods'],
      editManyGoods: ['批量编辑商品', '批次編輯商品', 'Edited several goods'],
      delManyGoods: ['批量删除商品', '批次刪除商品', 'Deleted several goods'],
      undoGoods: ['撤销批量修改商品', '復原批次修改商品', 'Undid a change of several goods'],
      applyImport: ['导入商品', '匯入商品', 'Imported goods'],
    }),
    ...inGroup('files', { exportGoods: ['导出商品', '匯出商品', 'Exported goods'] }),
  },
  elsewhere: {
    job: {
      q: common('q'),
      ids: common('ids'),
      tag: field('tags'),
      min_price: field('min_price', amount),
      max_price: field('max_price', amount),
    },
  },
} as const satisfies DomainAudit<typeof goodsCalls>
