import { gunzipSync } from 'node:zlib'

import { contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'

const app = await testApp()

type Document = { paths: Record<string, { post: { operationId: string } }> }

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
})
