import { describe, expect, test } from 'vitest'

import { contract } from '../index.ts'
import type { Call } from '../kernel/call.ts'
import { locales } from '../kernel/locale.ts'
import { auditAddress, auditCallName, auditChanges, auditObjectName, auditWho } from './changes.ts'
import { AuditFilter } from './schemas.ts'
import { auditCallWords, auditedCalls } from './call-words.ts'

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
    expect(auditChanges('en-US', { object: 'store', before: store, after: turned })).toEqual([
      { field: 'area', label: 'Area', before: 'Harbour', after: null },
      { field: 'phone', label: 'Owner phone', before: null, after: '400' },
      { field: 'auto_refund', label: 'Automatic refund', before: 'No', after: 'Yes' },
      { field: 'mode', label: 'Mode', before: 'Routine', after: 'Activity' },
    ])
  })

  test('shows all that was in something new or deleted', () => {
    const area = { _id: '3', rev: 1, area_name: '港口', phone: '', remarks: '早上九点', store_count: 0 }
    expect(auditChanges('zh-CN', { object: 'area', before: area, after: null })).toEqual([
      { field: 'area_name', label: '区域名称', before: '港口', after: null },
      { field: 'remarks', label: '备注', before: '早上九点', after: null },
    ])
  })

  test('names permissions, roles, stores and devices instead of their numbers', () => {
    const role = { roleid: '2', name: 'Clerk', perm_detail: '1020,1021', goods_scope: 'own', user_count: 1 }
    expect(auditChanges('en-US', { object: 'role', before: null, after: role })).toEqual([
      { field: 'name', label: 'Role name', before: null, after: 'Clerk' },
      { field: 'perm_detail', label: 'Permissions', before: null, after: 'Overview, Sales bills' },
      { field: 'goods_scope', label: 'Goods scope', before: null, after: 'Own only' },
    ])
    const user = { sub_userid: '9', roleid: '2', role_name: 'Clerk', store: ['7'], store_names: ['Quay 7'] }
    expect(auditChanges('en-US', { object: 'subUser', before: null, after: user })).toMatchObject([
      { label: 'Role', after: 'Clerk' },
      { label: 'Stores', after: 'Quay 7' },
    ])
  })

  test('shows what an export was filtered by', () => {
    const after = { kind: 'store', condition: { q: 'quay', auto_refund: true } }
    expect(auditChanges('en-US', { object: 'job', before: null, after })).toMatchObject([
      { label: 'What was exported', after: 'Store' },
      { label: 'Search text', after: 'quay' },
      { label: 'Automatic refund', after: 'Yes' },
    ])
  })

  test('shows as written what nobody has words for any more', () => {
    expect(auditChanges('en-US', { object: 'gone', before: null, after: { forgotten: { a: 1 } } })).toEqual([
      { field: 'forgotten', label: null, before: null, after: '{"a":1}' },
    ])
    expect(auditCallName('zh-CN', 'forgottenCall')).toBe('forgottenCall')
    expect(auditChanges('en-US', { object: 'constructor', before: 'text', after: [1] })).toEqual([])
  })

  test('knows the name of its object from after or before', () => {
    expect(auditObjectName({ object: 'store', before: store, after: null })).toBe('Quay 7')
    expect(
      auditObjectName({ object: 'store', before: store, after: { ...store, store_name: 'Quay 8' } }),
    ).toBe('Quay 8')
    expect(auditObjectName({ object: 'session', before: null, after: null })).toBeNull()
  })

  test('says who and from where', () => {
    const operator = { account: null, username: 'operator', nickname: null }
    expect(auditWho('zh-TW', operator)).toBe('平台營運')
    expect(auditWho('en-US', { account: '1', username: '139', nickname: '' })).toBe('139')
    expect(auditAddress('en-US', '::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(auditAddress('zh-CN', 'command line')).toBe('平台命令行')
  })
})

test('the days of a filter are in order', () => {
  expect(AuditFilter.safeParse({ from: '2026-02-01', to: '2026-02-01' }).success).toBe(true)
  expect(AuditFilter.safeParse({ from: '2026-02-02', to: '2026-02-01' }).success).toBe(false)
})
