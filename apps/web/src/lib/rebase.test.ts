import { describe, expect, test } from 'vitest'

import { rebase } from './rebase.ts'

type Values = { rev: number; title: string; price: number | null; tags: string[]; note?: string }
const base: Values = { rev: 1, title: 'Tea', price: 300, tags: ['hot'] }

describe('a record that has changed under a form', () => {
  test('typed values stay, changes of the other user are taken over, and fields that both changed are reported', () => {
    const latest: Values = { rev: 2, title: 'Green tea', price: 400, tags: ['hot', 'new'] }
    const typed: Values = { ...base, price: 500, note: 'cheap' }
    expect(rebase(base, latest, typed)).toEqual({
      values: { rev: 2, title: 'Green tea', price: 500, tags: ['hot', 'new'], note: 'cheap' },
      clashes: [{ field: 'price', theirs: 400, yours: 500 }],
      taken: ['rev', 'title', 'tags'],
    })
  })

  test('the same change by both is no quarrel', () => {
    const latest: Values = { ...base, rev: 2, title: 'Green tea', tags: ['new'] }
    const typed: Values = { ...base, title: 'Green tea', tags: ['new'] }
    expect(rebase(base, latest, typed)).toEqual({ values: latest, clashes: [], taken: ['rev'] })
  })

  test('a field that was emptied again counts as never filled', () => {
    const latest: Values = { ...base, note: 'theirs' }
    expect(rebase(base, latest, { ...base, note: '' }).values.note).toBe('theirs')
  })
})
