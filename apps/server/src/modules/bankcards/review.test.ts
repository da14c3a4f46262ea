import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { auditCalls, type BankCard, bankCardCalls, type BankCardState, regionCalls } from '@slotwise/contract'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { runOps } from '../../../bin/ops-commands.ts'
import { testApp } from '../../../test/app.ts'
import {
  cardInput,
  clearNumbers,
  givePhotoRows,
  handInPhotos,
  makeCard,
  putCard,
} from '../../../test/bank-cards.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { moveCard } from './card-queries.ts'
import { importBranches } from './index.ts'
import { signReview } from './review-callback.ts'

const secret = 's'.repeat(32)
const app = await testApp({ reviewSecret: secret })
const folder = await mkdtemp(join(tmpdir(), 'slotwise-review-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let owner: Merchant
let neighbour: Merchant
let card: BankCard
let printed: string[]
beforeEach(async () => {
  app.clock.advance(61)
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)))
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  card = await inReview(owner)
})
afterEach(() => void vi.restoreAllMocks())

/** A card with photos that have no files. */
async function inReview(of: Merchant): Promise<BankCard> {
  const { merchant_id: id } = await makeCard(app, of)
  await givePhotoRows(app, of, id)
  await putCard(app, of, id, { state: 'reviewing' })
  return cardOf(id, of)
}
async function cardOf(id = card.merchant_id, as = owner): Promise<BankCard> {
  const { body } = await app.call(bankCardCalls.getMerchant, { condition: { ids: [id] } }, { as })
  return body.result.data[0] as BankCard
}
const ops = (...args: string[]) => runOps(args, async () => ({ deps: app.deps, close: async () => {} }))
const onCard = (command: string, ...more: string[]) =>
  ops('cards', command, '--username', owner.username, '--card', card.merchant_id, ...more)
const audited = async () =>
  (await app.call(auditCalls.getAudit, {}, { as: owner })).body.result.data.filter(({ call }) =>
    call.startsWith('ops.'),
  )

test('a decision tells the consoles of users who manage cards, once', async () => {
  const liveEvents = () =>
    asOwner(app, 'select kind, permission, data from live_event where tenant_id = $1', [owner.tenantId])
  expect(await liveEvents()).toEqual([])
  await onCard('reject', '--reason', 'blurred')
  await onCard('reject', '--reason', 'blurred').catch(() => undefined)
  expect(await liveEvents()).toEqual([{ kind: 'bankCards', permission: 'bank.manage', data: {} }])
})

describe('on the command line', () => {
  test('the cards of all merchants that wait are listed, the oldest first, with masked numbers', async () => {
    app.clock.advance(60)
    const second = await inReview(owner)
    await inReview(neighbour)
    await makeCard(app, owner)
    await ops('cards', 'list', '--username', owner.username)
    expect(printed).toEqual([
      expect.stringContaining(`--username ${owner.username} --card ${card.merchant_id}: reviewing since`),
      expect.stringContaining(`--card ${second.merchant_id}:`),
      '2 cards',
    ])
    expect(printed[0]).toContain('6222***********0128')
    printed = []
    await ops('cards', 'list')
    expect(printed.some((line) => line.includes(`--username ${neighbour.username}`))).toBe(true)
    for (const number of Object.values(clearNumbers)) expect(printed.join('\n')).not.toContain(number)
    printed = []
    await ops('cards', 'list', '--username', owner.username, '--state', 'no_id_photo')
    expect(printed.at(-1)).toBe('1 cards')
    await expect(ops('cards', 'list', '--state', 'lost')).rejects.toThrow(/--state is one of/)
  })

  test('a card is shown masked; clear numbers and photos only go into a folder, and the audit says so', async () => {
    const { merchant_id: id } = await makeCard(app, owner)
    card = await handInPhotos(app, owner, id)
    await onCard('show')
    expect(JSON.parse(printed.join(''))).toMatchObject({
      merchant: owner.tenantId,
      card: id,
      sent_at: card.state_at,
      acct_no: '6222***********0128',
    })
    expect(await audited()).toEqual([])

    const out = join(folder, 'shown')
    await onCard('show', '--out', out)
    const shown = JSON.parse(await readFile(join(out, 'card.json'), 'utf8')) as object
    expect(shown).toMatchObject(clearNumbers)
    expect((await readdir(out)).toSorted()).toEqual([
      'bank_f.jpg',
      'bank_z.jpg',
      'card.json',
      'hold_id_card.jpg',
      'id_card_f.jpg',
      'id_card_z.jpg',
    ])
    expect(await sharp(join(out, 'bank_z.jpg')).metadata()).toMatchObject({ width: 64, height: 48 })
    expect([(await stat(out)).mode & 0o777, (await stat(join(out, 'card.json'))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
    expect(await audited()).toMatchObject([{ call: 'ops.revealBank', username: 'operator', object_id: id }])
    const { mch_name, acct_name, acct_no } = card
    expect(
      await asOwner(app, `select after from audit where tenant_id = $1 and call = 'ops.revealBank'`, [
        owner.tenantId,
      ]),
    ).toEqual([{ after: { mch_name, acct_name, acct_no } }])
    await expect(onCard('show', '--out', out)).rejects.toThrow(`${out} is there already`)
    await expect(onCard('show', '--out', join(folder, 'none', 'shown'))).rejects.toThrow(
      /above it is missing/,
    )
    expect(await audited()).toHaveLength(1)
    for (const number of Object.values(clearNumbers)) expect(printed.join('\n')).not.toContain(number)
  })

  test('a card is approved once, and its neighbours stay', async () => {
    const others = [await inReview(owner), await inReview(neighbour)]
    await onCard('approve')
    expect(await cardOf()).toMatchObject({ state: 'approved', state_at: app.clock.now.toISOString() })
    expect(await cardOf(others[0]?.merchant_id)).toEqual(others[0])
    expect(await cardOf(others[1]?.merchant_id, neighbour)).toEqual(others[1])
    expect(await audited()).toMatchObject([
      { call: 'ops.approveBank', username: 'operator', object_id: card.merchant_id },
    ])
    await expect(onCard('approve')).rejects.toThrow('the card is not in review')
    await expect(onCard('reject', '--reason', 'late')).rejects.toThrow('the card is not in review')
    expect(await audited()).toHaveLength(1)
  })

  test('a card leaves only the states that it is moved from, and its sibling stays', async () => {
    const sibling = await inReview(owner)
    const move = (from: readonly BankCardState[]) =>
      inTenant(app.deps.db.main, owner.tenantId, (tx) =>
        moveCard({ tx, tenantId: owner.tenantId, now: app.clock.now }, card.merchant_id, from, {
          state: 'approved',
        }),
      )
    expect([await move(['not_approved', 'no_id_photo']), (await cardOf()).state]).toEqual([
      false,
      'reviewing',
    ])
    expect([await move(['reviewing']), (await cardOf()).state]).toEqual([true, 'approved'])
    expect(await cardOf(sibling.merchant_id)).toEqual(sibling)
  })

  test('a card is rejected with a reason, sent again, and approved for what was sent then', async () => {
    await expect(onCard('reject')).rejects.toThrow('--reason is missing')
    await expect(onCard('reject', '--reason', 'x'.repeat(201))).rejects.toThrow(/200 characters/)
    const { state_at: sent } = card
    await onCard('reject', '--reason', '照片模糊', '--sent', sent)
    expect(await cardOf()).toMatchObject({ state: 'not_approved', reason: '照片模糊' })
    app.clock.advance(1)
    const again = cardInput({ merchant_id: card.merchant_id })
    await app.call(bankCardCalls.addBank, again, { as: owner })
    expect(await cardOf()).toMatchObject({ state: 'reviewing', reason: '' })
    await expect(onCard('approve', '--sent', sent)).rejects.toThrow(/sent again since/)
    expect((await cardOf()).state).toBe('reviewing')
    await onCard('approve', '--sent', app.clock.now.toISOString())
    expect((await cardOf()).state).toBe('approved')
  })

  test('an approval is taken back with a reason, and the card is sent again under its number', async () => {
    const { merchant_id: id } = card
    const sibling = await inReview(owner)
    for (const one of [id, sibling.merchant_id])
      await ops('cards', 'approve', '--username', owner.username, '--card', one)
    const store = await makeStore(app, owner, { merchant_id: id })
    await expect(onCard('revoke')).rejects.toThrow('--reason is missing')
    await onCard('revoke', '--reason', '账户已注销')
    expect(await cardOf()).toMatchObject({ state: 'not_approved', reason: '账户已注销', store_count: 1 })
    expect((await cardOf(sibling.merchant_id)).state).toBe('approved')
    expect((await audited())[0]).toMatchObject({
      call: 'ops.revokeBank',
      username: 'operator',
      object_id: id,
      before: { state: 'approved' },
      after: { state: 'not_approved', reason: '账户已注销' },
    })
    await expect(onCard('revoke', '--reason', 'again')).rejects.toThrow('the card is not approved')

    // No further store is paid out to it; the one that is keeps it through other edits.
    const other = { store_name: 'Other', merchant_id: id }
    expect((await app.call(regionCalls.addStore, other, { as: owner })).body.rcode).toBe(100)
    const edit = { _id: store._id, store_name: 'Renamed', merchant_id: id }
    expect((await app.call(regionCalls.editStore, edit, { as: owner })).body.rcode).toBe(0)

    const again = cardInput({ merchant_id: id, acct_no: '6217000010001234569' })
    const sent = await app.call(bankCardCalls.addBank, again, { as: owner })
    expect(sent.body).toMatchObject({ rcode: 0, result: { merchant_id: id, state: 'reviewing', reason: '' } })
    await onCard('approve')
    expect(await cardOf()).toMatchObject({ state: 'approved', acct_no: '6217***********4569' })
  })

  test('a card that was ever approved cannot be withdrawn', async () => {
    const withdraw = async () =>
      (await app.call(bankCardCalls.delBank, { merchant_id: card.merchant_id }, { as: owner })).body
    await onCard('approve')
    expect((await cardOf()).was_approved).toBe(true)
    await onCard('revoke', '--reason', 'closed')
    expect(await withdraw()).toMatchObject({
      rcode: 103,
      msg: expect.stringContaining('was approved before'),
    })
    await app.call(bankCardCalls.addBank, cardInput({ merchant_id: card.merchant_id }), { as: owner })
    expect((await withdraw()).rcode).toBe(103)
    card = await inReview(owner)
    expect((await cardOf()).was_approved).toBe(false)
    expect((await withdraw()).rcode).toBe(0)
  })

  test('a card of another merchant, or one that is gone, is not found', async () => {
    const foreign = ['--username', neighbour.username, '--card', card.merchant_id]
    for (const command of ['approve', 'show', 'revoke'])
      await expect(ops('cards', command, ...foreign, '--reason', 'x')).rejects.toThrow('no such card')
    await putCard(app, owner, card.merchant_id, { state: 'not_approved', reason: 'x' })
    await app.call(bankCardCalls.delBank, { merchant_id: card.merchant_id }, { as: owner })
    await expect(onCard('approve')).rejects.toThrow('no such card')
  })
})

describe('a reviewer outside', () => {
  const verdict = (fields: object = {}) =>
    JSON.stringify({
      merchant: owner.tenantId,
      card: card.merchant_id,
      sent_at: card.state_at,
      state: 'approved',
      ...fields,
    })
  const send = async (payload: string, headers = signReview(secret, app.clock.now, payload)) => {
    const answer = await app.app.inject({ method: 'POST', url: '/callback/card-review', headers, payload })
    return [answer.statusCode, answer.json().result] as const
  }

  test('decides by a signed message; the same message again changes nothing', async () => {
    const message = verdict({ state: 'not_approved', reason: 'blurred' })
    const headers = signReview(secret, app.clock.now, message)
    expect(await send(message, headers)).toEqual([200, 'decided'])
    expect(await send(message, headers)).toEqual([200, 'known'])
    expect(await cardOf()).toMatchObject({ state: 'not_approved', reason: 'blurred' })
    expect(await audited()).toMatchObject([{ call: 'ops.rejectBank', username: 'operator' }])
    // Sent again meanwhile: the old message does not decide on what it has not seen.
    app.clock.advance(1)
    await app.call(bankCardCalls.addBank, cardInput({ merchant_id: card.merchant_id }), { as: owner })
    expect(await send(message, headers)).toEqual([409, 'sent again'])
    expect((await cardOf()).state).toBe('reviewing')
  })

  test('approves, and is told when the card is not in review or not there', async () => {
    expect(await send(verdict({ card: '999999' }))).toEqual([404, 'unknown'])
    expect(await send(verdict({ merchant: neighbour.tenantId }))).toEqual([404, 'unknown'])
    expect(await send(verdict())).toEqual([200, 'decided'])
    expect(await send(verdict({ state: 'not_approved', reason: 'x' }))).toEqual([409, 'closed'])
    expect((await cardOf()).state).toBe('approved')
  })

  test('is not believed without the right signature over this body and a time within five minutes', async () => {
    const message = verdict()
    const signed = signReview(secret, app.clock.now, message)
    const at = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1000)
    for (const [what, headers] of Object.entries({
      none: { 'content-type': 'application/json' },
      'another secret': signReview('t'.repeat(32), app.clock.now, message),
      'another body': signReview(secret, app.clock.now, verdict({ card: '1' })),
      'another time': { ...signed, 'x-review-timestamp': String(at(1).getTime()) },
      'too old': signReview(secret, at(-301), message),
      'in the future': signReview(secret, at(301), message),
      'no time': { ...signed, 'x-review-timestamp': '' },
    }))
      expect(await send(message, headers as never), what).toEqual([401, 'refused'])
    expect((await cardOf()).state).toBe('reviewing')
    expect(await send(message, signReview(secret, at(-300), message))).toEqual([200, 'decided'])
  })

  test.each([
    ['no JSON', () => '{'],
    ['an unknown state', () => verdict({ state: 'no_id_photo' })],
    ['no reason', () => verdict({ state: 'not_approved' })],
    ['no time', () => verdict({ sent_at: undefined })],
    ['another field', () => verdict({ note: 'x' })],
  ])('who sends %s is refused', async (_, message) => {
    expect(await send(message())).toEqual([400, 'refused'])
  })
})

describe('the directory of branches', () => {
  const header = 'LName,BankCode,BankName,BankId,CityCode,CityName,ProvinceName,ProvinceCode'
  const branches = () =>
    asOwner(
      app,
      `select * from bank_branch where bank_no like '102584%' or bank_no like '103%' order by bank_no`,
    )
  async function* linesOf(...lines: string[]) {
    yield* lines
  }
  const good = [
    '工商银行深圳南山支行,102584002016,中国工商银行,102,5840,深圳,广东,44',
    '"工商银行""高新园"", 支行",102584002024,中国工商银行,102,5840,深圳市,广东省,44',
  ]

  test('takes branches with the places that they name, and changes nothing when it is imported again', async () => {
    const bad: unknown[] = []
    const lines = () =>
      linesOf(
        `\ufeff${header}`,
        ...good,
        '',
        '农业银行总行营业部,103100000026,中国农业银行,103,1000,火星市,火星,99',
        '某村镇银行,320100010011,村镇银行,320,1000,北京,北京,11',
        '坏号码,102584002017,中国工商银行,102,5840,深圳,广东,44',
        ',102584002016,中国工商银行,102,5840,深圳,广东,44',
        '"没有结束,102584002016',
      )
    const report = (one: unknown) => bad.push(one)
    expect(await importBranches(app.deps, lines(), report)).toMatchObject({
      changed: 3,
      same: 0,
      unknownPlaces: 1,
    })
    expect(bad).toEqual([
      expect.objectContaining({ line: 7 }),
      expect.objectContaining({ line: 8, why: expect.stringContaining('name of the branch') }),
      expect.objectContaining({ line: 9, why: expect.stringContaining('quotation mark') }),
    ])
    const shenzhen = { province: '广东省', city: '深圳市', province_code: '440000', city_code: '440300' }
    expect(await branches()).toMatchObject([
      { bank_no: '102584002016', bank_code: '102', name: '工商银行深圳南山支行', ...shenzhen },
      { bank_no: '102584002024', name: '工商银行"高新园", 支行', ...shenzhen },
      { bank_no: '103100000026', city: '火星市', city_code: '' },
    ])
    expect(await importBranches(app.deps, lines(), report)).toMatchObject({ changed: 0, same: 3 })
    const { body } = await app.call(
      bankCardCalls.getBankNo,
      { head_bank: '102', province: '440000', city: '440300' },
      { as: owner },
    )
    expect(body.result.data.map(({ bank_no: no }) => no)).toEqual(['102584002016', '102584002024'])
  })

  test('names wrong lines on the command line, and refuses a file without its columns', async () => {
    const file = join(folder, 'branches.csv')
    await writeFile(file, `${header}\r\n${good[0]}\r\nx,1,,,,,,\r\n`)
    await expect(ops('branches', 'import', '--file', file)).rejects.toThrow('1 lines were skipped')
    expect(printed).toEqual([
      'line 3: 1 is no branch number',
      expect.stringMatching(/^\d branches added or changed/),
    ])
    await writeFile(file, 'name,number\r\n')
    await expect(ops('branches', 'import', '--file', file)).rejects.toThrow(/missing: LName, BankCode/)
    // 工商银行 in GBK, as older systems write it.
    const gbk = Buffer.from([0xb9, 0xa4, 0xc9, 0xcc, 0xd2, 0xf8, 0xd0, 0xd0])
    const before = await branches()
    await writeFile(
      file,
      Buffer.concat([Buffer.from(`${header}\r\n`), gbk, Buffer.from(',102584002016,x,102,5840,x,x,44\r\n')]),
    )
    await expect(ops('branches', 'import', '--file', file)).rejects.toThrow('line 2 is not UTF-8')
    expect(await branches()).toEqual(before)
    await writeFile(file, '')
    await expect(ops('branches', 'import', '--file', file)).rejects.toThrow('the file is empty')
  })
})
