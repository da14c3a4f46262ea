import { expect, test } from 'vitest'

import { asUser } from '../../test/as-user.ts'
import { testApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'
import { readLongPage } from './long-list.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const records = Array.from({ length: 12 }, (_, n) => ({
  at: new Date(n * 1000),
  key: String(n),
})).toReversed()

/** The first page of a list whose count is this. */
const pageOf = (count: number | { atLeast: number }, found = records) =>
  asUser(app, owner, (ctx) =>
    readLongPage<(typeof records)[number]>(
      ctx,
      { pageNum: 1, pageSize: 10 },
      {
        keyPattern: /^\d+$/,
        positionOf: (record) => record,
        count: async () => count,
        read: async (_start, limit, offset) => found.slice(offset, offset + limit),
      },
    ),
  )

test.each([
  ['is exact', 12, { count: 12 }],
  ['is more than one can page through', 10_001, { count: 10_000, countCapped: true }],
  ['took too long: at least what was found', { atLeast: 0 }, { count: 10, countCapped: true }],
  ['took too long: at least what is known', { atLeast: 400 }, { count: 400, countCapped: true }],
])('the count of a list %s', async (_, count, expected) => {
  const { data, newer, older, ...counted } = await pageOf(count)
  expect([data.length, newer, typeof older]).toEqual([10, null, 'string'])
  expect(counted).toEqual(expected)
})

test('a list without a record that could not be counted is empty', async () => {
  expect(await pageOf({ atLeast: 0 }, [])).toMatchObject({ data: [], count: 0, countCapped: true })
})
