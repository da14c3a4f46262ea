import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { accountCalls, calls, regionCalls, waitText } from '@slotwise/contract'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { startApp, testApp, type TestApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { inTenant, isDatabaseBusy, openDb } from '../kernel/db.ts'
import { md5 } from '../kernel/passwords.ts'
import { registerContract } from './register-contract.ts'

const broken = calls({
  breaks: { path: '/api/v1/x/breaks', access: 'signedIn', input: z.strictObject({}), output: z.object({}) },
  sleeps: {
    path: '/api/v1/x/sleeps',
    access: 'signedIn',
    input: z.strictObject({ limitMs: z.number() }),
    output: z.object({}),
  },
})

const app = await testApp()
registerContract(
  app.app,
  app.deps,
  { broken },
  {
    broken: {
      breaks: async () => {
        throw new Error('password authentication failed at /srv/slotwise/db.ts')
      },
      sleeps: async ({ tx }, { limitMs }) => {
        await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx)
        await sql`select pg_sleep(120)`.execute(tx)
        return {}
      },
    },
  },
)
const owner = await makeMerchant(app)

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const json = { 'content-type': 'application/json', 'accept-language': 'en-US' }
const { path: loginPath } = accountCalls.login

async function send(options: InjectOptions) {
  const response = await app.app.inject(options)
  return { status: response.statusCode, headers: response.headers, body: response.json<unknown>() }
}

describe('what is no call of ours', () => {
  const unknownPath = { rcode: 101, msg: 'This address does not exist', result: null }
  const notJson = { rcode: 100, msg: 'The request is not readable JSON', result: null }
  const post = { method: 'POST', url: loginPath, headers: json } as const

  test.each<[string, InjectOptions, number, unknown]>([
    ['an unknown path', { ...post, url: '/api/v1/u/nothing' }, 404, unknownPath],
    ['an unknown path without a body', { method: 'POST', url: '/p/v1/x', headers: json }, 404, unknownPath],
    ['a call asked for by GET', { ...post, method: 'GET' }, 404, unknownPath],
    ['a call asked for by DELETE', { ...post, method: 'DELETE' }, 404, unknownPath],
    ['a path that differs in case', { ...post, url: '/P/V1/LOGIN' }, 404, unknownPath],
    ['an address that cannot be decoded', { ...post, url: '/p/v1/%zz' }, 400, unknownPath],
    ['broken JSON', { ...post, payload: '{"username":' }, 400, notJson],
    ['text that is no JSON', { ...post, payload: 'username=me' }, 400, notJson],
    [
      'a form',
      { ...post, headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
      415,
      notJson,
    ],
    [
      'plain text',
      { ...post, headers: { ...json, 'content-type': 'text/plain' }, payload: '{}' },
      415,
      notJson,
    ],
    [
      'no content type',
      { method: 'POST', url: loginPath, headers: { 'accept-language': 'en' }, payload: Buffer.from('{}') },
      415,
      notJson,
    ],
    [
      'a body that reaches for __proto__',
      { ...post, payload: '{"__proto__":{"isMain":true}}' },
      400,
      notJson,
    ],
    [
      'a body that reaches for a prototype',
      { ...post, payload: '{"constructor":{"prototype":{"isMain":true}}}' },
      400,
      notJson,
    ],
    [
      'a body that is too large',
      { ...post, payload: JSON.stringify({ username: 'x'.repeat(140_000) }) },
      413,
      { rcode: 100, msg: 'The request is too large', result: null },
    ],
  ])('%s is refused with a number, a text and a request id', async (_what, options, status, body) => {
    const answer = await send(options)
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual(body)
    expect(answer.headers['x-request-id']).toMatch(requestId)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('an address with a step that is too long is refused likewise', async () => {
    const { status, headers, body } = await send({ url: `/files/${'x'.repeat(5_000)}`, headers: json })
    expect([404, 414]).toContain(status)
    expect(body).toEqual(unknownPath)
    expect(headers['x-request-id']).toMatch(requestId)
  })

  test('is refused in the language of the caller', async () => {
    const ask = async (language: string) =>
      (await send({ method: 'POST', url: '/p/v1/x', headers: { 'accept-language': language } })).body
    expect(await ask('zh-CN')).toMatchObject({ msg: '该地址不存在' })
    expect(await ask('zh-TW')).toMatchObject({ msg: '該位址不存在' })
  })

  test.each(['[]', '"text"', '7', 'null', 'true', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, ''])(
    'a body that is no object is invalid input',
    async (payload) => {
      const { status, body } = await send({ ...post, payload })
      expect(status).toBe(200)
      expect(body).toMatchObject({ rcode: 100, msg: 'Check the highlighted fields' })
    },
  )
})

describe('every answer', () => {
  test('carries a request id of its own, whatever comes of the call', async () => {
    const answers = [
      await app.call(accountCalls.me, {}, { as: owner }),
      await app.call(accountCalls.me, {}),
      await app.call(accountCalls.login, { username: 'nobody', password: md5('x') }),
      await app.post(regionCalls.addArea.path, {}, { as: owner }),
      await app.post(broken.breaks.path, {}, { as: owner }),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(requestId)
    expect(new Set(ids).size).toBe(answers.length)
  })

  test('does not take a request id from outside', async () => {
    const { headers } = await send({
      url: '/healthz',
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(headers['x-request-id']).toMatch(requestId)
  })

  test('carries the headers that keep a browser safe', async () => {
    for (const { headers } of [
      await app.call(accountCalls.me, {}, { as: owner }),
      await app.post('/p/v1/nothing', {}),
      await app.post(broken.breaks.path, {}, { as: owner }),
    ]) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  test('tells the browser to stay on https where it is served over https', async () => {
    const secure = await startApp({ secure: true })
    try {
      const { headers } = await secure.post('/p/v1/nothing', {})
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    } finally {
      await secure.close()
    }
  })
})

describe('our own fault', () => {
  test('is HTTP 500 and 900, names the request and nothing of the inside', async () => {
    const { status, headers, body } = await app.post(broken.breaks.path, {}, { as: owner })
    expect(status).toBe(500)
    expect(body).toEqual({
      rcode: 900,
      msg: `Something went wrong on our side. Quote ${String(headers['x-request-id'])} when you contact us.`,
      result: null,
    })
  })

  test('leaves the next call working', async () => {
    for (let i = 0; i < 30; i += 1)
      expect((await app.post(broken.breaks.path, {}, { as: owner })).status).toBe(500)
    expect((await app.call(accountCalls.me, {}, { as: owner })).body.rcode).toBe(0)
  })
})

describe('a database that does not answer', () => {
  const tryAgain = { rcode: 105, msg: expect.stringContaining('2 seconds'), result: { retryAfter: 2 } }

  test('breaks a connection in the middle of a call: that call may be tried again, the next one works', async () => {
    const outcome = app.post(broken.sleeps.path, { limitMs: 60_000 }, { as: owner })
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
                        where query like 'select pg_sleep(120)%' and datname = current_database()`
    await expect.poll(async () => (await asOwner(app, terminate)).length).toBeGreaterThan(0)
    expect(await outcome).toMatchObject({ status: 200, body: tryAgain })
    expect((await app.call(accountCalls.me, {})).body.rcode).toBe(604)
  })

  test('takes longer than its limit for a statement: the call may be tried again', async () => {
    const outcome = await app.post(broken.sleeps.path, { limitMs: 100 }, { as: owner })
    expect(outcome).toMatchObject({ status: 200, body: tryAgain })
  })

  test('opens no connection in time: the call may be tried again', async () => {
    // Accepts connections and says nothing, as an overloaded PostgreSQL does.
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const db = openDb(`postgres://x@127.0.0.1:${(silent.address() as AddressInfo).port}/x`, {
      waitSeconds: 1,
    })
    try {
      const error = await inTenant(db.main, '1', async () => 'answered').catch((failure: unknown) => failure)
      expect([String(error), isDatabaseBusy(error)]).toEqual([expect.stringContaining('timeout'), true])
    } finally {
      await db.close()
      silent.close()
    }
  })

  test('a fault of a statement is none of these', async () => {
    const error = await sql`select 1 / 0`.execute(app.deps.db.main).catch((failure: unknown) => failure)
    expect([String(error), isDatabaseBusy(error)]).toEqual(['error: division by zero', false])
  })
})

describe('the address of a caller', () => {
  async function signInFrom(other: TestApp, headers: Record<string, string>): Promise<string | undefined> {
    const merchant = await makeMerchant(other)
    await other.app.inject({
      method: 'POST',
      url: loginPath,
      remoteAddress: '10.9.9.9',
      headers: { ...json, ...headers },
      payload: { username: merchant.username, password: md5('correct horse') },
    })
    const rows = await asOwner<{ address: string }>(
      other,
      'select address from session where tenant_id = $1 order by session_id desc limit 1',
      [merchant.tenantId],
    )
    return rows[0]?.address
  }

  test('is that of the connection, whatever the headers claim', async () => {
    expect(await signInFrom(app, { 'x-forwarded-for': '203.0.113.7' })).toBe('10.9.9.9')
  })

  test('behind a proxy of ours is what the proxy saw, not what the caller wrote before it', async () => {
    const proxied = await startApp({ trustProxy: 1 })
    try {
      expect(await signInFrom(proxied, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' })).toBe('203.0.113.7')
      expect(await signInFrom(proxied, {})).toBe('10.9.9.9')
    } finally {
      await proxied.close()
    }
  })

  test('has a ceiling of calls, and is told how long to wait', async () => {
    const low = await startApp({ callsPer10s: 5 })
    try {
      // Eleven cannot all be allowed, even if a new window begins among them.
      const answers = []
      for (let i = 0; i < 11; i += 1) answers.push((await low.call(accountCalls.me, {})).body)
      expect(answers[0]?.rcode).toBe(604)
      const refused = answers.filter(({ rcode }) => rcode === 105)
      expect(refused.length).toBeGreaterThan(0)
      const retryAfter = Number((refused[0]?.result as { retryAfter?: number } | undefined)?.retryAfter)
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(10)
      expect(refused[0]?.msg).toBe(`Try again in ${waitText('en-US', retryAfter)}`)
      expect((await low.call(accountCalls.me, {}, { address: '10.0.0.2' })).body.rcode).toBe(604)
      const spelt = []
      for (let i = 0; i < 11; i += 1)
        spelt.push((await low.post('/%61pi/v1/u/me', {}, { address: '10.0.0.3' })).body.rcode)
      expect(spelt).toContain(105)
    } finally {
      await low.close()
    }
  })
})

test('one merchant whose calls all wait leaves connections to the others', async () => {
  const [stuck, other] = [await makeMerchant(app), await makeMerchant(app)]
  const { body } = await app.call(regionCalls.addArea, { area_name: 'Held' }, { as: stuck })
  const held = { _id: body.result._id, area_name: 'Held' }
  const holder = new pg.Client({ connectionString: app.deps.db.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from area where tenant_id = $1 for update', [stuck.tenantId])
    const waiting = Array.from({ length: 40 }, () => app.call(regionCalls.editArea, held, { as: stuck }))
    expect((await app.call(accountCalls.me, {}, { as: other })).body.rcode).toBe(0)
    await holder.query('commit')
    const answers = await Promise.all(waiting)
    expect(answers.filter((answer) => answer.body.rcode !== 0)).toEqual([])
  } finally {
    await holder.end()
  }
})
