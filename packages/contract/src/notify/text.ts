import { fill, joinNames, type Locale, words } from '../kernel/locale.ts'
import { type Currency, moneyInText } from '../kernel/money.ts'
import { faultWords } from '../presence/words.ts'
import type { Notice, NoticeGroup, NoticeItem, NoticeSum, NotifyKind } from './inbox-schemas.ts'

/** What happened to one machine, or one refund. */
export const oneWords = words({
  'offline.begin': ['{name} 离线', '{name} 離線', '{name} is offline'],
  'offline.end': ['{name} 已恢复在线', '{name} 已恢復連線', '{name} is online again'],
  'low_stock.begin': [
    '{name} 库存不足（{low} 个货道）',
    '{name} 庫存不足（{low} 個貨道）',
    '{name} is low on stock ({low} {low|slot|slots})',
  ],
  'low_stock.end': ['{name} 已补货', '{name} 已補貨', '{name} is stocked again'],
  'abnormal.begin': ['{name} 异常：{faults}', '{name} 異常：{faults}', '{name} has a fault: {faults}'],
  'abnormal.end': ['{name} 已恢复正常', '{name} 已恢復正常', '{name} works again'],
  'auto_refund.begin': [
    '{name} 自动退款 {amount}',
    '{name} 自動退款 {amount}',
    '{amount} was refunded automatically at {name}',
  ],
  'manual_refund.begin': [
    '{name} 手动退款 {amount}',
    '{name} 手動退款 {amount}',
    '{amount} was refunded manually at {name}',
  ],
})

/** What happened to several. */
export const manyWords = words({
  'offline.begin': ['{count} 台设备离线', '{count} 台設備離線', '{count} {count|device|devices} offline'],
  'offline.end': [
    '{count} 台设备已恢复在线',
    '{count} 台設備已恢復連線',
    '{count} {count|device|devices} online again',
  ],
  'low_stock.begin': [
    '{count} 台设备库存不足',
    '{count} 台設備庫存不足',
    '{count} {count|device|devices} low on stock',
  ],
  'low_stock.end': [
    '{count} 台设备已补货',
    '{count} 台設備已補貨',
    '{count} {count|device|devices} stocked again',
  ],
  'abnormal.begin': [
    '{count} 台设备异常',
    '{count} 台設備異常',
    '{count} {count|device|devices} with faults',
  ],
  'abnormal.end': [
    '{count} 台设备已恢复正常',
    '{count} 台設備已恢復正常',
    '{count} {count|device|devices} working again',
  ],
  'auto_refund.begin': [
    '{count} 笔自动退款，共 {amount}',
    '{count} 筆自動退款，共 {amount}',
    '{count} automatic {count|refund|refunds}, {amount}',
  ],
  'manual_refund.begin': [
    '{count} 笔手动退款，共 {amount}',
    '{count} 筆手動退款，共 {amount}',
    '{count} manual {count|refund|refunds}, {amount}',
  ],
})

export const noticeWords = words({
  test: ['测试通知', '測試通知', 'Test notification'],
  testBody: ['通知可以送达这里。', '通知可以送達這裡。', 'Notifications arrive here.'],
  summary: ['免打扰期间：{title}', '免打擾期間：{title}', 'During quiet hours: {title}'],
  /** A store, and what happened there. */
  at: ['{place}：{what}', '{place}：{what}', '{place}: {what}'],
  such: ['{what}（{names}）', '{what}（{names}）', '{what} ({names})'],
  more: ['另有 {count} 条', '另有 {count} 則', '{count} more'],
  /** What happened, and what else happened. */
  both: ['{what}；{more}', '{what}；{more}', '{what}; {more}'],
})

export type NoticeLine = { text: string; link: string }
export type NoticeText = { title: string; body: string; lines: NoticeLine[]; link: string }

/** Groups that the body of a message names; the page has all. */
const bodyLines = 3
/** Machines that a group names as examples. */
const namesMost = 3

type Turn = `${NotifyKind}.${'begin' | 'end'}`
type Wording = { locale: Locale; currency: Currency }

const turnOf = ({ kind, phase }: Pick<NoticeItem, 'kind' | 'phase'>): Turn => `${kind}.${phase}`
/** Refunds have no end, so that a turn without words is one of a later version. */
const wordOf = (table: Readonly<Record<string, string>>, turn: Turn): string => table[turn] ?? turn

const isRefund = (kind: NotifyKind): boolean => kind === 'auto_refund' || kind === 'manual_refund'

function oneText({ locale, currency }: Wording, item: NoticeItem): string {
  return fill(wordOf(oneWords[locale], turnOf(item)), {
    name: item.title,
    low: item.low,
    faults: joinNames(
      locale,
      item.faults.map((code) => faultWords[locale][code]),
    ),
    amount: moneyInText(item.amount ?? 0, currency, locale),
  })
}

const manyText = ({ locale, currency }: Wording, { amount, count, ...of }: NoticeSum): string =>
  fill(wordOf(manyWords[locale], turnOf(of)), { count, amount: moneyInText(amount ?? 0, currency, locale) })

const belongs =
  (group: NoticeGroup) =>
  (item: NoticeItem): boolean =>
    item.kind === group.kind && item.phase === group.phase && item.store === group.store

/** `Pier 3: 12 devices offline (A, B, C …)`, or of a single machine `Pier 3: A is offline`. */
function groupText(wording: Wording, group: NoticeGroup, items: readonly NoticeItem[]): string {
  const { locale } = wording
  const own = items.filter(belongs(group))
  const [only] = own
  const what = group.count === 1 && only ? oneText(wording, only) : several(wording, group, own)
  return group.store_name === null ? what : fill(noticeWords[locale].at, { place: group.store_name, what })
}

function several(wording: Wording, group: NoticeGroup, own: readonly NoticeItem[]): string {
  const what = manyText(wording, group)
  const titles = [...new Set(own.map(({ title }) => title))]
  if (isRefund(group.kind) || titles.length === 0) return what
  const names = joinNames(wording.locale, titles.slice(0, namesMost))
  const isAll = own.length === group.count && titles.length <= namesMost
  return fill(noticeWords[wording.locale].such, { what, names: isAll ? names : `${names} …` })
}

const refundStatuses = { auto_refund: [8, 11], manual_refund: [9, 10] } as const

/** The page that shows what happened: the machine, the bill, or the list of alerts or bills. */
function groupLink(group: NoticeGroup, items: readonly NoticeItem[]): string {
  const { kind, phase, store, count } = group
  const only = count === 1 ? items.find(belongs(group)) : undefined
  if (only) return only.orderno === null ? `/device/${only.sn}` : `/buyOrder?bill=${only.orderno}`
  return listLink({ kind, phase }, store === null ? '' : `&store=${store}`)
}

/**
 * The list of such alerts or bills, of all places or of one. Low stock leads to the machines, because staff who refill
 * are told of it and do not see the list of alerts.
 */
function listLink({ kind, phase }: Pick<NoticeGroup, 'kind' | 'phase'>, place = ''): string {
  if (kind === 'auto_refund' || kind === 'manual_refund')
    return `/buyOrder?${refundStatuses[kind].map((status) => `status=${status}`).join('&')}${place}`
  if (kind === 'low_stock') return `/device?low=${phase === 'begin'}${place}`
  return `/alerts?${phase === 'end' ? 'state=closed&' : ''}kind=${kind}${place}`
}

/** What happened at all stores, by kind: `12 devices offline; 1 device stocked again`. */
const totals = (wording: Wording, sums: readonly NoticeSum[]): string =>
  sums
    .map((sum) => manyText(wording, sum))
    .reduce((what, more) => fill(noticeWords[wording.locale].both, { what, more }))

function titleOf(wording: Wording, { sums, groups, items }: Notice): string {
  const [first, ...others] = groups
  if (!first) return ''
  if (others.length === 0) return groupText(wording, first, items)
  const what = totals(wording, sums)
  const { store, store_name: place } = first
  return place !== null && others.every((group) => group.store === store)
    ? fill(noticeWords[wording.locale].at, { place, what })
    : what
}

function linkOf({ groups, items }: Notice): string {
  const [first, ...others] = groups
  if (!first) return '/inbox'
  if (others.length === 0) return groupLink(first, items)
  if (others.every((group) => turnOf(group) === turnOf(first))) return listLink(first)
  if (groups.every(({ kind }) => isRefund(kind))) return '/buyOrder'
  // What staff who refill are told of: the alerts are shown to others.
  if (groups.every(({ kind }) => kind === 'low_stock' || isRefund(kind)))
    return groups.some(({ kind, phase }) => kind === 'low_stock' && phase === 'begin')
      ? '/device?low=true'
      : '/device'
  // Open alerts would not show what has recovered.
  return groups.every(({ phase }) => phase === 'end') ? '/alerts?state=closed' : '/alerts'
}

/** A notice in words: for the inbox, for messages of browsers, and for chats. */
export function noticeText(locale: Locale, notice: Notice, currency: Currency): NoticeText {
  const text = noticeWords[locale]
  if (notice.is_test) return { title: text.test, body: text.testBody, lines: [], link: '/inbox' }
  const wording = { locale, currency }
  const { groups, items, count, is_summary: isSummary } = notice
  const lines = groups.map((group) => ({
    text: groupText(wording, group, items),
    link: groupLink(group, items),
  }))
  const rest = count - groups.reduce((sum, group) => sum + group.count, 0)
  if (rest > 0) lines.push({ text: fill(text.more, { count: rest }), link: linkOf(notice) })
  const title = titleOf(wording, notice)
  const shown = lines.slice(0, bodyLines).map((line) => line.text)
  if (lines.length > bodyLines) shown.push(fill(text.more, { count: lines.length - bodyLines }))
  return {
    title: isSummary ? fill(text.summary, { title }) : title,
    body: groups.length > 1 ? shown.join('\n') : '',
    lines,
    link: linkOf(notice),
  }
}
