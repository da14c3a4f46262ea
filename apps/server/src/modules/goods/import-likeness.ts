/**
 * Lines without a number are compared with the catalogue and with the lines before them. Goods with the same code are
 * taken for the same goods, so the line updates them. Goods with the same name alone may be others, so the line is left
 * out until the merchant chooses; where both have codes that differ, it adds goods. Letter case does not matter.
 */
import type { ImportChoice, ImportLike, Locale } from '@slotwise/contract'
import type { SheetRow } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { findAlike, type GoodsRow } from './goods-queries.ts'
import type { JudgedRow, PlainRow } from './import-queries.ts'
import { codeIn, type Columns, judgeRow, nameIn } from './sheet-rows.ts'

const keyOf = (text: string): string => text.toLowerCase()

type Catalogue = { byCode: Map<string, GoodsRow[]>; byName: Map<string, GoodsRow[]> }

/** The goods that have the code or the name of some line. */
export async function readAlike(ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<Catalogue> {
  const keys = (of: typeof codeIn): string[] =>
    [...new Set(rows.map((row) => keyOf(of(row, columns))))].filter((key) => key !== '')
  return {
    byCode: Map.groupBy(await findAlike(ctx, 'goods.code', keys(codeIn)), ({ code }) => keyOf(code)),
    byName: Map.groupBy(await findAlike(ctx, 'goods.title', keys(nameIn)), ({ title }) => keyOf(title)),
  }
}

type Line = { row: number; code: string; title: string }

/** Compares the lines of a sheet one after the other. */
export class Likenesses {
  readonly #catalogue: Catalogue
  readonly #columns: Columns
  readonly #locale: Locale
  /** The line that updates the goods. */
  readonly #updates: Map<string, number>
  readonly #codes = new Map<string, Line>()
  readonly #names = new Map<string, Line>()

  /** `updates`: the goods that lines name by their number. */
  constructor(catalogue: Catalogue, columns: Columns, locale: Locale, updates: Map<string, number>) {
    this.#catalogue = catalogue
    this.#columns = columns
    this.#locale = locale
    this.#updates = updates
  }

  /** Remembers a line for those that follow it. */
  note(row: SheetRow): void {
    const line = { row: row.row, code: codeIn(row, this.#columns), title: nameIn(row, this.#columns) }
    if (line.code !== '' && !this.#codes.has(keyOf(line.code))) this.#codes.set(keyOf(line.code), line)
    if (line.title !== '' && !this.#names.has(keyOf(line.title))) this.#names.set(keyOf(line.title), line)
  }

  /** Judges a line without a number. */
  judge(row: SheetRow): JudgedRow {
    const found = this.#likeOf(row)
    const adds = judgeRow({ row, columns: this.#columns, present: undefined, locale: this.#locale })
    if (!found) return plain(adds)
    const { like, goods } = found
    const updates = goods && judgeRow({ row, columns: this.#columns, present: goods, locale: this.#locale })
    const canUpdate = updates !== undefined && updates.kind !== 'error'
    const canAdd = adds.kind !== 'error'
    if (!canUpdate && !canAdd) return plain(updates ?? adds)
    if (canUpdate && goods) this.#updates.set(goods.goods_id, row.row)
    const choices: ImportChoice[] = [
      ...(canUpdate ? ['update' as const] : []),
      'skip',
      ...(canAdd ? ['add' as const] : []),
    ]
    const choice = suggested(found, choices, codeIn(row, this.#columns))
    const updateKind = canUpdate ? (updates.kind === 'same' ? 'same' : 'change') : null
    return {
      ...(canUpdate ? updates : { ...adds, changes: [], draft: null }),
      title: adds.title,
      kind: choice === 'update' ? (updateKind ?? 'same') : choice,
      like,
      choice,
      choices,
      update_kind: updateKind,
      add_draft: canAdd ? adds.draft : null,
      add_changes: canAdd ? adds.changes : null,
    }
  }

  /** What the line resembles, and the goods that it can update. Codes say more than names. */
  #likeOf(row: SheetRow): Found | undefined {
    const [code, name] = [keyOf(codeIn(row, this.#columns)), keyOf(nameIn(row, this.#columns))]
    const byCode = this.#catalogue.byCode.get(code) ?? []
    if (code !== '' && byCode.length > 0) return this.#asGoods('code', byCode, name)
    const lineByCode = code === '' ? undefined : this.#codes.get(code)
    if (lineByCode) return asLine('code', lineByCode)
    const byName = this.#catalogue.byName.get(name) ?? []
    if (name !== '' && byName.length > 0) return this.#asGoods('name', byName, name)
    const lineByName = name === '' ? undefined : this.#names.get(name)
    return lineByName && asLine('name', lineByName)
  }

  /** Of several goods the one with the same name is meant; it must be the only one. */
  #asGoods(by: ImportLike['by'], some: readonly GoodsRow[], name: string): Found {
    const meant = some.length === 1 ? some : some.filter(({ title }) => keyOf(title) === name)
    const one = meant.length === 1 ? meant[0] : undefined
    const { title = '', code = '' } = one ?? some[0] ?? {}
    const row = one ? (this.#updates.get(one.goods_id) ?? null) : null
    return {
      like: { by, goods_id: one?.goods_id ?? null, title, code, count: some.length, row },
      goods: row === null ? one : undefined,
    }
  }
}

type Found = { like: ImportLike; goods: GoodsRow | undefined }

const asLine = (by: ImportLike['by'], { row, title, code }: Line): Found => ({
  like: { by, goods_id: null, title, code, count: 0, row },
  goods: undefined,
})

/** What happens unless the merchant chooses otherwise. */
function suggested({ like }: Found, choices: readonly ImportChoice[], code: string): ImportChoice {
  if (like.by === 'code') return choices.includes('update') ? 'update' : 'skip'
  const areOthers = code !== '' && like.code !== '' && keyOf(code) !== keyOf(like.code)
  return areOthers && choices.includes('add') ? 'add' : 'skip'
}

/** A line for which there is nothing to choose. */
export const plain = (row: PlainRow): JudgedRow => ({
  ...row,
  like: null,
  choice: null,
  choices: [],
  update_kind: null,
  add_draft: null,
  add_changes: null,
})
