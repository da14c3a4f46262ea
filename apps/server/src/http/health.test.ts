import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'

import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'

import { startApp, testApp, type TestApp } from '../../test/app.ts'
import { buildApp } from './app.ts'

const app = await testApp()

const get = async (
  where: TestApp,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => {
  const response = await where.app.inject({ url, headers, remoteAddress })
  return { status: response.statusCode, body: response.body }
}

async function dropDatabaseOf(lost: TestApp): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres').url })
  await client.connect()
  try {
    await client.query(`drop database ${new URL(lost.deps.db.url).pathname.slice(1)} with (force)`)
  } finally {
    await client.end()
  }
}

describe('health', () => {
  test('a process that runs is alive, one that reaches its database is ready', async () => {
    expect(await get(app, '/healthz')).toEqual({ status: 200, body: '{"ok":true}' })
    const { status, body } = await get(app, '/readyz')
    expect(status).toBe(200)
    expect(JSON.parse(body)).toEqual({ ok: true, database: true, stopping: false })
  })

  test('without its database it is alive, not ready, and calls fail with an error of the server', async () => {
    const lost = await startApp()
    try {
      await dropDatabaseOf(lost)
      expect((await get(lost, '/healthz')).status).toBe(200)
      const { status, body } = await get(lost, '/readyz')
      expect(status).toBe(503)
      expect(JSON.parse(body)).toEqual({ ok: false, database: false, stopping: false })
      const call = await lost.post('/p/v1/branding', { agent: 'x' })
      expect([call.status, call.body.rcode]).toEqual([500, 900])
      expect(call.body.msg).not.toContain('database')
    } finally {
      await lost.close()
    }
  })

  test('while it stops it is not ready, so that it gets no more requests', async () => {
    const stopping = await startApp()
    let during: { status: number; body: unknown } | undefined
    stopping.app.addHook('preClose', async () => {
      const response = await fetch(`${address}/readyz`)
      during = { status: response.status, body: await response.json() }
    })
    const address = await stopping.app.listen({ host: '127.0.0.1', port: 0 })
    // Opens the connection that is used again while the server stops.
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ ok: true })
    await stopping.close()
    expect(during).toEqual({ status: 503, body: { ok: false, database: true, stopping: true } })
  })
})

test('a server that stops does not wait for connections on which nothing was asked', async () => {
  const stopping = await startApp()
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(stopping.app.server, 'connection')
  await stopping.close()
  await expect.poll(() => socket.destroyed || socket.readableEnded).toBe(true)
})

describe('figures', () => {
  test('are shown to the machine itself, by call', async () => {
    await app.post('/api/v1/u/me', {})
    const { status, body } = await get(app, '/metrics')
    expect(status).toBe(200)
    expect(body).toMatch(/^slotwise_answers_total\{call="me",status="200"\} [1-9]/m)
    expect(body).toContain('slotwise_call_seconds_bucket')
    expect(body).toContain('process_cpu_seconds_total')
  })

  test('have names and units that `promtool check metrics` accepts', async () => {
    const { body } = await get(app, '/metrics')
    const kinds = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    expect(kinds.length).toBeGreaterThan(20)
    const helped = new Set([...body.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name))
    for (const [, name = '', kind] of kinds) {
      expect(helped, name).toContain(name)
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
      expect(name.endsWith('_total'), `${name} is a ${kind}`).toBe(kind === 'counter')
      expect(name, 'endings that histograms make').not.toMatch(/_(count|sum|bucket|info)$(?<!_version_info)/)
      expect(name, 'base units').not.toMatch(
        /_(ms|milliseconds|minutes|hours|kb|mb|kilobytes|megabytes|percent)(_|$)/,
      )
    }
  })

  test('of machines are among them where the gateway is in the same process', async () => {
    const gateway = { connections: () => 7, refusals: new Map([['wrong credentials', 3]]) }
    const both = await buildApp(app.deps, gateway)
    const lines = async () => (await both.inject({ url: '/metrics' })).body
    try {
      await lines()
      expect(await lines()).toMatch(/^slotwise_machine_refusals_total\{reason="wrong credentials"\} 3$/m)
      expect(await lines()).toMatch(/^slotwise_machine_connections 7$/m)
    } finally {
      await both.close()
    }
  })

  test('are hidden from other computers and from requests through a proxy', async () => {
    for (const { status, body } of [
      await get(app, '/metrics', {}, '10.0.0.1'),
      await get(app, '/metrics', { 'x-forwarded-for': '127.0.0.1' }),
      await get(app, '/metrics', { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.1'),
    ]) {
      expect(status).toBe(404)
      expect(JSON.parse(body)).toMatchObject({ rcode: 101 })
    }
  })

  test('with a token are shown to its bearer alone, from anywhere', async () => {
    const guarded = await startApp({ metricsToken: 'figures please' })
    try {
      const bearer = { authorization: 'Bearer figures please' }
      expect((await get(guarded, '/metrics', bearer, '10.0.0.1')).status).toBe(200)
      expect((await get(guarded, '/metrics')).status).toBe(404)
      expect((await get(guarded, '/metrics', { authorization: 'Bearer figures' })).status).toBe(404)
    } finally {
      await guarded.close()
    }
  })
})
