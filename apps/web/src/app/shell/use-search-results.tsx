import {
  EnvironmentOutlined,
  HddOutlined,
  LogoutOutlined,
  PlusOutlined,
  ProfileOutlined,
  RightOutlined,
  ShopOutlined,
  ShoppingOutlined,
  SmileOutlined,
  SwapOutlined,
  TeamOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import {
  isSearchable,
  type SearchHit,
  searchCalls,
  type SearchKind,
  searchKinds,
  searchLimit,
} from '@slotwise/contract'
import { type ReactNode, useEffect, useState } from 'react'

import type { CallError } from '../../lib/client.ts'
import { setLocale, useLocale, useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { useTheme } from '../../lib/theme.ts'
import { useGrants } from '../../ui/can.tsx'
import { keyedByGroup } from './search-choice.ts'
import { logOutRequests, shortcutRequests } from './shell-requests.ts'
import {
  actionsFor,
  addressOf,
  findActions,
  findPages,
  listOf,
  mayReopen,
  type OwnAction,
  type SearchAction,
  type SearchPage,
} from './search-entries.ts'
import { type Recent, readRecent } from './search-recent.ts'
import { searchWords } from './search-words.ts'

export type Group = SearchKind | 'recent' | 'page' | 'action'

export type Entry = {
  key: string
  name: string
  notes: string[]
  at?: string | undefined
  amount?: number | undefined
  icon: ReactNode
  /** Where it leads, or else what it does. */
  to?: string
  act?: () => void
  recent?: Recent
  /** A record that the server found, or the way to all of them. */
  isFound?: boolean
}

export type SearchResults = {
  groups: { group: Group; entries: Entry[] }[]
  isSearching: boolean
  /** The records shown are those of an earlier text. */
  isStale: boolean
  error: CallError | undefined
  /** Kinds that the server could not search in time. */
  unsearched: readonly SearchKind[]
  retry: () => void
}

const icons: Record<SearchKind, ReactNode> = {
  device: <HddOutlined aria-hidden="true" />,
  store: <ShopOutlined aria-hidden="true" />,
  area: <EnvironmentOutlined aria-hidden="true" />,
  goods: <ShoppingOutlined aria-hidden="true" />,
  bill: <ProfileOutlined aria-hidden="true" />,
  staff: <TeamOutlined aria-hidden="true" />,
  card: <SmileOutlined aria-hidden="true" />,
  referrer: <UserSwitchOutlined aria-hidden="true" />,
}

const settleMs = 150
const suggested = 6

/** The text after a pause in typing. Chinese keyboards write full-width digits. */
function useSettled(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Pages and actions at once, and records when the server has answered, below them, so that nothing moves. */
export function useSearchResults(typed: string, pages: readonly SearchPage[]): SearchResults {
  const grants = useGrants()
  const locale = useLocale()
  const make = useEntries(pages)
  const [recent] = useState(readRecent)
  const text = typed.normalize('NFKC').trim()
  const settled = useSettled(typed)
  const isAsked = isSearchable(text)
  const query = useCall(
    searchCalls.search,
    { q: settled },
    { inline: true, enabled: isSearchable(settled), staleTime: 30_000 },
  )
  const isSearching = isAsked && (query.isFetching || settled !== text)
  const hits = isAsked && !query.isError ? (query.data?.data ?? []) : []
  const ofKind = (kind: SearchKind): Entry[] => {
    const some = hits.filter((hit) => hit.kind === kind).map(make.record)
    const found = some.length < searchLimit ? some : [...some, ...make.all(kind, settled)]
    return found.map((entry) => ({ ...entry, isFound: true }))
  }
  const groups: SearchResults['groups'] =
    text === ''
      ? [
          {
            group: 'recent',
            entries: recent.filter((one) => mayReopen(one, pages, grants)).flatMap(make.ofRecent),
          },
          { group: 'action', entries: actionsFor(grants, locale).slice(0, suggested).map(make.action) },
        ]
      : [
          { group: 'page', entries: findPages(text, pages).map(make.page) },
          { group: 'action', entries: findActions(text, grants, locale).map(make.action) },
          ...searchKinds.map((kind) => ({ group: kind, entries: ofKind(kind) })),
        ]
  return {
    groups: keyedByGroup(groups.filter(({ entries }) => entries.length > 0)),
    isSearching,
    isStale: isSearching && hits.length > 0,
    error: isAsked && query.isError ? query.error : undefined,
    unsearched: isAsked && !isSearching && !query.isError ? (query.data?.unsearched ?? []) : [],
    retry: () => void query.refetch(),
  }
}

function useEntries(pages: readonly SearchPage[]) {
  const t = useT(searchWords)
  const grants = useGrants()
  const locale = useLocale()
  const { setTheme } = useTheme()
  const own: Record<OwnAction, () => void> = {
    toLight: () => setTheme('light'),
    toDark: () => setTheme('dark'),
    toChinese: () => setLocale('zh-CN'),
    toTraditional: () => setLocale('zh-TW'),
    toEnglish: () => setLocale('en-US'),
    shortcuts: shortcutRequests.emit,
    logOut: logOutRequests.emit,
  }
  const record = (hit: SearchHit): Entry => ({
    key: `${hit.kind}-${hit.id}`,
    name: hit.name,
    notes: [...new Set(hit.notes)],
    at: hit.at,
    amount: hit.amount,
    icon: icons[hit.kind],
    to: addressOf(hit, grants),
    recent: hit,
  })
  const page = ({ path, name, group, icon }: SearchPage): Entry => ({
    key: `page-${path}`,
    name,
    notes: group ? [group] : [],
    icon,
    to: path,
    recent: { kind: 'page', id: path },
  })
  const action = (one: SearchAction): Entry => ({
    key: `action-${one.word}`,
    name: t(one.word),
    notes: [],
    recent: { kind: 'action', id: one.word },
    ...('own' in one
      ? {
          act: own[one.own],
          icon:
            one.own === 'logOut' ? (
              <LogoutOutlined aria-hidden="true" />
            ) : (
              <SwapOutlined aria-hidden="true" />
            ),
        }
      : { to: one.to, icon: <PlusOutlined aria-hidden="true" /> }),
  })
  const all = (kind: SearchKind, typed: string): Entry[] => {
    const to = listOf(kind, typed, grants)
    const icon = <RightOutlined aria-hidden="true" />
    return to === undefined ? [] : [{ key: `all-${kind}`, name: t('all'), notes: [], icon, to }]
  }
  const ofRecent = (recent: Recent): Entry[] => {
    if (recent.kind === 'page') return pages.filter(({ path }) => path === recent.id).map(page)
    if (recent.kind === 'action')
      return actionsFor(grants, locale)
        .filter(({ word }) => word === recent.id)
        .map(action)
    return [record(recent)]
  }
  return { record, page, action, all, ofRecent }
}
