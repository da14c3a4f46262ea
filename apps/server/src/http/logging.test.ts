import {
  accountCalls,
  bankCardCalls,
  calls,
  type InputOf,
  type OutputOf,
  type Call,
} from '@slotwise/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { type Signed, startApp, type TestApp } from '../../test/app.ts'
import { cardInput, clearNumbers } from '../../test/bank-cards.ts'
import { makeMerchant, type Merchant, testOperation, testPassword } from '../../test/factories.ts'
import { makeLog } from '../kernel/log.ts'
import { md5 } from '../kernel/passwords.ts'
import { buildApp } from './app.ts'
import { registerContract } from './register-contract.ts'

type Line = Record<string, unknown> & { msg: string; requestId?: string }

const broken = calls({
  breaks: { path: '/api/v1/x/breaks', access: 'signedIn', input: z.strictObject({}), output: z.object({}) },
})

let app: TestApp
let logged: FastifyInstance
let owner: Merchant
const written: string[] = []
const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line)

beforeAll(async () => {
  app = await startApp()
  owner = await makeMerchant(app)
  const log = makeLog('trace', { write: (line) => void written.push(line) })
  const sms = { ...app.deps.sms, send: sendUnlessDown }
  const deps = { ...app.deps, log, sms }
  logged = await buildApp(deps)
  registerContract(
    logged,
    deps,
    { broken },
    {
      broken: {
        // PostgreSQL's error names the value that is taken; here it is a phone number.
        breaks: async (ctx) => {
          const row = { username: ctx.user.username, tenant_id: ctx.tenant.id, account_id: ctx.user.id }
          await ctx.tx.insertInto('login').values(row).execute()
          return {}
        },
      },
    },
  )
  // Lines of the start belong to no request.
  written.length = 0
})
afterAll(async () => {
  await logged.close()
  await app.close()
})

let smsIsDown = false
const sendUnlessDown: TestApp['deps']['sms']['send'] = async (message) =>
  smsIsDown ? { ok: false, reason: 'unreachable', detail: 'no answer' } : app.deps.sms.send(message)

async function ask(options: InjectOptions): Promise<{ id: string; body: string }> {
  const response = await logged.inject(options)
  return { id: String(response.headers['x-request-id']), body: response.body }
}
async function call<C extends Call>(row: C, payload: InputOf<C>, as?: Signed): Promise<OutputOf<C>> {
  const headers = as ? { 'x-access-token': as.token, 'x-access-secret': as.secret } : {}
  const { body } = await ask({ method: 'POST', url: row.path, headers, payload: payload as object })
  return (JSON.parse(body) as { result: OutputOf<C> }).result
}

test('every request writes a line with its id, call, status, rcode and merchant', async () => {
  const { id } = await ask({
    method: 'POST',
    url: accountCalls.me.path,
    headers: {
      'content-type': 'application/json',
      'x-access-token': owner.token,
      'x-access-secret': owner.secret,
    },
    payload: {},
  })
  expect(lines().filter(({ requestId }) => requestId === id)).toMatchObject([
    {
      msg: 'answered',
      call: 'me',
      status: 200,
      rcode: 0,
      tenant: owner.tenantId,
      user: owner.accountId,
      req: { method: 'POST', path: '/api/v1/u/me' },
      ms: expect.any(Number),
    },
  ])

  const unknown = await ask({ url: '/api/v1/nothing?token=abc' })
  expect(lines().filter(({ requestId }) => requestId === unknown.id)).toMatchObject([
    { status: 404, rcode: 101, req: { method: 'GET', path: '/api/v1/nothing' } },
  ])
})

test('a fault is written with its id and where it happened', async () => {
  const { id, body } = await ask({
    method: 'POST',
    url: broken.breaks.path,
    headers: { 'x-access-token': owner.token, 'x-access-secret': owner.secret },
    payload: {},
  })
  expect(JSON.parse(body)).toMatchObject({ rcode: 900 })
  const fault = lines().find((line) => line.requestId === id && line.msg === 'fault')
  expect(fault).toMatchObject({
    level: 50,
    tenant: owner.tenantId,
    err: { reason: '23505', message: expect.stringContaining('duplicate key'), stack: expect.any(String) },
  })
})

test('a password, token, sign, code, phone or number of a bank card is never written, whatever happens', async () => {
  const phone = '13611112222'
  const secrets = [testPassword, md5(testPassword), testOperation, md5(testOperation), phone, owner.username]
  await call(accountCalls.login, { username: owner.username, password: md5('wrong') })
  const session = await call(accountCalls.login, { username: owner.username, password: md5(testPassword) })
  const { sign } = await call(accountCalls.checkOprPwd, { password: md5(testOperation) }, session)
  await call(accountCalls.editOprPwd, { old_oper_pwd: md5('111222'), new_oper_pwd: '907431' }, session)
  const asked = await call(accountCalls.checkAccount, { phone })
  const code = await app.lastCode(phone)
  await call(accountCalls.checkSmsCode, { sign: asked.sign, code })
  const password = md5('a good one')
  const form = {
    mchName: 'M',
    country: 'CN',
    business: 'vm',
    phone,
    password,
    code,
    sign: asked.sign,
  } as const
  await call(accountCalls.signUp, form)
  secrets.push(session.token, session.secret, sign, asked.sign, code, password, '907431', md5('wrong'))

  await call(bankCardCalls.addBank, cardInput(), session)
  await call(bankCardCalls.addBank, cardInput({ acct_no: '1' }), session)
  secrets.push(...Object.values(clearNumbers))

  smsIsDown = true
  await call(accountCalls.checkAccount, { phone: '13611113333' })
  secrets.push('13611113333')
  await call(broken.breaks, {}, session)
  await ask({ url: `/files/${owner.token}` })
  await ask({ url: `/bank-photos/${session.token}` })
  await ask({ url: `/bank-photos/${session.token}/more` })
  await ask({ url: `/signUp?phone=${phone}&token=${session.token}` })
  await ask({ method: 'POST', url: accountCalls.login.path, payload: `{"password":"${md5(testPassword)}"` })

  expect(lines().map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['answered', 'fault', 'text message not sent']),
  )
  for (const line of lines()) expect(line.requestId, JSON.stringify(line)).toEqual(expect.any(String))
  const text = written.join('')
  for (const secret of secrets) expect(text).not.toMatch(new RegExp(`(?<!\\d)${secret}(?!\\d)`))
})

test('secrets that a later change might log are blanked out', () => {
  const out: string[] = []
  const log = makeLog('info', { write: (line) => void out.push(line) })
  log.info(
    { password: 'p1', body: { phone: 'p2', code: 'p3' }, req: { url: '/x', headers: { cookie: 'p4' } } },
    'x',
  )
  log.info({ input: { body: { oper_pwd: 'p5', sign: 'p6' } } }, 'y')
  log.info({ telephone: 'p9', card: { acct_no: 'p9', acct_cert_no: 'p9', acct_mobile: 'p9' } }, 'card')
  log.error({ err: Object.assign(new Error('boom'), { detail: 'p7', client: { password: 'p8' } }) }, 'z')
  expect(out.join('')).not.toMatch(/p[1-9]/)
  expect(out.join('')).toContain('boom')
})
