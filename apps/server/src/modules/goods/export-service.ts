import { goodsCalls, goodsFieldWords } from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { defineExport, moneyField } from '../jobs/index.ts'
import { countGoods, eachGoods, type GoodsRow } from './goods-queries.ts'
import { soldPieces } from './sold-queries.ts'

type Line = GoodsRow & { sales: number }

/** The columns that an import reads back, and the number of sold pieces, which it ignores. */
function fields(ctx: Ctx): Field<Line>[] {
  const label = goodsFieldWords[ctx.locale]
  return [
    { header: label.goods_id, width: 12, of: (goods) => goods.goods_id },
    { header: label.goods_title, width: 28, of: (goods) => goods.title },
    moneyField(ctx, label.price, (goods) => goods.price),
    moneyField(ctx, label.min_price, (goods) => goods.min_price),
    moneyField(ctx, label.max_price, (goods) => goods.max_price),
    { header: label.tags, width: 18, of: (goods) => goods.tags.replaceAll(',', ' ') },
    { header: label.code, width: 18, of: (goods) => goods.code },
    { header: label.description, width: 48, of: (goods) => goods.description },
    { header: label.sales, kind: 'number', of: (goods) => goods.sales },
  ]
}

async function* eachLine(ctx: Ctx, filter: Parameters<typeof eachGoods>[1]): AsyncGenerator<Line[]> {
  for await (const piece of eachGoods(ctx, filter)) {
    const sold = await soldPieces(
      ctx,
      piece.map(({ goods_id: id }) => id),
    )
    yield piece.map((goods) => ({ ...goods, sales: sold.get(goods.goods_id) ?? 0 }))
  }
}

/** The goods of a filter as a sheet, in the caller's language. */
export const goodsExport = defineExport(goodsCalls, 'exportGoods', {
  async sheet(ctx, { condition }) {
    const total = await countGoods(ctx, condition)
    return sheetOf(goodsFieldWords[ctx.locale].goods, fields(ctx), total, eachLine(ctx, condition))
  },
})
