/** What the search finds without the server: pages and actions, by their names in any of the three languages. */
import {
  type Access,
  goodsCalls,
  type Grants,
  type Locale,
  locales,
  mayAccess,
  type SearchHit,
  type SearchKind,
  searchLimit,
  slotCalls,
} from '@slotwise/contract'
import type { ReactNode } from 'react'

import type { Recent } from './search-recent.ts'
import { type SearchWord, searchWords } from './search-words.ts'

export const ownActions = [
  'toLight',
  'toDark',
  'toChinese',
  'toTraditional',
  'toEnglish',
  'shortcuts',
  'logOut',
] as const
export type OwnAction = (typeof ownActions)[number]

/** An action leads to an address, or is done where the user is. */
export type SearchAction = { word: SearchWord } & ({ access: Access; to: string } | { own: OwnAction })

const actions: readonly SearchAction[] = [
  { word: 'bindDevice', access: 'device.manage', to: '/device?open=bind' },
  { word: 'addGoods', access: 'goods.manage', to: '/goods?open=add' },
  { word: 'addStore', access: 'store.manage', to: '/region?tab=stores&open=add' },
  { word: 'addArea', access: 'store.manage', to: '/region?open=add' },
  { word: 'importGoods', access: 'goods.manage', to: '/goods?open=import' },
  { word: 'exportSlots', access: slotCalls.exportDevChannel.access, to: '/device?open=slots' },
  { word: 'importSlots', access: slotCalls.applySlotImport.access, to: '/device?open=import' },
  { word: 'addStaff', access: 'user.subUser', to: '/subUser?open=add' },
  { word: 'addRole', access: 'user.role', to: '/role?open=add' },
  { word: 'addCard', access: 'main', to: '/card?open=add' },
  { word: 'addCoupon', access: 'activity', to: '/coupon?open=add' },
  { word: 'addVoucher', access: 'activity', to: '/gift?open=add' },
  { word: 'addReferrer', access: 'activity', to: '/referrer?open=add' },
  ...ownActions.map((own) => ({ word: own, own })),
]

/** The language that is shown needs no action. */
const languageOf: Partial<Record<OwnAction, Locale>> = {
  toChinese: 'zh-CN',
  toTraditional: 'zh-TW',
  toEnglish: 'en-US',
}

export const actionsFor = (grants: Grants, locale: Locale): SearchAction[] =>
  actions.filter((action) =>
    'own' in action ? languageOf[action.own] !== locale : mayAccess(action.access, grants),
  )

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** How well names fit: 0 one is the text, 1 one begins with it, 2 they contain each of its words; else undefined. */
export function rankOf(typed: string, names: readonly string[]): number | undefined {
  const text = plain(typed)
  const all = names.map(plain)
  if (text === '') return undefined
  if (all.includes(text)) return 0
  if (all.some((name) => name.startsWith(text))) return 1
  return text.split(/\s+/).every((word) => all.some((name) => name.includes(word))) ? 2 : undefined
}

/** The best first; those that fit alike stay in their order. */
function best<T>(typed: string, all: readonly T[], namesOf: (one: T) => string[]): T[] {
  const ranked = all.flatMap((one) => {
    const rank = rankOf(typed, namesOf(one))
    return rank === undefined ? [] : [{ one, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, searchLimit)
    .map(({ one }) => one)
}

const inEach = <Key extends string>(table: Record<Locale, Record<Key, string>>, key: Key): string[] =>
  locales.map((locale) => table[locale][key])

/** A page of the menu. The frame passes them in, because the table of pages is its own. */
export type SearchPage = {
  path: string
  icon: ReactNode
  name: string
  /** The name of its group in the menu. */
  group: string | undefined
  /** Both in every language: a page is found by the name of its group, too. */
  names: string[]
}

export const findPages = (typed: string, pages: readonly SearchPage[]): SearchPage[] =>
  best(typed, pages, ({ names }) => names)

export const findActions = (typed: string, grants: Grants, locale: Locale): SearchAction[] =>
  best(typed, actionsFor(grants, locale), ({ word }) => inEach(searchWords, word))

type KindPaths = { record: (id: string) => string; list: (typed: string) => string }

const opens = (path: string, param = 'open') => ({
  record: (id: string) => `${path}${path.includes('?') ? '&' : '?'}${param}=${encodeURIComponent(id)}`,
})
const searches = (path: string, param = 'q') => ({
  list: (typed: string) => `${path}${path.includes('?') ? '&' : '?'}${param}=${encodeURIComponent(typed)}`,
})

const paths: Readonly<Record<SearchKind, KindPaths>> = {
  device: { record: (sn) => `/device/${encodeURIComponent(sn)}`, ...searches('/device') },
  store: { ...opens('/region?tab=stores'), ...searches('/region?tab=stores') },
  area: { ...opens('/region'), ...searches('/region') },
  goods: { ...opens('/goods'), ...searches('/goods') },
  bill: { ...opens('/buyOrder', 'bill'), ...searches('/buyOrder', 'orderno') },
  staff: { ...opens('/subUser'), ...searches('/subUser') },
  card: { ...opens('/card'), ...searches('/card') },
  referrer: { ...opens('/referrer'), ...searches('/referrer') },
}

/** Goods are opened by accounts for prices, too: as the slots that hold them, because the catalogue is not theirs. */
const isForPrices = (kind: SearchKind, grants: Grants): boolean =>
  kind === 'goods' && !mayAccess(goodsCalls.getGoods.access, grants)

/** Where a record is shown. */
export const addressOf = ({ kind, id }: Pick<SearchHit, 'kind' | 'id'>, grants: Grants): string =>
  isForPrices(kind, grants) ? `/goods/${encodeURIComponent(id)}/slots` : paths[kind].record(id)

/**
 * Whether the user may still open what was chosen before: a role may have been narrowed since. Pages are those of the
 * user's menu; actions are judged by their own access.
 */
export const mayReopen = (recent: Recent, pages: readonly SearchPage[], grants: Grants): boolean =>
  recent.kind === 'page' ||
  recent.kind === 'action' ||
  (recent.kind === 'goods' && mayAccess(slotCalls.getGoodsSlots.access, grants)) ||
  pages.some(({ path }) => path === paths[recent.kind].list('').split('?')[0])

/** The list of all records of a kind that the text finds, if the user may open it. */
export const listOf = (kind: SearchKind, typed: string, grants: Grants): string | undefined =>
  isForPrices(kind, grants) ? undefined : paths[kind].list(typed)
