/** Payouts that the operator transfers by hand: listed, signed off once, and booked as an answer of a bank is. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { auditCalls, fundCalls } from '@slotwise/contract'
import { defaultSheetLimits, readSheet } from '@slotwise/sheets'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { runOps } from '../bin/ops-commands.ts'
import { askForPayouts } from '../src/modules/funds/morning-service.ts'
import { runPayout } from '../src/modules/funds/index.ts'
import { payOutByHand, sweepHandPayouts } from '../src/ports/payout/by-hand.ts'
import { testApp } from './app.ts'
import { makeMerchant, type Merchant } from './factories.ts'
import { makeCard, makePaid, settlementsIn } from './fund-stand.ts'
import { asOwner } from './owner.ts'

const app = await testApp()
const start = app.clock.now
const byHand = payOutByHand(app.deps.db.autonomous, () => app.clock.now, 'pepper')
const folder = await mkdtemp(join(tmpdir(), 'slotwise-payouts-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let printed: string[]
let owner: Merchant
let account: string
let number: string
let id: string
beforeEach(async () => {
  app.clock.now = start
  app.deps.payout = byHand.provider
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)))
  owner = await makeMerchant(app)
  account = await makeCard(app, owner, { name: 'Lucky Capsules' })
  await makePaid(app, owner, account, { feeRate: 0, at: new Date(start.getTime() - 86_400_000) })
  await askForPayouts(app.deps, owner.tenantId)
  const [asked] = await settlementsIn(app, owner)
  id = asked?.settle_id ?? ''
  number = asked?.payout_no ?? ''
  await runPayout(app.deps, owner.tenantId, id)
})
afterEach(async () => {
  await asOwner(app, 'delete from hand_payout')
  vi.restoreAllMocks()
})

const ops = (...args: string[]) => runOps(args, async () => ({ deps: app.deps, close: async () => {} }))
const settlement = async () => (await settlementsIn(app, owner))[0]
const funds = async () =>
  (await app.call(fundCalls.getFunds, { condition: { ids: [account] } }, { as: owner })).body.result.data[0]
const clearNumber = async () => {
  const [row] = await asOwner<{ tail: string }>(app, 'select tail from bank_card where merchant_id = $1', [
    account,
  ])
  return new RegExp(`6222020200\\d{5}${row?.tail}`)
}
const audited = async () =>
  (await app.call(auditCalls.getAudit, {}, { as: owner })).body.result.data.filter(({ call }) =>
    call.startsWith('ops.'),
  )

describe('a payout by hand', () => {
  test('waits for the operator, is signed off once, and is booked', async () => {
    expect(await settlement()).toMatchObject({ state: 'settling', amount: 1_000 })
    await ops('payouts', 'list')
    const line = printed.find((one) => one.startsWith(number))
    expect(line).toContain(`10.00 CNY to Zhang San ICBC 6222`)
    expect(line).toContain(`; Lucky Capsules (${owner.username}), since ${start.toISOString()}`)
    expect(printed.join('\n')).not.toMatch(await clearNumber())
    expect(await audited()).toEqual([])

    await ops('payouts', 'paid', number)
    expect(await audited()).toMatchObject([
      { call: 'ops.payoutPaid', username: 'operator', object_id: account, after: { payout_no: number } },
    ])
    for (const again of [
      ['paid', number],
      ['refused', number, 'late'],
      ['paid', 'S20261115T1M1'],
      ['paid', 'x'],
    ])
      await expect(ops('payouts', ...again)).rejects.toThrow(/^no payout .* waits$/)
    expect(await audited()).toHaveLength(1)
    // The settlement is asked for at once, although the bank would be asked again later.
    await runPayout(app.deps, owner.tenantId, id)
    expect(await settlement()).toMatchObject({ state: 'success', why: '' })
    expect(await funds()).toMatchObject({ settled_amt: 1_000, settling_amt: 0, not_settle_amt: 0 })
    printed = []
    await ops('payouts', 'list')
    expect(printed).toEqual(['0 payouts wait'])
  })

  test('that the bank refused is owed again, and the merchant reads why', async () => {
    await expect(ops('payouts', 'refused', number, ' ')).rejects.toThrow(/200 characters/)
    await ops('payouts', 'refused', number, '户名不符')
    await runPayout(app.deps, owner.tenantId, id)
    expect(await settlement()).toMatchObject({ state: 'fail', why: '户名不符' })
    expect(await funds()).toMatchObject({ settled_amt: 0, settling_amt: 0, not_settle_amt: 1_000 })
    expect(await audited()).toMatchObject([{ call: 'ops.payoutRefused', after: { why: '户名不符' } }])
  })

  test('has its clear account only in a file that others cannot read, and the audit says so', async () => {
    const out = join(folder, 'payouts.xlsx')
    await ops('payouts', 'list', '--out', out)
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    const rows = await readSheet(await readFile(out), defaultSheetLimits)
    expect(JSON.stringify(rows)).toMatch(await clearNumber())
    expect(JSON.stringify(rows)).toContain(number)
    expect(printed.join('\n')).not.toMatch(await clearNumber())
    expect(await audited()).toMatchObject([
      { call: 'ops.showTransfer', object_id: account, after: { payout_no: number, amount: 1_000 } },
    ])
    expect(JSON.stringify(await audited())).not.toMatch(await clearNumber())
    await expect(ops('payouts', 'list', '--out', out)).rejects.toThrow(`${out} is there already`)
    expect(await audited()).toHaveLength(1)
  })

  test('names no account once its card is another one or not approved any more', async () => {
    const listed = async () => {
      printed = []
      await ops('payouts', 'list')
      return printed.find((one) => one.startsWith(number))
    }
    await asOwner(app, `update bank_card set state = 'not_approved' where merchant_id = $1`, [account])
    expect(await listed()).toContain('not the approved one any more')
    await asOwner(
      app,
      `update bank_card set state = 'approved', acct_name = 'Li Si' where merchant_id = $1`,
      [account],
    )
    expect(await listed()).toContain('not the approved one any more')
    // It stays on the list until the operator says what became of it.
    app.clock.advance(7_200)
    await runPayout(app.deps, owner.tenantId, id)
    expect(await settlement()).toMatchObject({ state: 'settling' })
  })

  test('is asked for once under its number, and forgotten half a year after its end', async () => {
    const { pay, query } = byHand.provider
    const request = {
      payoutNo: 'S20261115T1M1',
      amount: 5,
      currency: 'CNY' as const,
      account: { name: 'A', number: '1', bank: 'B', bankNo: '' },
    }
    expect(await query(request.payoutNo)).toEqual({ state: 'unknown' })
    expect(await Promise.all([pay(request), pay(request)])).toEqual([
      { state: 'processing' },
      { state: 'processing' },
    ])
    await expect(pay({ ...request, amount: 6 })).rejects.toThrow('the number is used')
    await expect(pay({ ...request, account: { ...request.account, number: '2' } })).rejects.toThrow('is used')
    const days = (count: number) => new Date(app.clock.now.getTime() + count * 86_400_000)
    await sweepHandPayouts(app.deps.db.main, days(1_000))
    expect(await byHand.end(app.deps.db.autonomous, request.payoutNo, { state: 'failed', why: 'x' })).toBe(
      true,
    )
    await sweepHandPayouts(app.deps.db.main, days(180))
    expect(await pay(request)).toEqual({ state: 'failed', why: 'x' })
    await sweepHandPayouts(app.deps.db.main, days(181))
    expect(await query(request.payoutNo)).toEqual({ state: 'unknown' })
  })
})

test('where payouts are not made by hand there is no list, and the funds say whether any are made', async () => {
  const paysOut = async () => (await app.call(fundCalls.getFundSum, {}, { as: owner })).body.result.pays_out
  expect(await paysOut()).toBe(true)
  app.deps.payout = undefined
  expect(await paysOut()).toBe(false)
  for (const command of [['list'], ['paid', number]])
    await expect(ops('payouts', ...command)).rejects.toThrow('not made by hand here')
})
