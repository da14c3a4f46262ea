import { describe, expect, test } from 'vitest'

import { mayAccess, seesDevices } from '../kernel/permissions.ts'
import type { Notice, NoticeGroup, NoticeItem } from './inbox-schemas.ts'
import { notifyPermissions } from './schemas.ts'
import { noticeText } from './text.ts'

const item = (fields: Partial<NoticeItem> = {}): NoticeItem => ({
  kind: 'offline',
  phase: 'begin',
  at: '2026-11-15T04:00:00.000Z',
  sn: 'SW1001',
  title: 'Lobby',
  store: '3',
  store_name: 'Pier 3',
  low: 0,
  faults: [],
  orderno: null,
  amount: null,
  ...fields,
})

/** The groups and sums that the server would make of these things. */
function noticeOf(items: NoticeItem[], fields: Partial<Notice> = {}): Notice {
  const groups = [...Map.groupBy(items, ({ kind, phase, store }) => `${kind}${phase}${store}`).values()].map(
    (same): NoticeGroup => ({
      kind: same[0]?.kind ?? 'offline',
      phase: same[0]?.phase ?? 'begin',
      store: same[0]?.store ?? null,
      store_name: same[0]?.store_name ?? null,
      count: same.length,
      amount: same.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    }),
  )
  const add = (same: readonly NoticeGroup[], of: (group: NoticeGroup) => number): number =>
    same.reduce((sum, group) => sum + of(group), 0)
  const sums = [...Map.groupBy(groups, ({ kind, phase }) => kind + phase).values()].map((same) => ({
    kind: same[0]?.kind ?? 'offline',
    phase: same[0]?.phase ?? 'begin',
    count: add(same, ({ count }) => count),
    amount: add(same, ({ amount }) => amount ?? 0),
  }))
  const created = '2026-11-15T04:01:00.000Z'
  const flags = { is_summary: false, is_test: false }
  return { notice: '1', created_at: created, ...flags, count: items.length, sums, groups, items, ...fields }
}

describe('one thing', () => {
  test.each([
    [{}, 'Pier 3：Lobby 离线', 'Pier 3：Lobby 離線', 'Pier 3: Lobby is offline'],
    [
      { phase: 'end' },
      'Pier 3：Lobby 已恢复在线',
      'Pier 3：Lobby 已恢復連線',
      'Pier 3: Lobby is online again',
    ],
    [
      { kind: 'low_stock', low: 2 },
      'Pier 3：Lobby 库存不足（2 个货道）',
      'Pier 3：Lobby 庫存不足（2 個貨道）',
      'Pier 3: Lobby is low on stock (2 slots)',
    ],
    [
      { kind: 'abnormal', faults: ['MOTOR', 'NETWORK'] },
      'Pier 3：Lobby 异常：电机故障、网络异常',
      'Pier 3：Lobby 異常：馬達故障、網路異常',
      'Pier 3: Lobby has a fault: Motor fault, Network abnormal',
    ],
    [
      { kind: 'auto_refund', amount: 1250, orderno: '20261115' },
      'Pier 3：Lobby 自动退款 ¥12.50',
      'Pier 3：Lobby 自動退款 ¥12.50',
      'Pier 3: 12.50 CNY was refunded automatically at Lobby',
    ],
  ] as const)('%j is a title in three languages', (fields, ...titles) => {
    const notice = noticeOf([item({ ...fields, faults: [...('faults' in fields ? fields.faults : [])] })])
    const worded = (['zh-CN', 'zh-TW', 'en-US'] as const).map(
      (locale) => noticeText(locale, notice, 'CNY').title,
    )
    expect(worded).toEqual(titles)
  })

  test('leads to its machine, and a refund to its bill', () => {
    expect(noticeText('en-US', noticeOf([item()]), 'CNY').link).toBe('/device/SW1001')
    const refund = item({ kind: 'manual_refund', amount: 350, orderno: '20261115' })
    expect(noticeText('en-US', noticeOf([refund]), 'CNY').link).toBe('/buyOrder?bill=20261115')
  })

  test('of a machine without a store names no place', () => {
    const alone = item({ store: null, store_name: null })
    expect(noticeText('en-US', noticeOf([alone]), 'CNY').title).toBe('Lobby is offline')
  })
})

describe('several things', () => {
  const machines = (count: number, fields: Partial<NoticeItem> = {}) =>
    Array.from({ length: count }, (_, i) => item({ sn: `SW${i}`, title: `M${i}`, ...fields }))

  test('of one store are one line with a few names', () => {
    const { title, lines, body, link } = noticeText('en-US', noticeOf(machines(12)), 'CNY')
    expect(title).toBe('Pier 3: 12 devices offline (M0, M1, M2 …)')
    expect(lines).toEqual([{ text: title, link: '/alerts?kind=offline&store=3' }])
    expect([body, link]).toEqual(['', '/alerts?kind=offline&store=3'])
  })

  test('low stock leads to the machines of its store, which staff who refill may open', () => {
    const notice = noticeOf(machines(2, { kind: 'low_stock' }))
    expect(noticeText('en-US', notice, 'CNY').link).toBe('/device?low=true&store=3')
    expect(
      mayAccess(seesDevices, {
        isMain: false,
        activity: false,
        permissions: new Set([notifyPermissions.low_stock]),
      }),
    ).toBe(true)
  })

  test('of several stores and kinds are added up in the title, and a line each', () => {
    const notice = noticeOf([
      ...machines(2),
      ...machines(3, { store: '4', store_name: 'Mall' }),
      item({ kind: 'low_stock', phase: 'end' }),
    ])
    const { title, body, link } = noticeText('en-US', notice, 'CNY')
    expect(title).toBe('5 devices offline; 1 device stocked again')
    expect(body.split('\n')).toEqual([
      'Pier 3: 2 devices offline (M0, M1)',
      'Mall: 3 devices offline (M0, M1, M2)',
      'Pier 3: Lobby is stocked again',
    ])
    expect(link).toBe('/alerts')
  })

  test('refunds have their sum, and lead to the bills of their store', () => {
    const refunds = machines(2, { kind: 'auto_refund', amount: 350, orderno: '1' })
    const { title, link } = noticeText('zh-CN', noticeOf(refunds), 'MYR')
    expect(title).toBe('Pier 3：2 笔自动退款，共 RM7.00')
    expect(link).toBe('/buyOrder?status=8&status=11&store=3')
  })

  test.each([
    ['one kind', [{}, {}], '/alerts?kind=offline'],
    ['one kind that recovered', [{ phase: 'end' }, { phase: 'end' }], '/alerts?state=closed&kind=offline'],
    ['what recovered', [{ phase: 'end' }, { kind: 'low_stock', phase: 'end' }], '/alerts?state=closed'],
    ['what recovered and what did not', [{ phase: 'end' }, { kind: 'low_stock' }], '/alerts'],
    [
      'refunds of one kind',
      [{ kind: 'manual_refund' }, { kind: 'manual_refund' }],
      '/buyOrder?status=9&status=10',
    ],
    ['refunds', [{ kind: 'auto_refund' }, { kind: 'manual_refund' }], '/buyOrder'],
    ['refunds and alerts', [{ kind: 'auto_refund' }, {}], '/alerts'],
    ['low stock', [{ kind: 'low_stock' }, { kind: 'low_stock' }], '/device?low=true'],
    [
      'what was stocked',
      [
        { kind: 'low_stock', phase: 'end' },
        { kind: 'low_stock', phase: 'end' },
      ],
      '/device?low=false',
    ],
    [
      'low stock and what was stocked',
      [{ kind: 'low_stock', phase: 'end' }, { kind: 'low_stock' }],
      '/device?low=true',
    ],
    ['refunds and low stock', [{ kind: 'auto_refund' }, { kind: 'low_stock' }], '/device?low=true'],
    [
      'refunds and what was stocked',
      [{ kind: 'auto_refund' }, { kind: 'low_stock', phase: 'end' }],
      '/device',
    ],
  ] as const)('of two stores lead to the list that shows them: %s', (_, [here, there], link) => {
    const notice = noticeOf([item(here), item({ ...there, store: '4', store_name: 'Mall' })])
    expect(noticeText('en-US', notice, 'CNY').link).toBe(link)
  })

  test('beyond the groups that a notice names are counted', () => {
    const notice = noticeOf(machines(2))
    const sums = notice.sums.map((sum) => ({ ...sum, count: 2_000 }))
    const { title, lines } = noticeText(
      'en-US',
      {
        ...notice,
        count: 2_000,
        sums,
        groups: [...notice.groups, ...noticeOf(machines(1, { store: '4' })).groups],
      },
      'CNY',
    )
    expect(title).toBe('2000 devices offline')
    expect(lines.at(-1)).toEqual({ text: '1997 more', link: '/alerts?kind=offline' })
  })
})

test('a summary says that it is one, and a test that it is a test', () => {
  const summary = noticeText('en-US', noticeOf([item()], { is_summary: true }), 'CNY')
  expect(summary.title).toBe('During quiet hours: Pier 3: Lobby is offline')
  const trial = noticeText('en-US', noticeOf([], { is_test: true }), 'CNY')
  expect(trial).toEqual({
    title: 'Test notification',
    body: 'Notifications arrive here.',
    lines: [],
    link: '/inbox',
  })
})
