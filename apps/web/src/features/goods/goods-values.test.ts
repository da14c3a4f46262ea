import { check, type Goods, GoodsEdit, GoodsInput } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { type GoodsValues, newGoods, toInput, typedTags, valuesOf } from './goods-values.ts'

const cola: GoodsValues = { ...newGoods, title: 'Cola', price: 350 }

const sold: Goods = {
  goods_id: '7',
  rev: 3,
  title: 'Cola',
  price: 350,
  min_price: null,
  max_price: null,
  description: 'From the fridge',
  code: 'C-17',
  tags: 'cold,drink',
  goods_type: 1,
  images: [],
  sales: 12,
  slot_count: 2,
  created_at: '2026-03-01T08:00:00.000Z',
}

/** The form's errors, by field. */
const complaints = (change: Partial<GoodsValues>): Record<string, string> => {
  const judged = check(GoodsInput, toInput({ ...cola, ...change }), 'en-US')
  return judged.ok ? {} : Object.fromEntries(judged.errors.map(({ path, message }) => [path, message]))
}

describe('the form of goods', () => {
  test('sends tags as one comma-joined string and pictures by their numbers', () => {
    const picture = { img_id: '7', name: 'Can', file: 'a'.repeat(64) }
    expect(toInput({ ...cola, tags: '  cold   drink ', images: [picture] })).toMatchObject({
      tags: 'cold,drink',
      images: ['7'],
    })
    expect(complaints({ tags: 'cold drink', images: [picture] })).toEqual({})
  })

  test.each(['cold,drink', 'cold， drink', 'cold、drink'])('refuses the comma in %j', (tags) => {
    expect(complaints({ tags })).toEqual({ tags: 'Separate tags by spaces; no commas' })
  })

  test('refuses a third tag, but not the same one twice', () => {
    expect(complaints({ tags: 'a b c' })).toEqual({ tags: 'At most 2 tags' })
    expect(complaints({ tags: 'a b a' })).toEqual({})
    expect(typedTags('a b a')).toEqual(['a', 'b'])
  })

  test('sends the price that is typed, or the span', () => {
    const all = { price: 350, min_price: 200, max_price: 500 }
    expect(toInput({ ...cola, ...all })).toMatchObject({ price: 350, min_price: null, max_price: null })
    expect(toInput({ ...cola, ...all, price_kind: 'span' })).toMatchObject({ ...all, price: null })
  })

  describe.each([
    ['one price', { price: 350, min_price: null, max_price: null }],
    ['a span', { price: null, min_price: 200, max_price: 500 }],
  ])('opened for goods with %s', (_what, prices) => {
    test('sends them back as they are', () => {
      const judged = check(
        GoodsEdit,
        toInput({ ...valuesOf({ ...sold, ...prices }), goods_id: '7' }),
        'en-US',
      )
      expect(judged).toMatchObject({ ok: true, value: prices })
    })
  })

  test('asks for the price where it is missing, at a field that is there', () => {
    expect(complaints({ price: null })).toEqual({ price: 'Required' })
    expect(complaints({ price_kind: 'span' })).toEqual({ min_price: 'Required', max_price: 'Required' })
    expect(complaints({ price_kind: 'span', min_price: 200 })).toEqual({
      max_price: 'The lowest and the highest price must be given together',
    })
    expect(complaints({ price_kind: 'span', min_price: 200, max_price: 100 })).toEqual({
      max_price: 'The lowest price cannot exceed the highest',
    })
  })

  test('says what is no amount, and what is too little', () => {
    expect(complaints({ price: 'twelve' })).toEqual({ price: 'Enter an amount with at most 2 decimals' })
    expect(complaints({ price: 1 })).toEqual({ price: 'The price must be at least 0.02' })
    expect(complaints({ price: 100_000_000 })).toEqual({ price: 'The price must be at most 999,999.99' })
  })
})
