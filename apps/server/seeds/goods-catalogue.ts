import type { Entry } from './goods-catalogue/entry.ts'
import { daily, sessions } from './goods-catalogue/everyday.ts'
import { betel, drinks, snacks } from './goods-catalogue/food.ts'
import { capsules, lipsticks, luckyBags } from './goods-catalogue/gifts.ts'
import { onStage, type Tint } from './goods-pictures/scene.ts'

const shelves: Readonly<Record<Tint, readonly Entry[]>> = {
  drinks,
  snacks,
  capsules,
  lipsticks,
  luckyBags,
  betel,
  daily,
  sessions,
}

/** An EAN-13 of the range for use within a shop, so that it cannot equal a real article number. */
function barcode(shelf: number, entry: number): string {
  const digits = `20260${String(shelf).padStart(2, '0')}${String(entry).padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const pricesOf = (price: Entry['price']) =>
  typeof price === 'number'
    ? { price, min_price: null, max_price: null }
    : { price: null, min_price: price[0], max_price: price[1] }

const shelved = (Object.keys(shelves) as Tint[]).flatMap((tint, shelf) =>
  shelves[tint].map(({ price, front, details = [], ...words }, entry) => ({
    position: entry,
    goods: { ...words, ...pricesOf(price), code: barcode(shelf + 1, entry + 1), goods_type: 1 as const },
    pictures: [onStage(tint, front), ...details],
  })),
)

/** One entry of each shelf in turn, so that every page of the list shows all kinds. */
export const catalogue = shelved.toSorted((one, other) => one.position - other.position)
