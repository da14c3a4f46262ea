import { z } from 'zod'

import { hasSomething, Id, Ids, isOneLine, requiredText, Revision, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'
import { ImageFile } from '../media/schemas.ts'

export const goodsPageSize = 8
export const maxGoodsTags = 2
export const maxGoodsImages = 8
/** Lowest price, in cents. */
export const minPrice = 2
const maxPrice = 99_999_999

/** Allows letters and digits of any script, and the punctuation of brand names. */
const isGoodsName = (name: string): boolean =>
  // An empty name is reported by another rule.
  name === '' || (/^[\p{L}\p{M}\p{N} .·'’()（）-]+$/u.test(name) && /[\p{L}\p{N}]/u.test(name))
export const GoodsName = requiredText(60).refine(isGoodsName, { error: 'v:goodsName' })

export const Price = z
  .int({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:price') })
  .min(minPrice, { error: 'v:minPrice' })
  .max(maxPrice, { error: 'v:maxPrice' })

export const tagsOf = (joined: string): string[] => (joined === '' ? [] : joined.split(','))

/** A comma-joined string on the wire; a tag itself has neither commas nor blanks. */
const GoodsTags = text(40)
  .transform((joined) => [...new Set(tagsOf(joined).map((tag) => tag.trim()))].filter((tag) => tag !== ''))
  .refine((tags) => tags.length <= maxGoodsTags, { error: 'v:tooManyTags' })
  .refine((tags) => tags.every((tag) => !/[\s，、]/u.test(tag)), { error: 'v:tagComma' })
  .refine((tags) => tags.every(hasSomething), { error: 'v:controlCharacters' })
  .refine((tags) => tags.every((tag) => tag.length <= 16), { error: 'v:tagLong' })
  .transform((tags) => tags.join(','))

export const sheetUpload = {
  maxBytes: 2 * 1024 * 1024,
  types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
} as const

const goodsFields = {
  title: GoodsName,
  /** In cents: one price, or a range from the lowest to the highest. */
  price: Price.nullable().default(null),
  min_price: Price.nullable().default(null),
  max_price: Price.nullable().default(null),
  goods_type: z.literal(1).default(1),
}
const optionalFields = {
  description: text(500),
  /** The merchant's own article number or bar code. */
  code: text(40).refine(isOneLine, { error: 'v:controlCharacters' }),
  tags: GoodsTags,
  /** The pictures in their order; the first represents the goods. */
  images: Ids.max(maxGoodsImages, { error: 'v:tooManyImages' }),
}

type Span = { min_price?: number | null | undefined; max_price?: number | null | undefined }
const notAbove = always<Span>(
  ({ min_price: min, max_price: max }) => min == null || max == null || min <= max,
  'max_price',
  'v:minAboveMax',
)
export const spanRules = [
  always<Span>(
    ({ min_price: min, max_price: max }) => min != null || max == null,
    'min_price',
    'v:bothPrices',
  ),
  always<Span>(
    ({ min_price: min, max_price: max }) => max != null || min == null,
    'max_price',
    'v:bothPrices',
  ),
  notAbove,
] as const
const goodsRules = [
  always<Span & { price?: number | null | undefined }>(
    ({ price, min_price: min, max_price: max }) => price != null || min != null || max != null,
    'price',
    'v:required',
  ),
  always<Span & { price?: number | null | undefined }>(
    ({ price, min_price: min, max_price: max }) => price == null || (min == null && max == null),
    'price',
    'v:priceOrSpan',
  ),
  ...spanRules,
] as const

export const GoodsInput = z
  .strictObject({
    ...goodsFields,
    description: optionalFields.description.default(''),
    code: optionalFields.code.default(''),
    tags: optionalFields.tags.default(''),
    images: optionalFields.images.default([]),
  })
  .check(...goodsRules)
/** An optional field that is left out stays as it is; '' and [] empty it. The price is given as a whole. */
export const GoodsEdit = z
  .strictObject({
    ...goodsFields,
    ...z.object(optionalFields).partial().shape,
    goods_id: Id,
    rev: Revision.optional(),
  })
  .check(...goodsRules)

export const GoodsPicture = z.object({ img_id: Id, name: z.string(), file: ImageFile })
export type GoodsPicture = z.infer<typeof GoodsPicture>

export const Goods = z.object({
  ...goodsFields,
  title: z.string(),
  description: z.string(),
  code: z.string(),
  tags: z.string(),
  goods_id: Id,
  rev: Revision,
  images: z.array(GoodsPicture),
  /** Pieces sold so far. */
  sales: z.int(),
  /** Number of slots that hold it now. */
  slot_count: z.int(),
  created_at: Instant,
})
export type Goods = z.infer<typeof Goods>

/** One end of a price range in a search. */
const PriceEnd = z
  .int({ error: 'v:price' })
  .min(0, { error: 'v:price' })
  .max(maxPrice, { error: 'v:maxPrice' })

export const goodsOrders = ['newest', 'title', '-title', 'price', '-price', 'sales'] as const
export const GoodsFilter = z
  .strictObject({
    /** Searched in name, article number and description. */
    q: text(60).optional(),
    ids: Ids.optional(),
    tag: text(16).optional(),
    min_price: PriceEnd.optional(),
    max_price: PriceEnd.optional(),
    order: z.enum(goodsOrders).optional(),
  })
  .check(notAbove)

export const GoodsTag = z.object({ tag: z.string(), count: z.int() })
export type GoodsTag = z.infer<typeof GoodsTag>

/** Goods as pickers show them. */
export const GoodsPick = Goods.pick({
  goods_id: true,
  title: true,
  price: true,
  min_price: true,
  max_price: true,
  code: true,
}).extend({ file: ImageFile.nullable() })
export type GoodsPick = z.infer<typeof GoodsPick>
export const GoodsPickFilter = z.strictObject({ q: text(60).optional(), ids: Ids.optional() })

/** How many goods one call changes at most. */
export const maxGoodsAtOnce = 500
/** How long a change of several goods can be undone. */
export const goodsUndoMinutes = 60

const ChosenGoods = z
  .array(z.strictObject({ goods_id: Id, rev: Revision.optional() }))
  .min(1, { error: 'v:required' })
  .max(maxGoodsAtOnce)

/** Gives several goods the same values. A field left out stays as it is; a price replaces a range. */
export const GoodsManyEdit = z
  .strictObject({
    goods: ChosenGoods,
    price: Price.optional(),
    tags: GoodsTags.optional(),
    description: text(500).optional(),
  })
  .check(
    always<{ price?: unknown; tags?: unknown; description?: unknown }>(
      ({ price, tags, description }) => [price, tags, description].some((value) => value !== undefined),
      'price',
      'v:required',
    ),
  )
export const GoodsManyDelete = z.strictObject({ goods: ChosenGoods })

/**
 * Why goods were left as they are: changed since they were read, in slots, in slots that the caller does not see, or
 * in unused vouchers.
 */
export const goodsRefusals = ['changed', 'slots', 'elsewhere', 'vouchers'] as const
export type GoodsRefusal = (typeof goodsRefusals)[number]
export const GoodsChange = z.object({
  /** The number by which the change is undone. */
  change: Id,
  count: z.int(),
  refused: z.array(z.object({ goods_id: Id, title: z.string(), reason: z.enum(goodsRefusals) })),
})
export type GoodsChange = z.infer<typeof GoodsChange>
/** How many goods have their former values again; `left` were changed again since, or are gone. */
export const GoodsUndone = z.object({ count: z.int(), left: z.int() })

/** What an edit saved, and the number by which it is undone; null where nothing of it can be. */
export const GoodsEdited = Goods.extend({ change: Id.nullable() })

/** The caller's last change of goods, as long as it can be undone. Of an import, the prices can. */
export const GoodsUndo = z.object({
  change: Id,
  kind: z.enum(['edit', 'delete', 'import']),
  count: z.int(),
  at: Instant,
})
export type GoodsUndo = z.infer<typeof GoodsUndo>

/** Lines below the one with the headers. */
export const importMaxRows = 5_000
export const importKinds = ['add', 'change', 'same', 'skip', 'error'] as const
export type ImportKind = (typeof importKinds)[number]
/** By what a line without a number resembles goods of the catalogue, or an earlier line. */
export const importLikenesses = ['code', 'name'] as const
export type ImportLikeness = (typeof importLikenesses)[number]
/** What becomes of such a line: it updates these goods, is left out, or adds goods all the same. */
export const importChoices = ['update', 'skip', 'add'] as const
export type ImportChoice = (typeof importChoices)[number]

export const ImportLike = z.object({
  by: z.enum(importLikenesses),
  /** Null where several goods, or only an earlier line of the sheet, are like it. */
  goods_id: Id.nullable(),
  title: z.string(),
  code: z.string(),
  /** How many goods of the catalogue are like it. */
  count: z.int(),
  /** The earlier line that has the same code or name, or updates the same goods. */
  row: z.int().nullable(),
})
export type ImportLike = z.infer<typeof ImportLike>

/** What one line of the sheet would change. */
export const ImportRow = z.object({
  /** Row number in the sheet, as a spreadsheet program counts. */
  row: z.int(),
  kind: z.enum(importKinds),
  title: z.string(),
  /** The changes as texts, as the page shows them. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** What the line resembles; null for most lines. */
  like: ImportLike.nullable(),
  /** The present choice for such a line, and those that are possible. */
  choice: z.enum(importChoices).nullable(),
  choices: z.array(z.enum(importChoices)),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportPreview = z.object({
  import: Id,
  add: z.int(),
  change: z.int(),
  same: z.int(),
  skip: z.int(),
  error: z.int(),
  /** Goods whose list price falls by more than half, and the steepest fall. */
  slashed: z.object({ count: z.int(), was: z.int(), price: z.int() }).nullable(),
  /** How many lines resemble goods by their code, and how many by their name. */
  like: z.object({ code: z.int(), name: z.int() }),
})
export type ImportPreview = z.infer<typeof ImportPreview>
export const ImportRowFilter = z.strictObject({
  import: Id,
  kind: z.enum(importKinds).optional(),
  like: z.enum(importLikenesses).optional(),
})

type Lines = { rows?: unknown; like?: unknown }
/** Chooses for some lines, or for all that resemble goods by their code or by their name. Others keep their choice. */
export const ImportDecision = z
  .strictObject({
    import: Id,
    choice: z.enum(importChoices),
    rows: z.array(z.int().min(1)).min(1).max(importMaxRows).optional(),
    like: z.enum(importLikenesses).optional(),
  })
  .check(
    always<Lines>(({ rows, like }) => (rows === undefined) !== (like === undefined), 'rows', 'v:required'),
  )
