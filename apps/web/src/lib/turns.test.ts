import { describe, expect, test } from 'vitest'

import {
  drawerEdges,
  findNeighbour,
  neighboursOf,
  numberedEdges,
  turn,
  type TurningOrder,
  orderAt,
} from './turns.ts'

describe('the neighbours of a record', () => {
  test('are one before and one after it, but at the ends of its page', () => {
    const ids = ['a', 'b', 'c']
    expect(neighboursOf(ids, 'b')).toEqual({ before: 'a', after: 'c' })
    expect(neighboursOf(ids, 'a')).toEqual({ before: undefined, after: 'b' })
    expect(neighboursOf(ids, 'c')).toEqual({ before: 'b', after: undefined })
  })

  test('are none for a record that is not in the list', () => {
    expect(neighboursOf(['a'], 'z')).toBeUndefined()
    expect(neighboursOf([], 'z')).toBeUndefined()
  })
})

/** A user before a list of numbered pages, whose records may leave it. */
function reader(count: number, size: number) {
  let list = Array.from({ length: count }, (_, n) => String(n + 1))
  const idsOf = (page: number) => list.slice((page - 1) * size, page * size)
  let order: TurningOrder & { page: number } = { page: 1, ids: idsOf(1), passed: [] }
  let id = '1'
  const press = (side: 'before' | 'after') =>
    turn(side, {
      id,
      order,
      go: (next) => (id = next),
      edge: numberedEdges({
        page: order.page,
        size,
        count,
        read: async (page) => idsOf(page),
        open: (next, to) => {
          order = to
          id = next
        },
      })[side],
    })
  return {
    press,
    at: () => id,
    page: () => order.page,
    /** Presses until the end, with `work` at each record, and returns all records that were open. */
    toTheEnd: async (work: (id: string) => void = () => undefined) => {
      const opened = [id]
      work(id)
      while ((await press('after')) === 'turned') {
        opened.push(id)
        work(id)
        if (opened.length > 2 * count) break
      }
      return opened
    },
    leave: (gone: string) => (list = list.filter((one) => one !== gone)),
    moveToEnd: (moved: string) => (list = [...list.filter((one) => one !== moved), moved]),
    enter: (one: string) => (list = [one, ...list]),
  }
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1))

describe('turning at the edge of a page', () => {
  test('visits each record once in a list that stays as it is', async () => {
    const user = reader(25, 10)
    expect(await user.toTheEnd()).toEqual(upTo(25))
    expect(user.page()).toBe(3)
  })

  test.each([25, 15, 10])(
    'visits each of %i records although the work takes all out of the list',
    async (count) => {
      const user = reader(count, 10)
      expect(await user.toTheEnd(user.leave)).toEqual(upTo(count))
    },
  )

  test('visits each record although every second one leaves the list', async () => {
    const user = reader(25, 10)
    expect(await user.toTheEnd((id) => Number(id) % 2 === 0 && user.leave(id))).toEqual(upTo(25))
  })

  test('ends although the work moves each record to the end of the list', async () => {
    const user = reader(25, 10)
    expect(await user.toTheEnd(user.moveToEnd)).toEqual(upTo(25))
  })

  test('does not return to a record that was moved to the next page by a new one', async () => {
    const user = reader(20, 10)
    while (user.at() !== '10') await user.press('after')
    user.enter('new')
    await user.press('after')
    // The new record is on the page that is read again, and was not shown yet.
    expect(user.at()).toBe('new')
  })

  test('leads back to the page before, and forward again', async () => {
    const user = reader(25, 10)
    while (user.at() !== '11') await user.press('after')
    await user.press('before')
    expect([user.at(), user.page()]).toEqual(['10', 1])
    await user.press('after')
    expect([user.at(), user.page()]).toEqual(['11', 2])
  })

  test('leads back over pages that are empty by now, and says where the list begins', async () => {
    const read = async (page: number) => (page === 1 ? ['1', '2'] : [])
    const opened: string[] = []
    const back = (order: TurningOrder) =>
      turn('before', {
        id: '5',
        order,
        go: () => undefined,
        edge: numberedEdges({ page: 3, size: 2, count: 5, read, open: (id) => opened.push(id) }).before,
      })
    expect(await back({ ids: ['5'], passed: [] })).toBe('turned')
    expect(opened).toEqual(['2'])
    expect(await back({ ids: ['5', '1'], passed: [] })).toBe('end')
  })

  test('back from a bill leads to the newer one, although the newest page is full and holds both', async () => {
    const opened: string[] = []
    const outcome = await turn('before', {
      id: 'b1',
      order: { ids: ['b1', 'b2', 'b3', 'b4'], passed: [] },
      go: () => undefined,
      edge: async () => ({ ids: ['n1', 'n2', 'b1', 'b2'], open: (id) => opened.push(id) }),
    })
    expect([outcome, ...opened]).toEqual(['turned', 'n2'])
  })
})

test('a turn that was refused is the next one again', async () => {
  const asked: string[] = []
  const order = { ids: ['a', 'b', 'c'], passed: [] }
  // Unsaved input keeps the user on the record, so the address still names it.
  const press = () => turn('after', { id: 'a', order, go: (id) => asked.push(id), edge: undefined })
  await press()
  await press()
  expect(asked).toEqual(['b', 'b'])
})

test('nothing happens on a record that is not in the order', async () => {
  const order = { ids: ['a', 'b'], passed: [] }
  const go = () => expect.unreachable()
  expect(await turn('after', { id: 'z', order, go, edge: undefined })).toBe('here')
  expect(await turn('after', { id: undefined, order, go, edge: undefined })).toBe('here')
})

test('a drawer leads on from the last page as long as its record has left the list', () => {
  const list = { page: 1, size: 2, count: 2, drawer: 'b', turnDrawer: () => undefined, read: async () => [] }
  expect(drawerEdges({ ...list, ids: ['a', 'b'] })).toEqual({ before: undefined, after: undefined })
  expect(drawerEdges({ ...list, ids: ['c', 'd'] }).after).toBeDefined()
  expect(drawerEdges({ ...list, ids: ['a', 'b'], count: 3 }).after).toBeDefined()
})

test('the order stays that of the open record while the next page opens, and where it was refused', () => {
  const next = { ids: ['c', 'd'], passed: ['a', 'b'] }
  expect(orderAt('b', next, ['a', 'b'])?.ids).toEqual(['a', 'b'])
  // The list below still loads its page.
  expect(orderAt('c', next, undefined)).toBe(next)
  expect(orderAt('z', next, undefined)).toBeUndefined()
  expect(orderAt(undefined, next, undefined)).toBeUndefined()
})

describe('in a whole list of 250', () => {
  const all = Array.from({ length: 250 }, (_, n) => String(n + 1))
  const find = (id: string, side: 'before' | 'after') =>
    findNeighbour(id, side, {
      size: 10,
      read: async ({ pageNum, pageSize }) => ({
        ids: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
        count: all.length,
      }),
    })

  test.each([
    ['42', 'after', '43', 5],
    ['40', 'after', '41', 5],
    ['41', 'before', '40', 4],
    ['100', 'after', '101', 11],
    ['101', 'before', '100', 10],
    ['249', 'after', '250', 25],
  ] as const)('the one of %s %s is %s, with its page of the list', async (id, side, next, page) => {
    const ids = all.slice((page - 1) * 10, page * 10)
    expect(await find(id, side)).toEqual({ id: next, ids, page, size: 10, count: 250 })
  })

  test.each([
    ['1', 'before'],
    ['250', 'after'],
    ['999', 'before'],
  ] as const)('%s has none %s', async (id, side) => {
    expect(await find(id, side)).toBeUndefined()
  })

  test('after a record that has left the list comes the first one', async () => {
    expect((await find('999', 'after'))?.id).toBe('1')
  })
})
