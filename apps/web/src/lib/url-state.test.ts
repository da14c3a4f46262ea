import { GoodsFilter, StoreFilter } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import {
  filterIn,
  readFilter,
  readPage,
  readPlace,
  withFilter,
  withoutField,
  writeFilter,
  writePage,
  writePlace,
} from './url-state.ts'

const from = (search: string) => readFilter(StoreFilter, new URLSearchParams(search))

describe('a view of a list', () => {
  test('holds the fields of the filter that fit, as the address has them', () => {
    const address = new URLSearchParams('tab=stores&q=mall&mode=party&ids=7&ids=8&page=3&size=50&open=9')
    expect(filterIn(StoreFilter, address)).toEqual({ q: ['mall'], ids: ['7', '8'] })
  })

  test('replaces the whole filter and begins at page 1; what is no field of the list is ignored', () => {
    const address = new URLSearchParams('tab=stores&q=mall&area=7&page=3&size=50')
    const shown = withFilter(StoreFilter, address, { mode: ['activity'], ids: ['7', '8'], open: ['9'] })
    expect(shown.toString()).toBe('tab=stores&size=50&ids=7&ids=8&mode=activity')
  })
})

describe('a field that tabs choose', () => {
  const listOf = (search: string) => {
    const address = new URLSearchParams(search)
    const applied: object[] = []
    return {
      applied,
      list: {
        filter: readFilter(StoreFilter, address),
        addressFilter: () => filterIn(StoreFilter, address),
        applyFilter: (filter: object) => void applied.push(filter),
      },
    }
  }

  test('is no filter', () => {
    const { filter, filtered } = withoutField(listOf('mode=activity').list, 'mode')
    expect({ filter, filtered }).toEqual({ filter: {}, filtered: false })
  })

  test('stays when the filters beside it are reset', () => {
    const { list, applied } = listOf('mode=activity&q=mall')
    const shown = withoutField(list, 'mode')
    expect(shown).toMatchObject({ filter: { q: 'mall' }, filtered: true })
    shown.resetFilter()
    expect(applied).toEqual([{ mode: ['activity'] }])
  })
})

describe('the filter of a list', () => {
  test('is read from the address by the schema of the contract', () => {
    expect(from('q=mall&area=12&mode=activity&auto_refund=true')).toEqual({
      q: 'mall',
      area: '12',
      mode: 'activity',
      auto_refund: true,
    })
  })

  test('takes digits as text where the schema wants text', () => {
    expect(from('q=007')).toEqual({ q: '007' })
    expect(from('q=true')).toEqual({ q: 'true' })
  })

  test('ignores invalid and unknown parameters and keeps the rest', () => {
    expect(from('q=mall&area=x&mode=party&auto_refund=perhaps&foreign=1')).toEqual({ q: 'mall' })
  })

  test('keeps the rest beside a span the wrong way round', () => {
    const search = new URLSearchParams('q=cola&min_price=900&max_price=400&tag=cold')
    expect(readFilter(GoodsFilter, search)).toEqual({ q: 'cola', min_price: 900, tag: 'cold' })
  })

  test('keeps the rest beside two broken pairs', () => {
    const pair = (one: string, other: string) =>
      z.refine<Record<string, unknown>>(
        (draft) => (draft[one] === undefined) === (draft[other] === undefined),
        {
          path: [other],
        },
      )
    const text = z.string().optional()
    const schema = z
      .strictObject({ q: text, a: text, b: text, c: text, d: text })
      .check(pair('a', 'b'), pair('c', 'd'))
    expect(readFilter(schema, new URLSearchParams('q=x&a=1&c=2'))).toEqual({ q: 'x' })
    expect(readFilter(schema, new URLSearchParams('q=x&a=1&b=1&c=2'))).toEqual({ q: 'x', a: '1', b: '1' })
  })

  test('reads repeated names as a list', () => {
    const schema = z.strictObject({ ids: z.array(z.string()).optional() })
    expect(readFilter(schema, new URLSearchParams('ids=1&ids=2'))).toEqual({ ids: ['1', '2'] })
  })

  test('reads repeated numbers as a list of numbers, where the schema wants numbers', () => {
    const schema = z.strictObject({ status: z.array(z.literal([0, 1, 2])).optional() })
    expect(readFilter(schema, new URLSearchParams('status=1&status=0'))).toEqual({ status: [1, 0] })
    expect(readFilter(schema, new URLSearchParams('status=2'))).toEqual({ status: [2] })
    expect(readFilter(schema, new URLSearchParams('status=9'))).toEqual({})
  })

  test('survives being written and read again', () => {
    const filter = { q: 'a&b=c 中', area: '7', auto_refund: false }
    expect(readFilter(StoreFilter, writeFilter(new URLSearchParams(), filter))).toEqual(filter)
  })

  test('begins again at page 1 when it changes, and leaves the rest of the address alone', () => {
    const next = writeFilter(new URLSearchParams('tab=stores&q=old&page=4&size=50'), { q: 'new' })
    expect(next.toString()).toBe('tab=stores&size=50&q=new')
  })

  test('leaves the address when it is emptied', () => {
    expect(writeFilter(new URLSearchParams('q=old&area=3'), { q: '', area: undefined }).toString()).toBe('')
  })
})

describe('the page of a list', () => {
  test('is the first, with 10 rows, unless the address says otherwise', () => {
    expect(readPage(new URLSearchParams(''))).toEqual({ page: 1, size: 10 })
    expect(readPage(new URLSearchParams('page=3&size=50'))).toEqual({ page: 3, size: 50 })
  })

  test('has the rows that its list names as standard, which then do not stand in the address', () => {
    expect(readPage(new URLSearchParams(''), 6)).toEqual({ page: 1, size: 6 })
    expect(readPage(new URLSearchParams('size=10'), 6)).toEqual({ page: 1, size: 10 })
    const write = (size: number) => writePage(new URLSearchParams(), { page: 2, size, standardSize: 6 })
    expect(write(6).toString()).toBe('page=2')
    expect(write(10).toString()).toBe('page=2&size=10')
  })

  test.each(['page=0&size=0', 'page=-1&size=1000', 'page=1.5&size=ten', 'page=&size=', 'page=1e9&size=1e9'])(
    'falls back for %s',
    (search) => {
      expect(readPage(new URLSearchParams(search))).toEqual({ page: 1, size: 10 })
    },
  )
})

describe('the place in a long list', () => {
  const at = (search: string) => readPlace(new URLSearchParams(search))

  test('is a cursor or a day; what is no day is passed over', () => {
    expect(at('cursor=abc&q=x')).toEqual({ cursor: 'abc' })
    expect(at('day=2026-11-15')).toEqual({ day: '2026-11-15' })
    expect(at('cursor=abc&day=2026-11-15')).toEqual({ cursor: 'abc' })
    expect(at('day=tomorrow')).toEqual({})
    expect(at('')).toEqual({})
  })

  test('replaces the one before, and a new filter begins at the newest record', () => {
    const there = writePlace(new URLSearchParams('q=x&page=3&cursor=abc'), { day: '2026-11-15' })
    expect(there.toString()).toBe('q=x&day=2026-11-15')
    expect(writePlace(there, {}).toString()).toBe('q=x')
    expect(writeFilter(there, { q: 'y' }).toString()).toBe('q=y')
  })
})
