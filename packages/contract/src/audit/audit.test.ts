import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { contract } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { locales, words } from '../kernel/locale.ts'
import { auditAddress, auditCallName, auditChanges, auditDeed, auditObjectName, auditWho } from './changes.ts'
import { amount, type AuditDomain, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { auditCallWords, auditDomains, auditedCalls, auditObjectWords } from './domains.ts'
import { readerOf } from './reader.ts'
import { AuditFilter } from './schemas.ts'

const changing = Object.values(contract)
  .flatMap((table) => Object.entries<Call>(table))
  .filter(([, row]) => row.changes)

/** The code from the header is written down under the name of its path. */
const writtenAs: Record<string, string> = { sendHeaderSms: 'sendPwdSMS' }

describe('the words of the audit', () => {
  test('name every changing call in every language', () => {
    const lacking = changing.flatMap(([name]) =>
      locales.filter((locale) => !(name in auditCallWords[locale])).map((locale) => `${locale} ${name}`),
    )
    expect(lacking).toEqual([])
  })

  test('offer every call of a session as a filter, once', () => {
    const offered: string[] = Object.values(auditedCalls).flat()
    const ofSessions = changing
      .filter(([, row]) => row.access !== 'public')
      .map(([name]) => writtenAs[name] ?? name)
    expect(offered).toEqual(expect.arrayContaining(ofSessions))
    expect(new Set(offered).size).toBe(offered.length)
    for (const name of offered) expect(Object.keys(auditCallWords['en-US'])).toContain(name)
  })

  test('are said of each call and kind of object by one domain, and taken over from all of them', () => {
    const kinds = auditDomains.flatMap((domain) => Object.keys(domain.kinds))
    const named = auditDomains.flatMap((domain) => Object.keys(domain.calls))
    expect(kinds.toSorted()).toEqual(Object.keys(auditObjectWords['en-US']).toSorted())
    expect(named.toSorted()).toEqual(Object.keys(auditCallWords['en-US']).toSorted())
    for (const kind of auditDomains.flatMap((domain) => Object.keys(domain.elsewhere ?? {})))
      expect(kinds).toContain(kind)
  })
})

describe('fields of the same name', () => {
  const refundWords = words({
    refund: ['退款', '退款', 'Refund'],
    reason: ['退款原因', '退款原因', 'Why it was refunded'],
    empty: ['未出货', '未出貨', 'Nothing came out'],
    price: ['退款金额', '退款金額', 'Refunded'],
  })
  const refund = labelled(refundWords)
  const refunds: AuditDomain = {
    kinds: {
      refund: {
        name: ['退款', '退款', 'Refund'],
        fields: { reason: refund('reason', oneOf(refundWords)), price: refund('price', amount) },
      },
    },
    calls: inGroup('files', { refundBill: ['退款', '退款', 'Refunded a sale'] }),
    elsewhere: { job: { store: refund('refund') } },
  }
  const { changes } = readerOf([refunds, ...auditDomains])

  test('are read by the kind of object, in whatever order the domains come', () => {
    const after = { reason: 'empty' }
    const ofStock = { call: 'setQuantity', object: 'device', before: null, after }
    const ofRefund = { call: 'refundBill', object: 'refund', before: null, after }
    for (const read of [changes, readerOf([...auditDomains, refunds]).changes]) {
      expect(read('en-US', ofStock)).toMatchObject([{ label: 'Method', after: 'Emptied' }])
      expect(read('en-US', ofRefund)).toMatchObject([
        { label: 'Why it was refunded', after: 'Nothing came out' },
      ])
    }
  })

  test('of every export’s filter have words', () => {
    const shapesOf = (schema: z.ZodType): object[] =>
      schema instanceof z.ZodDiscriminatedUnion
        ? (schema.options as z.ZodType[]).flatMap(shapesOf)
        : schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault
          ? shapesOf(schema.unwrap() as z.ZodType)
          : [(schema as z.ZodObject).shape]
    const filters = changing
      // What is recorded of an export of slots is not its input.
      .filter(([name]) => name.startsWith('export') && name !== 'exportDevChannel')
      .flatMap(([call, row]) => shapesOf(row.input).map((shape) => [call, shape] as const))
    expect(filters.length).toBeGreaterThan(6)
    for (const [call, shape] of filters) {
      const { condition, ...fields } = shape as { condition: z.ZodType }
      const after = Object.fromEntries(
        Object.keys({ ...fields, ...shapesOf(condition)[0] }).map((field) => [field, 'x']),
      )
      const unworded = auditChanges('en-US', { call, object: 'job', before: null, after })
        .filter(({ label }) => label === null)
        .map(({ field }) => `${call}.${field}`)
      expect(unworded).toEqual([])
    }
  })

  test('are read as written where their own kind of object has no words for them', () => {
    const line = { call: 'editStore', object: 'store', before: null, after: { reason: 'empty', price: 300 } }
    expect(changes('en-US', line)).toMatchObject([
      { field: 'reason', label: null, after: 'empty' },
      { field: 'price', label: null, after: '300' },
    ])
  })

  test('are read in a filter by the domain that exports', () => {
    const line = { object: 'job', before: null, after: { condition: { store: '7' } } }
    const labelOf = (call: string) => changes('en-US', { ...line, call }).map(({ label }) => label)
    expect(labelOf('exportStaff')).toEqual(['Stores'])
    expect(labelOf('exportDev')).toEqual(['Store'])
    expect(labelOf('refundBill')).toEqual(['Refund'])
    expect(labelOf('exportGoods')).toEqual([null])
  })
})

describe('a line of the audit', () => {
  const store = {
    _id: '7',
    rev: 1,
    store_name: 'Quay 7',
    area: '3',
    area_name: 'Harbour',
    phone: '',
    auto_refund: false,
    mode: 'routine',
    device_count: 2,
  }

  test('shows what changed, in words, and leaves out what did not', () => {
    const after = {
      ...store,
      rev: 2,
      area: null,
      area_name: null,
      phone: '400',
      auto_refund: true,
      mode: 'activity',
    }
    const turned = Object.fromEntries(Object.entries(after).toReversed())
    expect(
      auditChanges('en-US', { call: 'editStore', object: 'store', before: store, after: turned }),
    ).toEqual([
      { field: 'area', label: 'Area', before: 'Harbour', after: null },
      { field: 'phone', label: 'Owner phone', before: null, after: '400' },
      { field: 'auto_refund', label: 'Automatic refund', before: 'No', after: 'Yes' },
      { field: 'mode', label: 'Store mode', before: 'Routine', after: 'Activity' },
    ])
  })

  test('shows all that was in something new or deleted', () => {
    const area = { _id: '3', rev: 1, area_name: '港口', phone: '', remarks: '早上九点', store_count: 0 }
    expect(auditChanges('zh-CN', { call: 'delArea', object: 'area', before: area, after: null })).toEqual([
      { field: 'area_name', label: '区域名称', before: '港口', after: null },
      { field: 'remarks', label: '备注', before: '早上九点', after: null },
    ])
  })

  test('names permissions, roles, stores and devices instead of their numbers', () => {
    const role = { roleid: '2', name: 'Clerk', perm_detail: '1020,1021', goods_scope: 'own', user_count: 1 }
    expect(auditChanges('en-US', { call: 'addRole', object: 'role', before: null, after: role })).toEqual([
      { field: 'name', label: 'Role name', before: null, after: 'Clerk' },
      { field: 'perm_detail', label: 'Permissions', before: null, after: 'Overview, Sales bills' },
      { field: 'goods_scope', label: 'Goods scope', before: null, after: 'Own only' },
    ])
    const user = { sub_userid: '9', roleid: '2', role_name: 'Clerk', store: ['7'], store_names: ['Quay 7'] }
    expect(
      auditChanges('en-US', { call: 'addSubUser', object: 'subUser', before: null, after: user }),
    ).toMatchObject([
      { label: 'Role', after: 'Clerk' },
      { label: 'Stores', after: 'Quay 7' },
    ])
  })

  test('shows what an export was filtered by', () => {
    const after = { kind: 'store', condition: { q: 'quay', auto_refund: true } }
    expect(
      auditChanges('en-US', { call: 'exportRegions', object: 'job', before: null, after }),
    ).toMatchObject([
      { label: 'What was exported', after: 'Store' },
      { label: 'Search text', after: 'quay' },
      { label: 'Automatic refund', after: 'Yes' },
    ])
  })

  test('shows fields without words as they were written', () => {
    const after = { forgotten: { a: 1 } }
    const asWritten = [{ field: 'forgotten', label: null, before: null, after: '{"a":1}' }]
    for (const [call, object] of [
      ['gone', 'gone'],
      ['editStore', 'gone'],
      ['gone', 'store'],
      ['exportStore', 'toString'],
    ] as const)
      expect(auditChanges('en-US', { call, object, before: null, after })).toEqual(asWritten)
    expect(auditCallName('zh-CN', 'forgottenCall')).toBe('forgottenCall')
    expect(
      auditChanges('en-US', { call: 'toString', object: 'constructor', before: 'text', after: [1] }),
    ).toEqual([])
  })

  test('knows the name of its object from after or before', () => {
    expect(auditObjectName('en-US', { object: 'store', before: store, after: null })).toBe('Quay 7')
    expect(
      auditObjectName('en-US', { object: 'store', before: store, after: { ...store, store_name: 'Quay 8' } }),
    ).toBe('Quay 8')
    expect(auditObjectName('en-US', { object: 'session', before: null, after: null })).toBeNull()
  })

  test('names the machine and the slots of a line that records only their numbers', () => {
    const machine = { sn: '8001', title: 'Lobby' }
    const line = { object: 'device', before: null, after: { sn: '8001', channel_sn: '3, 5' } }
    expect(auditObjectName('en-US', { ...line, machine })).toBe('Lobby, slots 3, 5')
    expect(auditObjectName('zh-CN', { ...line, machine })).toBe('Lobby，货道 3, 5')
    const one = { ...line, after: { channel_sn: 3 } }
    expect(auditObjectName('en-US', { ...one, machine: { sn: '8001', title: '' } })).toBe('8001, slot 3')
    expect(auditObjectName('en-US', { ...line, after: { sn: '8001', channel_sn: '' }, machine })).toBe(
      'Lobby',
    )
    expect(auditObjectName('en-US', { ...line, machine: null })).toBeNull()
  })

  test('says whether slots were filled, emptied or counted', () => {
    const deed = (reason: string): string =>
      auditDeed('en-US', { call: 'setQuantity', before: null, after: { reason } })
    expect(['fill', 'empty', 'count'].map(deed)).toEqual([
      'Filled slots',
      'Emptied slots',
      'Used device counts',
    ])
    expect(deed('forgotten')).toBe(auditCallName('en-US', 'setQuantity'))
    expect(auditDeed('en-US', { call: 'setQuantity', before: null, after: null })).toBe(
      auditCallName('en-US', 'setQuantity'),
    )
    expect(auditDeed('en-US', { call: 'addArea', before: null, after: { reason: 'fill' } })).toBe(
      auditCallName('en-US', 'addArea'),
    )
  })

  test('says who and from where', () => {
    const operator = { account: null, username: 'operator', nickname: null }
    expect(auditWho('zh-TW', operator)).toBe('平台營運')
    expect(auditWho('en-US', { ...operator, username: 'system' })).toBe('System')
    expect(auditWho('en-US', { account: '1', username: '139', nickname: '' })).toBe('139')
    expect(auditAddress('en-US', '::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(auditAddress('zh-CN', 'command line')).toBe('平台命令行')
  })
})

test('the days of a filter are in order', () => {
  expect(AuditFilter.safeParse({ from: '2026-02-01', to: '2026-02-01' }).success).toBe(true)
  expect(AuditFilter.safeParse({ from: '2026-02-02', to: '2026-02-01' }).success).toBe(false)
})
