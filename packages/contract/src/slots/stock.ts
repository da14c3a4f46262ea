/** Why the stock of a slot changed. */
export const stockReasons = [
  'edit',
  'fill',
  'unfill',
  'empty',
  'putDown',
  'goods',
  'copy',
  'remote',
  'test',
  'sale',
  'machine',
  'count',
  'visit',
  'init',
  'renumber',
  'unbind',
  'opening',
] as const
export type StockReason = (typeof stockReasons)[number]
