import { type Goods, type GoodsPicture, tagsOf } from '@slotwise/contract'

import type { TypedMoney } from '../../ui/money-input.tsx'

/** What the form holds: tags as they are typed, pictures that can be shown, and which kind of price is meant. */
export type GoodsValues = {
  title: string
  price_kind: 'one' | 'span'
  price: TypedMoney
  /** The price that was there before the form was opened. */
  kept_price: number | null
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
  kept_price: null,
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
  kept_price: goods.price,
  min_price: goods.min_price,
  max_price: goods.max_price,
  tags: tagsOf(goods.tags).join(' '),
  code: goods.code,
  description: goods.description,
  images: goods.images,
})

/** The tags in what is typed, to show them. */
export const typedTags = (typed: string): string[] => [
  ...new Set(typed.split(/\s+/).filter((tag) => tag !== '')),
]

/** On the wire commas part the tags, so that a typed one must not pass for that: the wide one is refused by the rule. */
const joinTags = (typed: string): string => typedTags(typed.replaceAll(',', '，')).join(',')

/** Where there is a span it is what counts, and a price beside it stays as it was; one price ends the span. */
function prices({ price_kind: kind, price, kept_price: kept, min_price: min, max_price: max }: GoodsValues) {
  if (kind === 'one') return { price, min_price: null, max_price: null }
  // An empty text is required; null would only be the other half's business.
  const isEmpty = min === null && max === null
  return { price: kept, min_price: isEmpty ? '' : min, max_price: isEmpty ? '' : max }
}

/** What travels. */
export function toInput<Values extends GoodsValues>(values: Values) {
  const { price_kind: _kind, kept_price: _kept, ...goods } = values
  return {
    ...goods,
    ...prices(values),
    tags: joinTags(values.tags),
    images: values.images.map(({ img_id: id }) => id),
  }
}
