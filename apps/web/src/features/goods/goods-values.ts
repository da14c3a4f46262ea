import { type Goods, type GoodsPicture, tagsOf } from '@slotwise/contract'

import type { TypedMoney } from '../../ui/money-input.tsx'

/** The form's values: tags as typed, pictures with their files, and which kind of price is chosen. */
export type GoodsValues = {
  title: string
  price_kind: 'one' | 'span'
  price: TypedMoney
  min_price: TypedMoney
  max_price: TypedMoney
  tags: string
  code: string
  description: string
  images: GoodsPicture[]
}

export const newGoods: GoodsValues = {
  title: '',
  price_kind: 'one',
  price: null,
  min_price: null,
  max_price: null,
  tags: '',
  code: '',
  description: '',
  images: [],
}

export const valuesOf = (goods: Goods): GoodsValues => ({
  title: goods.title,
  price_kind: goods.min_price === null ? 'one' : 'span',
  price: goods.price,
  min_price: goods.min_price,
  max_price: goods.max_price,
  tags: tagsOf(goods.tags).join(' '),
  code: goods.code,
  description: goods.description,
  images: goods.images,
})

/** The single tags of the typed text. */
export const typedTags = (typed: string): string[] => [
  ...new Set(typed.split(/\s+/).filter((tag) => tag !== '')),
]

/**
 * On the wire commas separate the tags, so a typed comma must not act as one: it becomes a wide comma, which the rule
 * refuses.
 */
export const joinTags = (typed: string): string => typedTags(typed.replaceAll(',', '，')).join(',')

/** One price, or a span: the other kind is removed. */
function prices({ price_kind: kind, price, min_price: min, max_price: max }: GoodsValues) {
  if (kind === 'one') return { price, min_price: null, max_price: null }
  // An empty text is reported as required; null would be valid while the other half is set.
  const isEmpty = min === null && max === null
  return { price: null, min_price: isEmpty ? '' : min, max_price: isEmpty ? '' : max }
}

/** The input of the call. */
export function toInput<Values extends GoodsValues>(values: Values) {
  const { price_kind: _kind, ...goods } = values
  return {
    ...goods,
    ...prices(values),
    tags: joinTags(values.tags),
    images: values.images.map(({ img_id: id }) => id),
  }
}
