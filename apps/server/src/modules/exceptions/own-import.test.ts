/** Statements that a main account imports for its own payment accounts. */
import { errorCodes, type ErrorName, exceptionCalls, type ImportedStatement } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { inShort, listCases, listRuns } from '../../../test/case-stand.ts'
import { makeMerchant, makeStaff, type Merchant, signIn } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { alipayList, alipayPid, gkashList, inGbk, wechatBill } from '../../../test/statement-files.ts'
import { merchantOrderOf } from '../payments/index.ts'

const app = await testApp()
const noon = new Date('2026-11-14T12:00:00+08:00')
const nextMorning = new Date('2026-11-15T09:00:00+08:00')
const mch = '1900000042'

let owner: Merchant
let machine: BoundMachine
let account: string
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

beforeEach(async () => {
  app.clock.now = noon
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
  account = await addAccount(owner, 'wechat', mch)
  app.clock.now = nextMorning
})

async function addAccount({ tenantId }: Merchant, provider: string, number: string): Promise<string> {
  const [row] = await asOwner<{ id: string }>(
    app,
    `insert into pay_account (tenant_id, provider, account_no, app_id, sealed, notice_key, enabled, rev, created_at, changed_at)
     values ($1, $2, $3, '', '', '', false, 1, $4, $4) returning pay_account_id::text as id`,
    [tenantId, provider, number, app.clock.now],
  )
  return row?.id ?? ''
}

type Sale = { client?: string; own?: string | null; of?: BoundMachine }

async function sell({ client = 'wechat', own = account, of = machine }: Sale = {}) {
  const { orderno } = await makeSale(app, of, { goods: [{ delivered: 1 }], create_at: noon })
  await asOwner(app, 'update pay_order set client = $2, pay_account_id = $3 where orderno = $1', [
    orderno,
    client,
    own,
  ])
  return { orderno, number: merchantOrderOf(of.tenantId, orderno) }
}

const post = async (file: string | Uint8Array, as = owner) =>
  (await app.post(exceptionCalls.importStatement.path, Buffer.from(file), { as })).body
const imported = async (file: string | Uint8Array): Promise<ImportedStatement> => {
  const { rcode, msg, result } = await post(file)
  if (rcode !== 0) throw new Error(msg)
  return result as ImportedStatement
}
const bill = (rows: Parameters<typeof wechatBill>[0], of = mch): string =>
  wechatBill(rows.map((row) => ({ mch: of, ...row })))
const stored = ({ tenantId }: Merchant) =>
  asOwner(app, 'select merchant_order, account_key::text from statement_line where tenant_id = $1', [
    tenantId,
  ])
const audited = ({ tenantId }: Merchant) =>
  asOwner<{ after: object }>(
    app,
    `select after from audit where tenant_id = $1 and call = 'importStatement' order by audit_id`,
    [tenantId],
  )

describe('a statement of an own account', () => {
  test('is compared with what was paid into it; once, however often it is imported', async () => {
    const [fits, differs, lacking] = [await sell(), await sell(), await sell()]
    const platforms = await sell({ own: null })
    const foreign = await sell({ own: null, of: theirs })
    const file = bill([
      { order: fits.number },
      { order: differs.number, amount: '9.99' },
      { order: foreign.number },
    ])
    const summary = {
      day: '2026-11-14',
      client: 'wechat',
      account: { pay_account_id: account, account_no: '19****42' },
      lines: 3,
      matched: 1,
      differing: 2,
      strangers: 1,
      ours: { paid: 1050, refunded: 0 },
      theirs: { paid: 1349, refunded: 0 },
      currency: 'CNY',
    }
    for (let i = 0; i < 2; i += 1) {
      expect(await imported(file)).toEqual(summary)
      expect((await listCases(app, owner)).map(inShort).toSorted()).toEqual(
        [
          `books_differ amount_differs ${differs.orderno} 649`,
          `books_differ missing_there ${lacking.orderno} 350`,
        ].toSorted(),
      )
      expect(await stored(owner)).toHaveLength(2)
      expect(await listRuns(app, owner)).toMatchObject([{ state: 'differs', source: 'file' }])
    }
    // One that is corrected takes its place.
    app.clock.advance(60)
    const whole = bill([fits, differs, lacking].map(({ number: order }) => ({ order })))
    expect(await imported(whole)).toMatchObject({ matched: 3, differing: 0 })
    expect(await listCases(app, owner)).toEqual([])

    const line = { day: '2026-11-14', client: 'wechat', account: '19****42', lines: 3 }
    expect((await audited(owner)).map(({ after }) => after)).toEqual([
      { ...line, differing: 2 },
      { ...line, differing: 2 },
      { ...line, differing: 0 },
    ])
    expect([await stored(neighbour), await listRuns(app, neighbour)]).toEqual([[], []])
    expect((await stored(owner)).map((row) => row['merchant_order'])).not.toContain(platforms.number)
  })

  test('covers an account that was added twice', async () => {
    const again = await addAccount(owner, 'wechat', mch)
    const [first, second, lacking] = [await sell(), await sell({ own: again }), await sell({ own: again })]
    const never = merchantOrderOf(owner.tenantId, '202611140400000001234567')
    const file = bill([
      { order: first.number },
      { order: second.number, amount: '9.99' },
      { order: never },
      { order: 'of-another-system' },
    ])
    expect(await imported(file)).toMatchObject({
      lines: 4,
      matched: 1,
      differing: 3,
      strangers: 1,
      ours: { paid: 1050 },
      theirs: { paid: 1699 },
    })
    expect((await listCases(app, owner)).map(({ merchant_order }) => merchant_order).toSorted()).toEqual(
      [second.number, lacking.number, never].toSorted(),
    )
    expect((await listRuns(app, owner)).map(({ lines }) => lines).toSorted()).toEqual([1, 2])
  })

  test('may be of Alipay, in GBK', async () => {
    await addAccount(owner, 'alipay', alipayPid)
    const { number: order } = await sell({ client: 'alipay' })
    expect(await imported(inGbk(alipayList([{ order, amount: '3.50' }])))).toMatchObject({
      client: 'alipay',
      lines: 1,
      theirs: { paid: 350 },
    })
  })

  test('of GKash is of the only account there, or of the one that it names', async () => {
    await addAccount(owner, 'gkash', 'M1-U-1')
    const { number } = await sell({ client: 'gkash' })
    const row = `2026-11-14 12:00:00,PO1,${number},MYR,3.50,88 - Transferred,0.00`
    expect(await imported(gkashList([row]))).toMatchObject({ client: 'gkash', lines: 1 })
    const second = await addAccount(owner, 'gkash', 'M1-U-2')
    expect((await post(gkashList([row]))).msg).toContain('column CID')
    const named = gkashList([`${row},M1-U-2`]).replace('Refunded', 'Refunded,CID')
    expect(await imported(named)).toMatchObject({ account: { pay_account_id: second } })
  })
})

describe('nothing is imported of', () => {
  const order = '20261114040000000123456700000007'
  const whole = bill([{ order }, { order: `${order}1` }])
  test.each<[string, string | Uint8Array, ErrorName]>([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]), 'statementUnknown'],
    ['an archive', `PK\u0003\u0004${whole}`.slice(0, 40), 'statementUnknown'],
    ['a table of something else', 'name,price\nCola,3.50\n', 'statementUnknown'],
    ['half a statement', whole.slice(0, -40), 'statementBroken'],
    ['a statement that was changed', whole.replace('SUCCESS', 'MAYBE'), 'statementBroken'],
    ['a header alone', whole.split('\r\n')[0] ?? '', 'statementBroken'],
    ['a line without end', `${whole.split('\r\n')[0]}\n${'x'.repeat(20_000)}`, 'statementBroken'],
    ['a list of Alipay that was saved again', alipayList([{ order, amount: '3.50' }]), 'statementBroken'],
    ['a day without trades', bill([]), 'statementEmpty'],
    ['several days', bill([{ order }, { order, at: '2026-11-13 12:00:00' }]), 'statementDays'],
    ['a day that is not over', bill([{ order, at: '2026-11-15 08:00:00' }]), 'statementDay'],
    ['a day to come', bill([{ order, at: '2099-01-01 08:00:00' }]), 'statementDay'],
    ['a day long ago', bill([{ order, at: '2026-10-05 23:59:59' }]), 'statementDay'],
    ["the platform's account", bill([{ order }], '1900000001'), 'statementAccount'],
    ['two accounts', whole.replace(mch, '1900000043'), 'statementAccount'],
    [
      'more lines than a call can take',
      gkashList(Array(10_001).fill(`2026-11-14 12:00:00,PO1,${order},MYR,3.50,88 - Transferred,0.00`)),
      'statementTooLong',
    ],
  ])('%s', async (_, file, why) => {
    const { rcode, msg } = await post(file)
    expect({ rcode, msg }).toMatchObject({
      rcode: errorCodes[why],
      msg: expect.stringMatching(/statement|day/i),
    })
    expect(await post(file, { ...owner })).toMatchObject({ rcode, msg })
    expect([await stored(owner), await listRuns(app, owner), await audited(owner)]).toEqual([[], [], []])
  })

  test('the account of another merchant, and by a sub-account', async () => {
    const { number } = await sell()
    const file = bill([{ order: number }])
    expect((await post(file, await signedIn(neighbour))).msg).toContain('none of your own payment accounts')
    expect(await stored(neighbour)).toEqual([])
    const clerk = await makeStaff(app, owner, { permissions: ['order.buyBill'] })
    expect((await post(file, clerk)).rcode).toBe(errorCodes.mainOnly)
    expect(await stored(owner)).toEqual([])
  })
})

const signedIn = async (one: Merchant): Promise<Merchant> => ({
  ...one,
  ...(await signIn(app, one.username)),
})
