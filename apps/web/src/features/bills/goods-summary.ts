import type { BillGoods } from '@slotwise/contract'

type Line = Pick<BillGoods, 'goods_id' | 'title' | 'quantity'>

/** What a list says of the goods of a bill. The same goods from two slots are of one kind. */
export function goodsSummary(goods: readonly Line[]): { title: string; others: number; pieces: number } {
  const kinds = new Set(goods.map(({ goods_id: id, title }) => id ?? title))
  return {
    title: goods[0]?.title ?? '',
    others: Math.max(0, kinds.size - 1),
    pieces: goods.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}
