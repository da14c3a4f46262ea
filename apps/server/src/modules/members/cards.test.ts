import { auditCalls, type InputOf, memberCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { hold, waitingForLocks } from '../../../test/hold-table.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { makeCard, movesOf, storedCard, unbalancedCards } from '../../../test/member-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { movePoints } from './point-queries.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

type Condition = InputOf<typeof memberCalls.getCardList>['condition']
const list = async (as: Merchant, condition: Condition = {}) =>
  (await app.call(memberCalls.getCardList, { condition }, { as })).body.result

const edit = async (as: Merchant, input: InputOf<typeof memberCalls.editCard>) =>
  (await app.call(memberCalls.editCard, input, { as })).body

describe('cards', () => {
  test('a card keeps every field, and its machines by number and by name', async () => {
    const machine = await makeBoundMachine(app, owner, { title: 'Hall' })
    const whole = {
      cardno: 'VIP-001',
      nickname: 'Lin',
      openid: 'o-lin',
      point: 12_000,
      note: 'from the opening day',
      device: [machine.sn, machine.sn],
    }
    const { body } = await app.call(memberCalls.addCard, whole, { as: owner })
    const card = {
      ...whole,
      device: [machine.sn],
      device_names: ['Hall'],
      spent: 0,
      visits: 0,
      last_visit: null,
      rev: 1,
      create_at: app.clock.now.toISOString(),
    }
    expect(body).toMatchObject({ rcode: 0, result: card })
    expect(await list(owner)).toMatchObject({ count: 1, data: [card] })
    expect(await movesOf(app, body.result)).toEqual([
      { reason: 'topup', amount: 12_000, balance: 12_000, orderno: '' },
    ])
    expect(await list(neighbour)).toEqual({ count: 0, data: [] })
  })

  test('the newest come first, ten on a page, and are found by number, nickname, note and person', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => `A-${n}`)
    for (const cardno of numbers) await makeCard(app, owner, { cardno })
    await makeCard(app, owner, { cardno: 'B-1', nickname: 'Chen', note: '100% paid', openid: 'o-1' })
    await makeCard(app, neighbour, { cardno: 'B-1', nickname: 'Chen' })
    const first = await list(owner)
    expect(first.count).toBe(13)
    expect(first.data.map(({ cardno }) => cardno)).toEqual(['B-1', ...numbers.toReversed().slice(0, 9)])
    for (const condition of [{ q: 'b-' }, { q: 'Chen' }, { q: '%' }, { openid: 'o-1' }, { cardno: 'B-1' }])
      expect((await list(owner, condition)).data).toMatchObject([{ cardno: 'B-1' }])
    expect((await list(owner, { q: '_' })).count).toBe(0)
    expect((await list(owner, { cardno: 'B' })).count).toBe(0)
  })

  test('a number belongs to one card of the merchant; a deleted card gives it free', async () => {
    const card = await makeCard(app, owner, { cardno: '888' })
    await makeCard(app, neighbour, { cardno: '888' })
    const { body } = await app.call(memberCalls.addCard, { cardno: '888' }, { as: owner })
    expect(body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'cardno', message: 'Another card has this number' }] },
    })
    await app.call(memberCalls.delCard, { cardno: '888' }, { as: owner })
    expect((await list(neighbour)).count).toBe(1)
    const again = await makeCard(app, owner, { cardno: '888' })
    expect(again.card_id).not.toBe(card.card_id)
  })

  test('parallel additions of one number make one card', async () => {
    const add = () => app.call(memberCalls.addCard, { cardno: 'once', point: 5 }, { as: owner })
    const answers = await Promise.all(Array.from({ length: 8 }, add))
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 100, 100, 100, 100, 100, 100, 100])
    expect((await list(owner)).data).toMatchObject([{ point: 5 }])
  })

  test.each([
    [{ cardno: '' }, 'cardno', 'Required'],
    [{ cardno: 'no spaces' }, 'cardno', '1 to 32 letters, digits or hyphens'],
    [{ cardno: 'x'.repeat(33) }, 'cardno', '1 to 32 letters, digits or hyphens'],
    [{ cardno: '卡1' }, 'cardno', '1 to 32 letters, digits or hyphens'],
    [{ point: -1 }, 'point', 'At least 0'],
    [{ point: 100_000_001 }, 'point', 'At most 100000000'],
    [{ point: 1.5 }, 'point', 'Not in the expected format'],
    [{ openid: 'o'.repeat(65) }, 'openid', 'At most 64 characters'],
    [{ nickname: 'two\nlines' }, 'nickname', 'Contains characters that cannot be shown'],
    [{ device: ['x'] }, 'device.0', undefined],
    [{ device: ['99999999'] }, 'device', 'A selected device does not exist'],
  ])('%j is refused at its field', async (wrong, path, message) => {
    const { body } = await app.post(memberCalls.addCard.path, { cardno: 'ok', ...wrong }, { as: owner })
    expect(body).toMatchObject({
      rcode: 100,
      result: { errors: [message === undefined ? { path } : { path, message }] },
    })
    expect((await list(owner)).count).toBe(0)
  })

  test("another merchant's machine is unknown; one that was unbound stays on its card", async () => {
    const mine = await makeBoundMachine(app, owner, { title: 'Mine' })
    const theirs = await makeBoundMachine(app, neighbour)
    const { cardno } = await makeCard(app, owner, { device: [mine.sn] })
    const refused = await edit(owner, { cardno, device: [mine.sn, theirs.sn] })
    expect(refused).toMatchObject({ rcode: 100, result: { errors: [{ path: 'device' }] } })
    await asOwner(app, 'update device set unbound_at = now() where sn = $1', [mine.sn])
    expect(await edit(owner, { cardno, device: [mine.sn] })).toMatchObject({
      rcode: 0,
      result: { device: [mine.sn], device_names: ['Mine'] },
    })
  })

  test('an edit changes what it names of this card and of no other', async () => {
    const machine = await makeBoundMachine(app, owner)
    const card = await makeCard(app, owner, { point: 100, openid: 'o-2', device: [machine.sn] })
    const sibling = await makeCard(app, owner, { point: 100 })
    const same = await makeCard(app, neighbour, { cardno: card.cardno, point: 100 })
    app.clock.advance(1)
    const body = await edit(owner, { cardno: card.cardno, nickname: 'New', note: 'N', rev: card.rev })
    expect(body).toMatchObject({
      rcode: 0,
      result: { nickname: 'New', note: 'N', openid: 'o-2', point: 100, device: [machine.sn], rev: 2 },
    })
    expect(await edit(owner, { cardno: card.cardno, point: 150 })).toMatchObject({
      result: { nickname: 'New', note: 'N', openid: 'o-2', point: 150, device: [machine.sn] },
    })
    expect(await edit(owner, { cardno: card.cardno, openid: '' })).toMatchObject({
      result: { nickname: 'New', note: 'N', openid: '' },
    })
    expect(await edit(owner, { cardno: card.cardno, rev: 1 })).toMatchObject({ rcode: 103 })
    expect(await edit(owner, { cardno: 'unknown' })).toMatchObject({ rcode: 101 })
    expect(await edit(owner, { cardno: card.cardno, device: [] })).toMatchObject({ result: { device: [] } })
    expect((await list(owner, { ids: [sibling.card_id] })).data).toEqual([sibling])
    expect((await list(neighbour)).data).toEqual([same])
  })

  test('only the main account may see and change cards', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['order.buyBill', 'user.subUser'] })
    const { cardno } = await makeCard(app, owner)
    expect((await app.call(memberCalls.getCardList, {}, { as: clerk })).body.rcode).toBe(303)
    expect((await app.call(memberCalls.getMemberList, {}, { as: clerk })).body.rcode).toBe(303)
    expect((await edit(clerk, { cardno, point: 1 })).rcode).toBe(303)
  })
})

describe('the balance', () => {
  test('is set by an edit, and each change is a line of the ledger with its author', async () => {
    const card = await makeCard(app, owner, { point: 100 })
    const { cardno } = card
    expect(await edit(owner, { cardno, point: 600, was: 100 })).toMatchObject({ result: { point: 600 } })
    expect(await edit(owner, { cardno, point: 550 })).toMatchObject({ result: { point: 550 } })
    expect(await edit(owner, { cardno, point: 550 })).toMatchObject({ result: { point: 550 } })
    expect(await edit(owner, { cardno, point: 0, was: 550 })).toMatchObject({ result: { point: 0 } })
    expect(await movesOf(app, card)).toEqual([
      { reason: 'topup', amount: 100, balance: 100, orderno: '' },
      { reason: 'topup', amount: 500, balance: 600, orderno: '' },
      { reason: 'correction', amount: -50, balance: 550, orderno: '' },
      { reason: 'correction', amount: -550, balance: 0, orderno: '' },
    ])
    const { page, follow } = longListOf(app, memberCalls.getCardPoints, { card_id: card.card_id }, owner)
    const pages = await follow('older', await page({ pageSize: 3 }), 3)
    expect(pages.map(({ data }) => data.map(({ balance, by }) => [balance, by]))).toEqual([
      [
        [0, `Merchant ${owner.username}`],
        [550, `Merchant ${owner.username}`],
        [600, `Merchant ${owner.username}`],
      ],
      [[100, `Merchant ${owner.username}`]],
    ])
    const theirs = await app.call(
      memberCalls.getCardPoints,
      { condition: { card_id: card.card_id } },
      { as: neighbour },
    )
    expect(theirs.body.result).toMatchObject({ count: 0, data: [] })
    expect(await unbalancedCards(app)).toEqual([])
  })

  test('that has changed since the caller saw it is not overwritten', async () => {
    const { cardno, card_id } = await makeCard(app, owner, { point: 100 })
    await edit(owner, { cardno, point: 80 })
    expect(await edit(owner, { cardno, point: 300, was: 100, nickname: 'Too late' })).toMatchObject({
      rcode: 100,
      result: {
        errors: [
          {
            path: 'point',
            message: 'The balance is now 80 points. Check the new balance and save again.',
          },
        ],
      },
    })
    expect((await list(owner)).data).toMatchObject([{ point: 80, nickname: 'Member' }])
    // A form that left the balance alone does not mind.
    expect(await edit(owner, { cardno, point: 100, was: 100, note: 'N' })).toMatchObject({
      rcode: 0,
      result: { point: 80, note: 'N' },
    })
    expect((await storedCard(app, { card_id })).point).toBe(80)
  })

  test('of parallel top-ups that saw the same balance one counts', async () => {
    const card = await makeCard(app, owner, { point: 100 })
    const topUp = (n: number) => edit(owner, { cardno: card.cardno, point: 200 + n, was: 100 })
    // None of them has changed the card when the second one reaches it.
    const held = await hold(app, `select from card where card_id = ${BigInt(card.card_id)} for update`)
    const topUps = Array.from({ length: 12 }, (_, n) => topUp(n))
    await expect.poll(async () => (await asOwner(app, waitingForLocks)).length).toBeGreaterThan(1)
    await held.letGo()
    const answers = await Promise.all(topUps)
    expect(answers.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
    expect(await movesOf(app, card)).toHaveLength(2)
    expect(await unbalancedCards(app)).toEqual([])
  })
})

describe('a deletion', () => {
  test('can be taken back, with the points', async () => {
    const card = await makeCard(app, owner, { point: 70 })
    const sibling = await makeCard(app, owner)
    const restore = async (as: Merchant, card_id = card.card_id) =>
      (await app.call(memberCalls.restoreCard, { card_id }, { as })).body
    expect((await restore(owner)).rcode).toBe(101)
    const del = (as: Merchant) => app.call(memberCalls.delCard, { cardno: card.cardno }, { as })
    expect((await del(neighbour)).body.rcode).toBe(101)
    expect((await del(owner)).body.rcode).toBe(0)
    expect((await del(owner)).body.rcode).toBe(101)
    expect((await list(owner)).data).toEqual([sibling])
    expect(await edit(owner, { cardno: card.cardno, point: 1 })).toMatchObject({ rcode: 101 })
    expect((await restore(neighbour)).rcode).toBe(101)
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(owner)))
    expect(answers.map(({ rcode }) => rcode).toSorted()).toEqual([0, 101, 101, 101, 101, 101])
    expect(answers.find(({ rcode }) => rcode === 0)?.result).toEqual(card)
  })

  test('cannot be taken back when another card has the number', async () => {
    const card = await makeCard(app, owner, { cardno: '42' })
    await app.call(memberCalls.delCard, { cardno: '42' }, { as: owner })
    await makeCard(app, owner, { cardno: '42' })
    const { body } = await app.call(memberCalls.restoreCard, { card_id: card.card_id }, { as: owner })
    expect(body).toMatchObject({
      rcode: 103,
      msg: 'Another card now has the number 42, so this one cannot be restored',
    })
  })
})

test('a balance is not moved below zero, by none of 64 statements at once', async () => {
  const card = await makeCard(app, owner, { point: 100 })
  const { tenantId } = owner
  const take = () =>
    inTenant(app.deps.db.main, tenantId, (tx) =>
      movePoints(
        { tx, tenantId, now: app.clock.now },
        { cardId: card.card_id, amount: -60, reason: 'correction' },
      ),
    )
  const moved = await Promise.all(Array.from({ length: 64 }, take))
  expect(moved.filter(Boolean)).toHaveLength(1)
  expect(await storedCard(app, card)).toMatchObject({ point: 40 })
  expect(await unbalancedCards(app)).toEqual([])
})

test('every change leaves a line in the audit with what was before and after', async () => {
  const { cardno, card_id } = await makeCard(app, owner, { point: 100 })
  await edit(owner, { cardno, point: 900, was: 100 })
  await app.call(memberCalls.delCard, { cardno }, { as: owner })
  await app.call(memberCalls.restoreCard, { card_id }, { as: owner })
  const { body } = await app.call(
    auditCalls.getAudit,
    { condition: { object: 'memberCard', object_id: card_id } },
    { as: owner },
  )
  expect(body.result.data.map(({ call }) => call)).toEqual(['restoreCard', 'delCard', 'editCard', 'addCard'])
  expect(body.result.data[2]).toMatchObject({ before: { cardno, point: 100 }, after: { cardno, point: 900 } })
})
