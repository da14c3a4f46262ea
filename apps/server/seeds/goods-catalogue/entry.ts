import type { Svg } from '../goods-pictures/shapes.ts'

/** Goods as a merchant would write them down, prices in cents, and what they look like. */
export type Entry = {
  title: string
  price: number | readonly [min: number, max: number]
  tags: string
  description: string
  front: Svg
  details?: readonly Svg[]
}
