/** What undo gives back of a change of goods. */
import type { Goods } from '@slotwise/contract'

/** What can be changed in several goods at once. A price replaces a range, so these three go together. */
export type ManyFields = Pick<Goods, 'price' | 'min_price' | 'max_price' | 'tags' | 'description'>
export type ManyEdit = Partial<ManyFields>
/** Goods as they were in the changed fields; `given` where each got values of its own. */
export type Before = { goods_id: string; given?: ManyEdit } & ManyEdit

/** One price and the range that it replaces go together. */
const prices = ['price', 'min_price', 'max_price'] as const

export const namesIn = (edit: ManyEdit) => Object.keys(edit) as (keyof ManyFields)[]
export const pick = (goods: ManyEdit, edit: ManyEdit): ManyEdit =>
  Object.fromEntries(namesIn(edit).map((name) => [name, goods[name]]))

const differ = (before: ManyEdit, after: ManyEdit, names: readonly (keyof ManyFields)[]): boolean =>
  names.some((name) => before[name] !== after[name])
const taken = (goods: ManyFields, names: readonly (keyof ManyFields)[]): ManyEdit =>
  Object.fromEntries(names.map((name) => [name, goods[name]]))

type Looks = Pick<Goods, 'title' | 'code' | 'images'>
const looksOf = ({ title, code, images }: Looks): string =>
  JSON.stringify([title, code, images.map(({ img_id: id }) => id)])

/** The new values that undo of an edit gives back: all of them, or where name, code or pictures changed the price. */
export function undoableIn(before: Goods, after: Goods): ManyEdit {
  const others = (['tags', 'description'] as const).filter((name) => before[name] !== after[name])
  return {
    ...(differ(before, after, prices) ? taken(after, prices) : {}),
    ...(looksOf(before) === looksOf(after) ? taken(after, others) : {}),
  }
}

/** Goods as they were before an import, with the prices that it gave; undefined where it changed no price. */
export const repriced = (before: ManyFields & { goods_id: string }, after: ManyFields): Before | undefined =>
  differ(before, after, prices)
    ? { goods_id: before.goods_id, ...taken(before, prices), given: taken(after, prices) }
    : undefined
