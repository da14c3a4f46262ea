import { createHash, createHmac } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner.ts'
import { readConfig } from '../../kernel/config.ts'
import { handPayoutsOf } from './by-hand.ts'
import { choosePayout } from './choose.ts'
import { makePayoutSandbox, type PayoutManner, payoutSandboxOf, sweepPayoutSandbox } from './sandbox.ts'

const app = await testApp()
const sandbox = makePayoutSandbox(app.deps.db.autonomous, () => app.clock.now, 'pepper')
const { pay, query } = sandbox.provider
let serial = 0

const account = { name: 'Zhang San', number: '6222020200001234567', bank: 'ICBC', bankNo: '102100099996' }
const next = () => ({ payoutNo: `P${100 + (serial += 1)}`, amount: 500, currency: 'CNY' as const, account })

beforeEach(() => sandbox.behave(undefined))

describe('a payout of the sandbox', () => {
  test('is done once, however often it is asked for', async () => {
    const request = next()
    expect(await query(request.payoutNo)).toEqual({ state: 'unknown' })
    expect(await Promise.all([pay(request), pay(request)])).toEqual([
      { state: 'success' },
      { state: 'success' },
    ])
    await sandbox.behave('fails')
    expect(await pay(request)).toEqual({ state: 'success' })
    expect(await query(request.payoutNo)).toEqual({ state: 'success' })
  })

  test('keeps amount, currency and account of its number', async () => {
    const request = next()
    await pay(request)
    for (const other of [
      { amount: 501 },
      { currency: 'MYR' as const },
      { account: { ...account, number: '1' } },
    ])
      await expect(pay({ ...request, ...other })).rejects.toThrow('the number is used')
  })

  test.each<[PayoutManner, object, object]>([
    ['fails', { state: 'failed', why: 'accountClosed' }, { state: 'failed', why: 'accountClosed' }],
    ['processing', { state: 'processing' }, { state: 'processing' }],
    ['done without answer', { message: 'the bank does not answer' }, { state: 'success' }],
    ['lost', { message: 'the bank does not answer' }, { state: 'unknown' }],
  ])('%s when told so', async (manner, answer, known) => {
    const request = next()
    await sandbox.behave(manner)
    expect(await pay(request).catch((error: unknown) => error)).toMatchObject(answer)
    expect(await query(request.payoutNo)).toEqual(known)
  })

  test.each([
    ['success', { state: 'success' }],
    ['failed', { state: 'failed', why: 'nameMismatch' }],
  ] as const)('that is on its way ends with %s, once', async (end, state) => {
    const request = next()
    await sandbox.behave('processing')
    await pay(request)
    await sandbox.end(request.payoutNo, end)
    await sandbox.end(request.payoutNo, end === 'success' ? 'failed' : 'success')
    expect(await query(request.payoutNo)).toEqual(state)
  })

  test('holds no number of an account, and is forgotten after half a year', async () => {
    const request = next()
    await pay(request)
    const rows = await asOwner(app, 'select to_jsonb(p)::text as text from sandbox_payout p')
    expect(JSON.stringify(rows)).not.toContain(account.number)
    const day = 86_400_000
    const after = (ms: number) => new Date(app.clock.now.getTime() + ms)
    await sweepPayoutSandbox(app.deps.db.main, after(180 * day))
    expect(await query(request.payoutNo)).toEqual({ state: 'success' })
    await sweepPayoutSandbox(app.deps.db.main, after(180 * day + 1))
    expect(await query(request.payoutNo)).toEqual({ state: 'unknown' })
  })

  test('holds a digest of the account that only the secret of the installation makes', async () => {
    const digests = async (by: typeof sandbox) => {
      const [one, same, other] = [next(), next(), { ...next(), account: { ...account, number: '6222' } }]
      for (const request of [one, same, other]) await by.provider.pay(request)
      const rows = await asOwner<{ account: Buffer }>(
        app,
        'select account from sandbox_payout where payout_no = any($1) order by payout_no',
        [[one, same, other].map(({ payoutNo }) => payoutNo)],
      )
      return rows.map(({ account: digest }) => digest.toString('hex'))
    }
    const [one, same, other] = await digests(sandbox)
    expect(same).toBe(one)
    expect(other).not.toBe(one)
    const elsewhere = makePayoutSandbox(app.deps.db.autonomous, () => app.clock.now, 'another pepper')
    expect((await digests(elsewhere))[0]).not.toBe(one)
    // A reader of the books who knows the account, but not the secret, cannot make the digest.
    const known = JSON.stringify([account.name, account.number, account.bankNo])
    for (const text of [known, account.number]) {
      const guesses = [createHash('sha256'), createHmac('sha256', '')].map((hash) =>
        hash.update(text).digest('hex'),
      )
      expect(guesses).not.toContain(one)
    }
  })

  test('stands for the bank in the demo and in development, and never in production by itself', () => {
    const chosen = (env: Record<string, string>) => {
      const provider = choosePayout(
        readConfig({ PEPPER: 'x', ...env }),
        app.deps.db.autonomous,
        () => app.clock.now,
      )
      return payoutSandboxOf(provider) ? 'sandbox' : handPayoutsOf(provider) ? 'hand' : provider
    }
    const production = { DATABASE_URL: 'postgres://x/y' }
    expect(chosen({})).toBe('sandbox')
    expect(chosen({ PAYOUTS: 'hand' })).toBe('hand')
    expect(chosen(production)).toBe('hand')
    expect(chosen({ ...production, PAYOUTS: 'none' })).toBeUndefined()
    expect(chosen({ ...production, PAYMENT_SANDBOX: '1' })).toBe('sandbox')
    expect(() => chosen({ PAYOUTS: 'sandbox' })).toThrow('must be hand or none')
  })
})
