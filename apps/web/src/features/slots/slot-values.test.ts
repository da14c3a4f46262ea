import { ChannelInfo, check } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { rebase } from '../../lib/rebase.ts'
import { exampleGoods, exampleSlot } from '../../entities/slot/example-slots.ts'
import {
  batchInputOf,
  changedFields,
  changedSlots,
  copiedValues,
  copyOutlook,
  draftOf,
  editOfSlots,
  isUnusual,
  newBatch,
  piecesLost,
  slotFieldsOf,
  type SlotValues,
  vacantSlot,
  valuesOf,
  wasOf,
} from './slot-values.ts'

const slot = exampleSlot()
const base = valuesOf(slot)
const own = { same_gp: false, same_pb: false }
const lipstick = slotFieldsOf({ type: 'lipstick', ...own })
const vending = slotFieldsOf({ type: 'vending', ...own })

/** The form's errors, by field. */
const complaints = (change: Partial<SlotValues>): Record<string, string> => {
  const judged = check(ChannelInfo, draftOf('1', slot, lipstick, { ...base, ...change }), 'en-US')
  return judged.ok ? {} : Object.fromEntries(judged.errors.map(({ path, message }) => [path, message]))
}

describe('the fields of a slot', () => {
  test('are those that its type of machine has', () => {
    expect(lipstick).toContain('game_price')
    expect(vending).toEqual(['goods', 'price', 'quantity', 'max', 'enabled'])
    expect(slotFieldsOf({ type: 'gashapon', ...own })).toContain('rate')
    expect(slotFieldsOf({ type: 'pulse', ...own })).toEqual(['goods', 'price', 'enabled'])
    const same = slotFieldsOf({ type: 'lipstick', same_gp: true, same_pb: true })
    expect(same).not.toContain('game_price')
    expect(same).not.toContain('rate')
  })

  test('obey the rules of the contract', () => {
    expect(complaints({})).toEqual({})
    expect(complaints({ price: 1 })).toEqual({ price: 'The price must be at least 0.02' })
    expect(complaints({ price: null })).toEqual({ price: 'Required' })
    expect(complaints({ quantity: 11 })).toEqual({ quantity: 'The stock cannot exceed the capacity' })
    expect(complaints({ rate: 0.5 })).toEqual({ rate: 'The winning rate is from 1% to 100%' })
    expect(complaints({ rate: 101 })).toEqual({ rate: 'The rate is at most 100%' })
    expect(complaints({ rate: 12.345 })).toEqual({ rate: 'At most 2 decimals' })
    expect(complaints({ game_price: 'x' })).toEqual({ game_price: 'Enter an amount with at most 2 decimals' })
    expect(complaints({ quantity: null })).toEqual({ quantity: 'Required' })
  })

  test('of a slot without goods need no price and hold no stock', () => {
    expect(complaints({ goods: null, price: null })).toEqual({})
    expect(draftOf('1', slot, vending, { ...base, goods: null, quantity: 7 })).toMatchObject({
      goods: null,
      quantity: 0,
    })
  })
})

describe('the input of a slot edit', () => {
  test('has the changed fields only', () => {
    expect(changedFields(base, base)).toEqual([])
    expect(changedFields(base, { ...base, price: 400, enabled: false })).toEqual(['price', 'enabled'])
  })

  test('has the quantity whenever the goods change, even if it stays the same', () => {
    expect(changedFields(base, { ...base, goods: '13' })).toEqual(['goods', 'price', 'quantity'])
    expect(changedFields(base, { ...base, goods: null, quantity: 0 })).toEqual(['goods', 'quantity'])
  })

  test('has the ticked fields only, for several slots', () => {
    const slots = [slot, exampleSlot({ channel_sn: 6, rev: 8 })]
    expect(batchInputOf('1', slots, vending, { ...newBatch, fields: ['max'], max: 12 })).toEqual({
      sn: '1',
      channel_sn: [5, 6],
      revs: { 5: 3, 6: 8 },
      max: 12,
    })
    expect(
      batchInputOf('1', slots, vending, {
        ...newBatch,
        fields: ['goods'],
        goods: '13',
        price: 200,
        quantity: 4,
      }),
    ).toMatchObject({ goods: '13', price: 200, quantity: 4 })
    expect(batchInputOf('1', slots, vending, { ...newBatch, fields: ['goods'] })).not.toHaveProperty('price')
  })
})

test('a new quantity goes with the one that was read, and nothing else does', () => {
  const slots = [slot, exampleSlot({ channel_sn: 6, quantity: 0 })]
  expect(wasOf(slots, { quantity: 0 })).toEqual({ was: { 5: slot.quantity, 6: 0 } })
  expect(changedFields(base, { ...base, goods: '13' })).toContain('quantity')
  expect(wasOf(slots, {})).toEqual({})
})

describe('the rules for the chosen slots', () => {
  const slots = [exampleSlot({ quantity: 4, max: 6 }), exampleSlot({ channel_sn: 6, quantity: 0, max: 9 })]
  const wrongIn = (change: object, of = slots) =>
    editOfSlots(of)
      .safeParse({ sn: '1', channel_sn: of.map((one) => one.channel_sn), ...change })
      .error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? []

  test('limit the quantity to the smallest capacity, unless the capacity changes too', () => {
    expect(wrongIn({ quantity: 7 })).toEqual(['quantity v:quantityAboveMax'])
    expect(wrongIn({ quantity: 6 })).toEqual([])
    expect(wrongIn({ quantity: 7, max: 8 })).toEqual([])
  })

  test('refuse a capacity below the present quantity, unless the quantity changes too', () => {
    expect(wrongIn({ max: 3 })).toEqual(['max v:maxBelowQuantity'])
    expect(wrongIn({ max: 4 })).toEqual([])
    expect(wrongIn({ max: 3, quantity: 3 })).toEqual([])
    expect(wrongIn({ max: 3, goods: null })).toEqual([])
    expect(wrongIn({ max: 3, quantity: 4 }, slots.slice(0, 1))).toContain('max v:maxBelowQuantity')
  })

  test('refuse a quantity for a slot without goods', () => {
    const vacant = [...slots, exampleSlot({ channel_sn: 7, goods: null })]
    expect(vacantSlot(vacant, { fields: ['quantity'], quantity: 3 })).toBe(7)
    expect(vacantSlot(vacant, { fields: ['quantity'], quantity: 0 })).toBeUndefined()
    expect(vacantSlot(vacant, { fields: ['goods', 'quantity'], quantity: 3 })).toBeUndefined()
    expect(vacantSlot(slots, { fields: ['quantity'], quantity: 3 })).toBeUndefined()
  })
})

test('a slot counts as changed after an edit, a change of its stock, or its removal', () => {
  const other = exampleSlot({ channel_sn: 6 })
  expect(changedSlots([slot, other], [slot, other])).toEqual([])
  expect(changedSlots([slot, other], [{ ...slot, rev: slot.rev + 1 }, other])).toEqual([5])
  expect(changedSlots([slot, other], [slot, { ...other, quantity: other.quantity - 1 }])).toEqual([6])
  expect(changedSlots([slot, other], [other])).toEqual([5])
})

test('a typed quantity clashes with pieces that the machine dispensed meanwhile', () => {
  const sold = valuesOf({ ...slot, quantity: slot.quantity - 1 })
  const { clashes, values } = rebase(base, sold, { ...base, quantity: 10 })
  expect(clashes).toEqual([{ field: 'quantity', theirs: slot.quantity - 1, yours: 10 }])
  expect(values.quantity).toBe(10)
})

test('pieces of other goods leave the books', () => {
  const slots = [
    slot,
    exampleSlot({ goods: { ...exampleGoods, goods_id: '13' }, quantity: 2 }),
    exampleSlot({ goods: null }),
  ]
  expect(piecesLost(slots, '13')).toBe(7)
  expect(piecesLost(slots, null)).toBe(9)
  expect(piecesLost(slots, '12')).toBe(2)
})

test('copying a layout tells which slots get goods, which lose theirs, and what leaves the books', () => {
  const other = { ...exampleGoods, goods_id: '13' }
  const slots = [
    exampleSlot({ channel_sn: 1, quantity: 7 }),
    exampleSlot({ channel_sn: 2, quantity: 5 }),
    exampleSlot({ channel_sn: 3, quantity: 3 }),
    exampleSlot({ channel_sn: 4, quantity: 0, goods: null }),
    exampleSlot({ channel_sn: 5, quantity: 9 }),
  ]
  const source = [
    exampleSlot({ channel_sn: 1 }),
    exampleSlot({ channel_sn: 2, goods: other }),
    exampleSlot({ channel_sn: 3, goods: null, quantity: 0 }),
    exampleSlot({ channel_sn: 4 }),
    exampleSlot({ channel_sn: 8 }),
  ]
  expect(copyOutlook(slots, source)).toEqual({ filled: 3, emptied: 1, pieces: 8 })
  expect(copyOutlook(slots, [])).toEqual({ filled: 0, emptied: 0, pieces: 0 })
})

test.each([
  [{ price: 400 }, 199, true],
  [{ price: 400 }, 200, false],
  [{ price: 400 }, 800, false],
  [{ price: 400 }, 801, true],
  [{ price: 400, min_price: 300, max_price: 500 }, 1_000, false],
  [{ price: null, min_price: 300, max_price: 500 }, 149, true],
  [{ price: null }, 1, false],
])('of goods at %o, the price %i is unusual: %s', (goods, price, is) => {
  expect(isUnusual(price, { ...exampleGoods, ...goods })).toBe(is)
})

test('a copied layout is compared by price where the goods stay, and not by what holds for all slots', () => {
  const other = { ...exampleGoods, goods_id: '13' }
  const mine = [
    exampleSlot({ channel_sn: 1 }),
    exampleSlot({ channel_sn: 2 }),
    exampleSlot({ channel_sn: 3 }),
  ]
  const theirs = [
    exampleSlot({ channel_sn: 1, price: 100, game_price: 200, rate: 100 }),
    exampleSlot({ channel_sn: 2, price: 100, goods: other }),
  ]
  expect(copiedValues(mine, theirs, own)).toEqual({
    before: mine.slice(0, 2),
    after: [
      { price: 100, game_price: 200, rate: 100 },
      { price: null, game_price: null, rate: null },
    ],
  })
  const { after } = copiedValues(mine, theirs, { same_gp: true, same_pb: true })
  expect(after[0]).toEqual({ price: 100, game_price: null, rate: null })
})
