import { type InputOf, memberCalls, memberFieldWords } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { downloadExport, readExport } from '../../../test/exports.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeCard } from '../../../test/member-stand.ts'
import { ask, makeSelling, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
})

type Condition = InputOf<typeof memberCalls.getMemberList>['condition']
const list = async (condition: Condition = {}, as = owner) =>
  (await app.call(memberCalls.getMemberList, { condition }, { as })).body.result

async function pay(cardno: string): Promise<Date> {
  app.clock.advance(60)
  const answer = await ask(app, machine, requestOf({ pay: 'card', card: cardno }))
  expect(answer).toMatchObject({ state: 'paid' })
  return app.clock.now
}

test('cards of one openid are one member, and a card without one is a member of its own', async () => {
  const neighbour = await makeMerchant(app)
  await makeCard(app, neighbour, { openid: 'o-lin', point: 9_000 })
  await makeCard(app, owner, { cardno: 'A', nickname: 'Lin', openid: 'o-lin', point: 1_000 })
  await makeCard(app, owner, { cardno: 'B', nickname: '', openid: 'o-lin', point: 700 })
  await makeCard(app, owner, { cardno: 'C', nickname: '', point: 350 })
  await makeCard(app, owner, { cardno: 'D', nickname: 'Chen' })
  await pay('A')
  await pay('B')
  const last = await pay('A')
  const single = await pay('C')
  const { count, data } = await list()
  expect(count).toBe(3)
  expect(data).toEqual([
    {
      member: 'o-lin',
      openid: 'o-lin',
      nickname: 'Lin',
      cards: ['B', 'A'],
      card_count: 2,
      point: 650,
      spend: 1_050,
      visits: 3,
      last_visit: last.toISOString(),
    },
    {
      member: expect.stringMatching(/^card:\d+$/),
      openid: '',
      nickname: '',
      cards: ['C'],
      card_count: 1,
      point: 0,
      spend: 350,
      visits: 1,
      last_visit: single.toISOString(),
    },
    expect.objectContaining({ nickname: 'Chen', cards: ['D'], spend: 0, visits: 0, last_visit: null }),
  ])
  expect((await list({}, neighbour)).data).toMatchObject([{ card_count: 1, point: 9_000, spend: 0 }])
})

test('members are found by number, nickname and openid, and put in order', async () => {
  await makeCard(app, owner, { cardno: 'A', nickname: 'Lin', openid: 'o-1', point: 5_000 })
  await makeCard(app, owner, { cardno: 'B', nickname: 'Chen', openid: 'o-2', point: 5_000 })
  await makeCard(app, owner, { cardno: 'C', nickname: 'New' })
  await pay('B')
  await pay('B')
  await pay('A')
  const names = async (condition: Condition) => (await list(condition)).data.map(({ nickname }) => nickname)
  expect(await names({})).toEqual(['Chen', 'Lin', 'New'])
  expect(await names({ sort: 'visits' })).toEqual(['Chen', 'Lin', 'New'])
  expect(await names({ sort: 'last_visit' })).toEqual(['Lin', 'Chen', 'New'])
  for (const q of ['lin', 'o-1', 'A']) expect(await names({ q }), q).toEqual(['Lin'])
  expect(await names({ q: '%' })).toEqual([])
})

test.each([1, 3])('a sheet of members has %s', async (count) => {
  const neighbour = await makeMerchant(app)
  await makeCard(app, neighbour, { cardno: 'theirs' })
  for (let n = 1; n <= count; n += 1) await makeCard(app, owner, { cardno: `A-${n}`, nickname: `Lin ${n}` })
  const [head, ...lines] = await readExport(app, memberCalls.exportCard, { kind: 'member' }, owner)
  expect(head).toContain(`${memberFieldWords['en-US'].spent} (CNY)`)
  expect(lines.map((cells) => cells.find((cell) => cell?.startsWith('Lin'))).toSorted()).toEqual(
    Array.from({ length: count }, (_, n) => `Lin ${n + 1}`),
  )
})

test('a sheet of cards has each card once, the newest first, with its machines', async () => {
  const neighbour = await makeMerchant(app)
  await makeCard(app, neighbour, { cardno: 'theirs' })
  await asOwner(
    app,
    `insert into card (tenant_id, cardno, nickname, openid, note, device, point, created_at)
     select $1, 'M-' || n, '', '', '', '{}', 0, $2 from generate_series(1, 600) n`,
    [owner.tenantId, app.clock.now],
  )
  await makeCard(app, owner, { cardno: 'gone' })
  await app.call(memberCalls.delCard, { cardno: 'gone' }, { as: owner })
  const only = { openid: 'o-1', device: [machine.sn], note: 'VIP' }
  await makeCard(app, owner, { cardno: 'last', nickname: 'Lin', point: 1_000, ...only })
  const paid = await pay('last')
  const read = async (condition: object) => {
    const input = { kind: 'card', format: 'csv', condition } as const
    const { body } = await downloadExport(app, memberCalls.exportCard, input, { as: owner })
    return body.replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  const [header, first, second, ...more] = await read({})
  const { allDevices } = memberFieldWords['en-US']
  /** As the merchant's clock shows it, some seconds before the payment. */
  const clock = (seconds: number) =>
    new Date(paid.getTime() - seconds * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(first).toBe(`last,Lin,o-1,650,Machine ${machine.sn},3.50,1,${clock(0)},${clock(60)},VIP`)
  expect(second).toBe(`M-600,,,0,${allDevices},0.00,0,,${clock(60)},`)
  const numbers = Array.from({ length: 599 }, (_, n) => `M-${599 - n}`)
  expect(more.map((line) => line.split(',')[0])).toEqual(numbers)
  expect(await read({ openid: 'o-1' })).toEqual([header, first])
})

test('a replaced card keeps what its member has spent, and a member without a card is none', async () => {
  await makeCard(app, owner, { cardno: 'old', nickname: 'Lin', openid: 'o-1', point: 1_000 })
  await makeCard(app, owner, { cardno: 'only', openid: 'o-2' })
  await pay('old')
  for (const cardno of ['old', 'only']) await app.call(memberCalls.delCard, { cardno }, { as: owner })
  expect(await list()).toEqual({ count: 0, data: [] })
  await makeCard(app, owner, { cardno: 'new', nickname: 'Lin', openid: 'o-1', point: 20 })
  expect((await list()).data).toMatchObject([
    { cards: ['new'], card_count: 1, point: 20, spend: 350, visits: 1 },
  ])
  expect((await list({ q: 'old' })).count).toBe(0)
})
