import { accountCalls, type InputOf, waitText } from '@slotwise/contract'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { type CallOptions, testApp } from '../../../test/app.ts'
import { asOwner, wholeDatabase } from '../../../test/owner.ts'
import { buildApp } from '../../http/app.ts'
import { md5 } from '../../kernel/passwords.ts'
import { hashToken } from '../../kernel/tokens.ts'
import type { SmsOutcome } from '../../ports/sms/sms.ts'

const app = await testApp()
// The number of calls per address and minute is limited.
beforeEach(() => app.clock.advance(61))

let serial = 0
const nextPhone = (): string => `135${String((serial += 1)).padStart(8, '0')}`

const ask = async (phone: string, options?: CallOptions) =>
  (await app.call(accountCalls.checkAccount, { phone }, options)).body
async function askCode(phone: string): Promise<{ sign: string; code: string }> {
  const { rcode, msg, result } = await ask(phone)
  expect(rcode, msg).toBe(0)
  return { sign: result.sign, code: await app.lastCode(phone) }
}
const look = async (sign: string, code: string) =>
  (await app.call(accountCalls.checkSmsCode, { sign, code })).body.result.isRight
const form = (phone: string, sign: string, code: string): InputOf<typeof accountCalls.signUp> => ({
  mchName: 'M',
  country: 'CN',
  business: 'vm',
  phone,
  password: md5('a good one'),
  sign,
  code,
})
const signUp = async (phone: string, sign: string, code: string) =>
  (await app.call(accountCalls.signUp, form(phone, sign, code))).body
const wrongCodes = (code: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String((Number(code) + i + 1) % 1_000_000).padStart(6, '0'))
const recently = (seconds: number) => ({
  rcode: 105,
  msg: `A code was sent recently, try again in ${waitText('en-US', seconds)}`,
  result: { retryAfter: seconds },
})
const wait = (seconds: number) => ({
  rcode: 105,
  msg: `Try again in ${waitText('en-US', seconds)}`,
  result: { retryAfter: seconds },
})
const sentTo = (phone: string) => asOwner(app, 'select from sms_inbox where phone = $1', [`+86${phone}`])

describe('a code', () => {
  test('lives five minutes', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    app.clock.advance(299)
    expect(await look(sign, code)).toBe(true)
    app.clock.advance(1)
    expect(await look(sign, code)).toBe(false)
    expect(await signUp(phone, sign, code)).toMatchObject({ rcode: 202 })
  })

  test('is not used up by looking, and is by signing up', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    for (let i = 0; i < 10; i += 1) expect(await look(sign, code)).toBe(true)
    expect((await signUp(phone, sign, code)).rcode).toBe(0)
    expect(await look(sign, code)).toBe(false)
  })

  test('dies after five wrong tries, counted across looking and signing up', async () => {
    const phone = nextPhone()
    const { sign, code } = await askCode(phone)
    const [a = '', b = '', c = '', d = '', e = ''] = wrongCodes(code, 5)
    expect(await look(sign, a)).toBe(false)
    expect(await look(sign, b)).toBe(false)
    expect((await signUp(phone, sign, c)).rcode).toBe(202)
    expect((await signUp(phone, sign, d)).rcode).toBe(202)
    expect(await look(sign, code)).toBe(true)
    expect(await look(sign, e)).toBe(false)
    expect(await look(sign, code)).toBe(false)
    expect(await signUp(phone, sign, code)).toMatchObject({
      rcode: 202,
      result: { errors: [{ path: 'code', message: 'Invalid verification' }] },
    })
  })

  test('dies after five wrong tries that come at once', async () => {
    const { sign, code } = await askCode(nextPhone())
    await Promise.all(wrongCodes(code, 20).map((wrong) => look(sign, wrong)))
    expect(await look(sign, code)).toBe(false)
  })

  test('five wrong tries and the right one at once leave at most one try', async () => {
    const { sign, code } = await askCode(nextPhone())
    const wrong = wrongCodes(code, 6)
    await Promise.all([...wrong.slice(0, 5), code].map((one) => look(sign, one)))
    await look(sign, wrong[5] ?? '')
    expect(await look(sign, code)).toBe(false)
  })

  test('replaces the one before it, tries and all', async () => {
    const phone = nextPhone()
    const first = await askCode(phone)
    for (const wrong of wrongCodes(first.code, 5)) await look(first.sign, wrong)
    app.clock.advance(60)
    const second = await askCode(phone)
    expect(await look(second.sign, second.code)).toBe(true)
    expect(await look(first.sign, first.code)).toBe(false)
    expect((await signUp(phone, first.sign, second.code)).rcode).toBe(202)
    expect((await signUp(phone, second.sign, second.code)).rcode).toBe(0)
  })

  test('and its sign are stored only as hashes', async () => {
    const { sign, code } = await askCode(nextPhone())
    const stored = await wholeDatabase(app, ['sms_inbox'])
    expect(stored).not.toContain(sign)
    expect(stored).not.toContain(`"${code}"`)
    // A plain hash would let an attacker try all codes.
    expect(stored).toContain(hashToken(sign).toString('hex'))
    expect(stored).not.toContain(hashToken(code).toString('hex'))
  })
})

describe('asking for codes', () => {
  test('one a minute for a phone, and the answer says how long to wait', async () => {
    const phone = nextPhone()
    await askCode(phone)
    expect(await ask(phone)).toEqual(recently(60))
    app.clock.advance(59)
    expect(await ask(phone, { address: '10.0.0.9' })).toEqual(recently(1))
    app.clock.advance(1)
    expect((await ask(phone)).rcode).toBe(0)
    expect(await sentTo(phone)).toHaveLength(2)
  })

  test('of ten requests at once one sends a message', async () => {
    const phone = nextPhone()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(phone)))
    expect(answers.filter(({ rcode }) => rcode === 0)).toHaveLength(1)
    expect(await sentTo(phone)).toHaveLength(1)
  })

  test('ten a day for a phone', async () => {
    const phone = nextPhone()
    for (let i = 0; i < 10; i += 1) {
      await askCode(phone)
      app.clock.advance(600)
    }
    expect(await ask(phone)).toEqual(wait(86_400 - 6_000))
    // No code was sent by the refused try, so the next one is not told that one was.
    expect(await ask(phone)).toEqual(wait(86_400 - 6_000))
    expect(await ask(phone, { address: '10.0.0.10' })).toMatchObject({ rcode: 105 })
    app.clock.advance(86_400 - 6_000)
    expect((await ask(phone)).rcode).toBe(0)
  })

  test('a hundred a day from an address, twenty a minute', async () => {
    const address = '10.0.0.11'
    for (let i = 0; i < 5; i += 1) {
      for (let k = 0; k < 20; k += 1) expect((await ask(nextPhone(), { address })).rcode).toBe(0)
      expect(await ask(nextPhone(), { address })).toEqual(wait(60))
      app.clock.advance(60)
    }
    expect(await ask(nextPhone(), { address })).toEqual(wait(86_400 - 300))
    expect((await ask(nextPhone(), { address: '10.0.0.12' })).rcode).toBe(0)
    app.clock.advance(86_400 - 300)
    expect((await ask(nextPhone(), { address })).rcode).toBe(0)
  })
})

describe('when the message cannot be sent', () => {
  async function askThrough(outcome: SmsOutcome, phone: string): Promise<unknown> {
    const other = await buildApp({ ...app.deps, sms: { name: 'test', send: async () => outcome } })
    try {
      const { method, url } = { method: 'POST' as const, url: accountCalls.checkAccount.path }
      const headers = { 'accept-language': 'en-US' }
      return (await other.inject({ method, url, headers, payload: { phone } })).json()
    } finally {
      await other.close()
    }
  }

  test('the answer says so and the next try need not wait', async () => {
    const phone = nextPhone()
    const outcome = { ok: false, reason: 'unreachable', detail: 'no answer' } as const
    expect(await askThrough(outcome, phone)).toEqual({
      rcode: 203,
      msg: 'The text message could not be sent. Try again later.',
      result: null,
    })
    expect((await ask(phone)).rcode).toBe(0)
  })

  test.each([
    ['refusing', { ok: false, reason: 'rejected', detail: 'no' }],
    ['out of reach', { ok: false, reason: 'unsent', detail: 'no connection' }],
    ['asking for a pause', { ok: false, reason: 'limited', detail: 'too many', retryAfterS: 17 }],
  ] as const)('%s, the quota of the phone and of the address is given back', async (_why, outcome) => {
    const phone = nextPhone()
    const counts = () =>
      asOwner<{ key: string; count: number }>(
        app,
        `select key, count from limit_counter where key in ('sms-day:${phone}', 'sms-address:127.0.0.1') order by key`,
      )
    await askCode(phone)
    const before = await counts()
    expect(before).toHaveLength(2)
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance(61)
      await askThrough(outcome, phone)
    }
    expect(await counts()).toEqual(before)
  })

  test('the code of a refused message does not work, so refusals give no tries to guess it', async () => {
    const phone = nextPhone()
    for (const reason of ['rejected', 'limited', 'unsent'] as const) {
      app.clock.advance(61)
      await askThrough({ ok: false, reason, detail: 'no' }, phone)
      expect(await asOwner(app, 'select from sms_code where phone like $1', [`%${phone}`])).toEqual([])
    }
  })

  test('a message without an answer may have been sent, so it counts and its code works', async () => {
    const phone = nextPhone()
    const count = async () =>
      (
        await asOwner<{ count: number }>(app, 'select count from limit_counter where key = $1', [
          `sms-day:${phone}`,
        ])
      )[0]?.count
    await askThrough({ ok: false, reason: 'unreachable', detail: 'no answer' }, phone)
    expect(await count()).toBe(1)
    expect(await asOwner(app, 'select from sms_code where phone like $1', [`%${phone}`])).toHaveLength(1)
  })

  test('a provider that wants a pause is passed on in seconds', async () => {
    const outcome = { ok: false, reason: 'limited', detail: 'too many', retryAfterS: 17 } as const
    expect(await askThrough(outcome, nextPhone())).toEqual(recently(17))
  })
})

test('an address without budget cannot spend the codes of a phone', async () => {
  const address = '10.9.9.9'
  await asOwner(app, `insert into limit_counter values ('sms-address:${address}', 100, $1)`, [
    new Date(app.clock.now.getTime() + 3_600_000),
  ])
  const phone = nextPhone()
  expect((await ask(phone, { address })).rcode).toBe(105)
  expect((await ask(phone)).rcode).toBe(0)
})

describe('text messages of the whole installation', () => {
  const used = (count: number) =>
    asOwner(
      app,
      `insert into limit_counter values ('sms-all', $1, $2)
       on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`,
      [count, new Date(app.clock.now.getTime() + 600_000)],
    )
  afterEach(() => asOwner(app, `delete from limit_counter where key = 'sms-all'`))

  test('are bounded in an hour, with an alarm to the operator', async () => {
    const error = vi.spyOn(app.deps.log, 'error')
    onTestFinished(() => error.mockRestore())
    await used(app.deps.config.smsPerHour - 1)
    const last = nextPhone()
    expect((await ask(last)).rcode).toBe(0)
    expect(error).not.toHaveBeenCalled()
    const phone = nextPhone()
    expect(await ask(phone, { address: '10.9.9.7' })).toMatchObject({ rcode: 105 })
    expect(error).toHaveBeenCalledTimes(1)
    expect(await sentTo(phone)).toEqual([])
    expect((await app.app.inject('/metrics')).payload).toMatch(/slotwise_text_messages_refused_total 1/)
    app.clock.advance(601)
    expect((await ask(phone)).rcode, 'the phone has spent nothing').toBe(0)
  })

  test('warn the operator before', async () => {
    const warn = vi.spyOn(app.deps.log, 'warn')
    onTestFinished(() => warn.mockRestore())
    await used(0.8 * app.deps.config.smsPerHour - 1)
    await ask(nextPhone())
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

test('asking too soon costs the address nothing', async () => {
  const address = '10.9.9.8'
  const phone = nextPhone()
  await ask(phone, { address })
  await ask(phone, { address })
  const [counter] = await asOwner<{ count: number }>(
    app,
    `select count from limit_counter where key = 'sms-address:${address}'`,
  )
  expect(counter?.count).toBe(1)
})
