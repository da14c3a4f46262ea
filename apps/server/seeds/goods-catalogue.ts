import { englishWords } from './goods-catalogue/english.ts'
import type { Entry, Words } from './goods-catalogue/entry.ts'
import { daily, sessions } from './goods-catalogue/everyday.ts'
import { betel, drinks, snacks } from './goods-catalogue/food.ts'
import { capsules, lipsticks, luckyBags } from './goods-catalogue/gifts.ts'
import { onStage, type Tint } from './goods-pictures/scene.ts'

export const shelves: Readonly<Record<Tint, readonly Entry[]>> = {
  drinks,
  snacks,
  capsules,
  lipsticks,
  luckyBags,
  betel,
  daily,
  sessions,
}

const tints = Object.keys(shelves) as Tint[]
const prefixOf = (shelf: number): string => `20260${String(shelf).padStart(2, '0')}`

/** Patterns of the codes of all goods on these shelves. */
export const codesOf = (names: readonly Tint[]): string[] =>
  names.map((tint) => `${prefixOf(tints.indexOf(tint) + 1)}%`)

/** An EAN-13 of the range for use within a shop, so that it cannot equal a real article number. */
function barcode(shelf: number, entry: number): string {
  const digits = `${prefixOf(shelf)}${String(entry).padStart(5, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const pricesOf = (price: Entry['price']) =>
  typeof price === 'number'
    ? { price, min_price: null, max_price: null }
    : { price: null, min_price: price[0], max_price: price[1] }

const goodsOf = ({ price, ...words }: Words, code: string) => ({
  ...words,
  ...pricesOf(price),
  code,
  goods_type: 1 as const,
})

const shelved = tints.flatMap((tint, shelf) =>
  shelves[tint].map(({ front, details = [], ...words }, entry) => {
    const code = barcode(shelf + 1, entry + 1)
    const english = englishWords[tint][entry]
    return {
      position: entry,
      goods: { CN: goodsOf(words, code), MY: english && goodsOf(english, code) },
      pictures: [onStage(tint, front), ...details],
    }
  }),
)

/** One entry of each shelf in turn, so that every page of the list shows all kinds. Malaysia does not have them all. */
export const catalogue = shelved.toSorted((one, other) => one.position - other.position)
