import { type goodsCalls, goodsFieldWords, type ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Cell } from '../../kernel/sheets/cells.ts'
import { type Field, sheetOf } from '../../kernel/sheets/fields.ts'
import { type Exporter, startJob } from '../jobs/index.ts'
import { countGoods, eachGoods, type GoodsRow } from './goods-store.ts'

type Request = ParsedInputOf<(typeof goodsCalls)['exportGoods']>

export async function exportGoods(ctx: Ctx, request: Request): Promise<{ job: string }> {
  const receipt = await startJob(ctx, 'goods', request, 'goods.manage')
  await audit(ctx, { call: 'exportGoods', object: 'job', objectId: receipt.job, after: request })
  return receipt
}

const money = (cents: number | null): Cell => (cents === null ? null : { cents })

/** What an import reads back; the sold pieces are for the reader alone. */
function fields(ctx: Ctx): Field<GoodsRow>[] {
  const label = goodsFieldWords[ctx.locale]
  return [
    { header: label.goods_id, width: 12, of: (goods) => goods.goods_id },
    { header: label.goods_title, width: 28, of: (goods) => goods.title },
    { header: label.price, kind: 'money', of: (goods) => money(goods.price) },
    { header: label.min_price, kind: 'money', of: (goods) => money(goods.min_price) },
    { header: label.max_price, kind: 'money', of: (goods) => money(goods.max_price) },
    { header: label.tags, width: 18, of: (goods) => goods.tags.replaceAll(',', ' ') },
    { header: label.code, width: 18, of: (goods) => goods.code },
    { header: label.description, width: 48, of: (goods) => goods.description },
    { header: label.sales, kind: 'number', of: (goods) => goods.sales },
  ]
}

/** The goods of a filter as a sheet, in the language of who asked. */
export const goodsExporter: Exporter<Request> = {
  access: 'goods.manage',
  async sheet(ctx, { condition }) {
    const total = await countGoods(ctx, condition)
    return sheetOf(goodsFieldWords[ctx.locale].goods, fields(ctx), total, eachGoods(ctx, condition))
  },
}
