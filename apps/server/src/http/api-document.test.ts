import { gunzipSync } from 'node:zlib'

import { type Call, contract, isRepeatable } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'

const app = await testApp()

type Operation = { operationId: string; parameters?: { $ref: string }[] }
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
})
