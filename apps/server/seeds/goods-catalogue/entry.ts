import type { Svg } from '../goods-pictures/shapes.ts'

/** Goods as a merchant would enter them, with prices in cents, and their drawings. */
export type Entry = {
  title: string
  price: number | readonly [min: number, max: number]
  tags: string
  description: string
  front: Svg
  details?: readonly Svg[]
}
