import { gunzipSync } from 'node:zlib'

import { accountCalls, calls, regionCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { testApp } from '../../test/app.ts'
import { makeMerchant } from '../../test/factories.ts'
import { md5 } from '../kernel/passwords.ts'
import { accepts } from './accepted-encodings.ts'
import { registerContract } from './register-contract.ts'

const long = 'Harbour '.repeat(1_000)
const lengthy = calls({
  reads: { path: '/api/v1/x/reads', access: 'signedIn', input: z.strictObject({}), output: z.string() },
  tells: {
    path: '/api/v1/x/tells',
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.string(),
    secretAnswer: true,
  },
  opens: { path: '/p/v1/x/opens', access: 'public', input: z.strictObject({}), output: z.string() },
})
const app = await testApp()
const answerLong = async () => long
registerContract(
  app.app,
  app.deps,
  { lengthy },
  { lengthy: { reads: answerLong, tells: answerLong, opens: answerLong } },
)
const owner = await makeMerchant(app)

const ask = (path: string, encodings?: string) =>
  app.app.inject({
    method: 'POST',
    url: path,
    payload: {},
    headers: {
      'x-access-token': owner.token,
      'x-access-secret': owner.secret,
      ...(encodings !== undefined && { 'accept-encoding': encodings }),
    },
  })

test('a long answer is compressed for a client that takes it, and says the same', async () => {
  const plain = await ask(lengthy.reads.path)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const small = await ask(lengthy.reads.path, 'gzip, deflate, br')
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(Number(small.headers['content-length'])).toBe(small.rawPayload.length)
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
  expect(gunzipSync(small.rawPayload)).toEqual(plain.rawPayload)
})

test('an answer below a kilobyte stays as it is', async () => {
  const { headers } = await ask(regionCalls.getAllArea.path, 'gzip')
  expect(headers['content-encoding']).toBeUndefined()
})

test('an answer with a secret is never compressed, nor one that anybody may ask for', async () => {
  for (const path of [lengthy.tells.path, lengthy.opens.path]) {
    const answer = await ask(path, 'gzip')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.json()).toMatchObject({ rcode: 0, result: long })
  }
  const login = await app.app.inject({
    method: 'POST',
    url: accountCalls.login.path,
    payload: { username: owner.username, password: md5('capsule-77') },
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(login.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['*;q=0', false],
  ['br, *;q=0', false],
  ['x-gzip-like', false],
  ['', false],
  [undefined, false],
])('accept-encoding %s allows gzip: %s', (header, expected) => {
  expect(accepts(header, 'gzip')).toBe(expected)
})
