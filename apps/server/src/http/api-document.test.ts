import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'

import { accountCalls, billCalls, type Call, contract, isRepeatable } from '@slotwise/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

import { testApp } from '../../test/app.ts'
import { makeArea, makeMerchant, testPassword } from '../../test/factories.ts'
import { makeKey } from '../../test/integration-stand.ts'
import { md5 } from '../kernel/passwords.ts'
import { callsOfKey } from './key-calls.ts'

const app = await testApp()

type Operation = {
  operationId: string
  summary: string
  parameters?: { $ref: string }[]
  requestBody: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, object>
}
type Document = {
  paths: Record<string, { post: Operation }>
  components: { parameters: Record<string, { name: string; in: string; required: boolean }> }
}

describe('the API document', () => {
  test('is served to every caller, packed or not, and has the calls of the contract alone', async () => {
    const get = (headers: Record<string, string>) =>
      app.app.inject({ method: 'GET', url: '/openapi.json', headers })
    const plain = await get({})
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, 'application/json'])
    const { paths } = plain.json<Document>()
    const named = Object.values(paths).map(({ post }) => post.operationId)
    const known = Object.entries(contract).flatMap(([domain, table]) =>
      Object.keys(table).map((name) => `${domain}.${name}`),
    )
    expect(named.toSorted()).toEqual(known.toSorted())
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  })

  test('names the header by which a call is repeatable, at those calls alone', async () => {
    const { paths, components } = (await app.app.inject('/openapi.json')).json<Document>()
    expect(components.parameters['idempotencyKey']).toMatchObject({
      name: 'x-idempotency-key',
      in: 'header',
      required: false,
    })
    for (const table of Object.values(contract))
      for (const row of Object.values<Call>(table)) {
        const { parameters = [] } = paths[row.path]?.post ?? {}
        const named = isRepeatable(row) ? ['#/components/parameters/idempotencyKey'] : []
        expect(
          parameters.map(({ $ref }) => $ref),
          row.path,
        ).toEqual(named)
      }
  })

  test('says of each call whether it needs a body, and its defaults meet their schema', async () => {
    const { paths } = (await app.app.inject('/openapi.json')).json<Document>()
    const needsBody = (row: Call) => paths[row.path]?.post.requestBody.required
    expect([needsBody(accountCalls.login), needsBody(accountCalls.me)]).toEqual([true, false])
    const wrong: string[] = []
    function look(part: unknown, path: string): void {
      if (typeof part !== 'object' || part === null) return
      const { default: standard, ...schema } = part as { default?: unknown }
      if (standard !== undefined && !path.endsWith('.properties'))
        if (!z.fromJSONSchema(schema).safeParse(standard).success) wrong.push(path)
      for (const [name, inner] of Object.entries(part)) look(inner, `${path}.${name}`)
    }
    for (const [path, { post }] of Object.entries(paths)) look(post.requestBody, path)
    expect(wrong).toEqual([])
  })

  test('names every status with which the server answers a call', async () => {
    const { paths } = (await app.app.inject('/openapi.json')).json<Document>()
    const owner = await makeMerchant(app)
    const key = await makeKey(app, owner)
    const { path } = billCalls.getBuyBill
    const ask = async (payload: string, headers: Record<string, string> = {}, url: string = path) => {
      const type = { 'content-type': 'application/json', ...headers }
      return (await app.app.inject({ method: 'POST', url, headers: type, payload })).statusCode
    }
    const withKey = { authorization: `Bearer ${key.secret}` }
    const seen = [
      await ask('{', withKey),
      await ask('{}', { authorization: 'Bearer sk_wrong' }),
      await ask('{}', {}, `${path}s`),
      await ask(JSON.stringify({ q: 'x'.repeat(200_000) }), withKey),
      await ask('a=b', { ...withKey, 'content-type': 'application/x-www-form-urlencoded' }),
    ]
    const many = await Promise.all(Array.from({ length: callsOfKey + 1 }, () => ask('{}', withKey)))
    seen.push(...new Set(many))
    expect(seen.toSorted()).toEqual([200, 400, 401, 404, 413, 415, 429])
    // A fault of the server cannot be asked for, and a body that trickles in takes long (slow-bodies.test.ts).
    const named = [...seen, 408, 500].toSorted()
    expect(Object.keys(paths[path]?.post.responses ?? {}).map(Number)).toEqual(named)
    expect(Object.keys(paths[accountCalls.login.path]?.post.responses ?? {})).not.toContain('401')
  })

  test('gives a client that logs in and reads, made by a tool that others wrote', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slotwise-client-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const root = fileURLToPath(new URL('../../../..', import.meta.url))
    const made = join(folder, 'client.ts')
    const make = ['node_modules/.bin/redocly', 'generate-client', 'docs/generated/openapi.json', '-o', made]
    await promisify(execFile)(process.execPath, make, {
      cwd: root,
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    type Answer = { rcode: number; result: { token: string; secret: string; data: unknown[] } }
    type Client = Record<string, (args: { body: object }) => Promise<Answer>> & {
      client: { configure(config: object): void; auth: { apiKey(scheme: string, value: string): void } }
    }
    const calls = (await import(/* @vite-ignore */ pathToFileURL(made).href)) as Client
    const owner = await makeMerchant(app)
    await makeArea(app, owner, { area_name: 'North' })
    calls.client.configure({ serverUrl: await app.app.listen({ port: 0, host: '127.0.0.1' }) })
    const body = { username: owner.username, password: md5(testPassword) }
    const login = await calls['account_login']?.({ body })
    expect(login?.rcode).toBe(0)
    calls.client.auth.apiKey('token', login?.result.token ?? '')
    calls.client.auth.apiKey('secret', login?.result.secret ?? '')
    const areas = await calls['regions_getArea']?.({ body: { condition: { q: 'Nor' } } })
    expect(areas).toMatchObject({ rcode: 0, result: { count: 1, data: [{ area_name: 'North' }] } })
    const refused = await calls['regions_getArea']?.({ body: { pageNum: 0 } })
    expect(refused).toMatchObject({ rcode: 100, result: { errors: [{ path: 'pageNum' }] } })
  })
})
