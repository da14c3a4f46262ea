/** Statements of merchants' own accounts, and days whose statement has not come. */
import { exceptionCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { runOps } from '../../../bin/ops-commands.ts'
import { testApp } from '../../../test/app.ts'
import { inShort, listCases, listRuns } from '../../../test/case-stand.ts'
import { makeMerchant, type Merchant, signIn } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale } from '../../../test/sale-stand.ts'
import { fileOf, wechatBill, type WechatRow } from '../../../test/statement-files.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { importStatement } from './import-service.ts'
import { reconcileDue } from './reconcile-service.ts'

const app = await testApp()
const noon = new Date('2026-11-14T12:00:00+08:00')
const nextMorning = new Date('2026-11-15T01:30:00+08:00')
const accountNo = '1900000042'
const masked = '19****42'

let owner: Merchant
let machine: BoundMachine
let account: string
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

beforeEach(async () => {
  app.clock.now = noon
  await asOwner(app, 'delete from sandbox_payment')
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
  account = await addAccount(owner, accountNo)
})

async function addAccount({ tenantId }: Merchant, number: string): Promise<string> {
  const [row] = await asOwner<{ id: string }>(
    app,
    `insert into pay_account (tenant_id, provider, account_no, app_id, sealed, notice_key, enabled, rev, created_at, changed_at)
     values ($1, 'wechat', $2, 'wx1', '', '', false, 1, $3, $3) returning pay_account_id::text as id`,
    [tenantId, number, app.clock.now],
  )
  return row?.id ?? ''
}

/** A sale, paid into the platform's account or into another. */
async function sell(into: { own?: string; agent?: string } = {}, of = machine) {
  const { orderno } = await makeSale(app, of, { goods: [{ delivered: 1 }], create_at: noon })
  await asOwner(app, 'update pay_order set pay_account_id = $2, agent_account_id = $3 where orderno = $1', [
    orderno,
    into.own ?? null,
    into.agent ?? null,
  ])
  return { orderno, number: merchantOrderOf(of.tenantId, orderno) }
}

const load = async (rows: readonly WechatRow[], { day, no = accountNo, as = owner, mch = no } = {} as Load) =>
  importStatement(app.deps, {
    client: 'wechat',
    path: await fileOf(wechatBill(rows.map((row) => ({ mch, ...row })))),
    day,
    own: { tenantId: as.tenantId, accountNo: no },
  })
type Load = { day?: string; no?: string; as?: Merchant; mch?: string }

const linesStored = () =>
  asOwner(
    app,
    'select tenant_id, merchant_order, account_key::text from statement_line order by merchant_order',
  )

/** The job of the next morning. */
async function reconcileAt(moment: Date): Promise<void> {
  app.clock.now = moment
  await reconcileDue(app.deps)
  owner = { ...owner, ...(await signIn(app, owner.username)) }
}

const statesOf = async (as = owner) =>
  (await listRuns(app, as)).map(
    ({ day, client, account: own, state }) => `${day} ${client} ${own?.account_no ?? 'platform'} ${state}`,
  )

describe("the statement of a merchant's own account", () => {
  beforeEach(() => asOwner(app, 'delete from statement_line'))

  test('is compared with what was paid into it, and with nothing else', async () => {
    app.clock.now = nextMorning
    const [fits, differs, lacking] = [
      await sell({ own: account }),
      await sell({ own: account }),
      await sell({ own: account }),
    ]
    const platforms = await sell()
    await sell({ agent: '1' })
    const { merchants, strangers } = await load([
      { order: fits.number },
      { order: differs.number, amount: '9.99' },
      { order: platforms.number, amount: '0.01' },
      { order: 'shop-of-another-system-1' },
    ])
    expect(merchants).toMatchObject([{ tenantId: owner.tenantId, ours: { paid: 1050 }, differing: 2 }])
    expect(strangers.count).toBe(1)
    expect((await listCases(app, owner)).map(inShort).toSorted()).toEqual(
      [
        `books_differ amount_differs ${differs.orderno} 649`,
        `books_differ missing_there ${lacking.orderno} 350`,
      ].toSorted(),
    )
    expect(await listRuns(app, owner)).toMatchObject([
      { account: { pay_account_id: account, account_no: masked }, state: 'differs', source: 'file' },
    ])
    // Corrected, its cases close.
    app.clock.advance(60)
    await load([fits, differs, lacking].map(({ number: order }) => ({ order })))
    expect(await listCases(app, owner)).toEqual([])
    expect(await statesOf()).toEqual([`2026-11-14 wechat ${masked} same`])
  })

  test("changes nothing in the comparison of the platform's", async () => {
    const { number } = await sell()
    app.clock.now = nextMorning
    await load([{ order: number, amount: '0.01' }], { day: '2026-11-14' })
    await reconcileAt(nextMorning)
    expect(await listCases(app, owner)).toEqual([])
    expect(await statesOf()).toContain('2026-11-14 wechat platform same')
  })

  test('stores nothing of another merchant, whatever it names', async () => {
    app.clock.now = nextMorning
    const mine = await sell({ own: account })
    const foreign = await sell({}, theirs)
    const { strangers, merchants } = await load([{ order: mine.number }, { order: foreign.number }])
    expect(strangers.first.map(({ merchantOrder }) => merchantOrder)).toEqual([foreign.number])
    expect(merchants.map(({ tenantId }) => tenantId)).toEqual([owner.tenantId])
    expect(await linesStored()).toMatchObject([{ merchant_order: mine.number, account_key: account }])
    expect([await listRuns(app, neighbour), await listCases(app, neighbour)]).toEqual([[], []])
  })

  test('is refused when it is of another account, or the account is not of this merchant', async () => {
    app.clock.now = nextMorning
    const { number } = await sell({ own: account })
    const rows = [{ order: number }]
    await expect(load(rows, { mch: '1900000001' })).rejects.toThrow(
      `line 2: the file is of the account 1900000001, not of ${accountNo}`,
    )
    await expect(load(rows, { as: neighbour })).rejects.toThrow(
      `the merchant has no account ${accountNo} at wechat; it has: none`,
    )
    await expect(load(rows, { no: '1900000077' })).rejects.toThrow(`it has: ${masked}`)
    expect([await linesStored(), await listRuns(app, owner)]).toEqual([[], []])
  })
})

describe('a day without a statement', () => {
  test('is listed with our sums, by the account that was paid into', async () => {
    await sell({ own: account })
    await sell({ own: account })
    await sell({ agent: '1' })
    // Nothing of it is in the platform's account.
    await asOwner(app, 'delete from sandbox_payment')
    await reconcileAt(nextMorning)
    const missing = {
      day: '2026-11-14',
      client: 'wechat',
      account: { pay_account_id: account, account_no: masked },
      state: 'missing',
      source: null,
      ours: { paid: 700, refunded: 0 },
      theirs: null,
      ended_at: null,
    }
    expect(await listRuns(app, owner)).toMatchObject([missing])
  })

  test('gives way to the statement when it comes', async () => {
    await sell()
    const { payments } = app.deps
    const statement = async function* () {
      yield []
      throw new Error('no statement')
    }
    app.deps.payments = { ...payments, wechat: { ...payments.wechat!, statement } }
    await reconcileAt(nextMorning)
    app.deps.payments = payments
    expect(await statesOf()).toEqual(['2026-11-14 wechat platform missing'])
    app.clock.advance(3_600)
    await reconcileDue(app.deps)
    expect(await statesOf()).toEqual(['2026-11-14 wechat platform same'])
  })

  test('is told to the operator, and a merchant finds it by its state', async () => {
    await sell()
    await sell({ own: account })
    await reconcileAt(nextMorning)
    expect((await statesOf()).toSorted()).toEqual([
      `2026-11-14 wechat ${masked} missing`,
      '2026-11-14 wechat platform same',
    ])
    const found = await app.call(
      exceptionCalls.getStatementRuns,
      { condition: { state: 'missing' } },
      { as: owner },
    )
    expect(found.body.result).toMatchObject({ count: 1, data: [{ state: 'missing' }] })
    const said: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
    const open = () => Promise.resolve({ deps: app.deps, close: () => Promise.resolve() } as never)
    await runOps(['statements', '--username', owner.username], open)
    const path = await fileOf(wechatBill([]))
    const own = ['--username', owner.username, '--account', accountNo]
    await runOps(['reconcile', 'wechat', path, '--day', '2026-11-14', ...own], open)
    await expect(runOps(['reconcile', 'wechat', path, '--account', '1'], open)).rejects.toThrow('go together')
    log.mockRestore()
    expect(said.slice(0, 2)).toEqual([
      `2026-11-14 wechat, account ${masked} of merchant ${owner.tenantId}: no statement yet for 1`,
      '2026-11-14 wechat, platform: 1 compared, 0 of them differ',
    ])
    expect(said[2]).toContain(`merchant ${owner.tenantId}: 2026-11-14, 0 lines`)
  })
})
