import type { Svg } from '../goods-pictures/shapes.ts'

/** Goods as a merchant would enter them, with prices in cents. */
export type Words = {
  title: string
  price: number | readonly [min: number, max: number]
  tags: string
  description: string
}

/** Goods and their drawings. */
export type Entry = Words & {
  front: Svg
  details?: readonly Svg[]
}
