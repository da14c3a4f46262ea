import { once } from 'node:events'
import { connect } from 'node:net'

import { accountCalls, jobCalls, type Permission, regionCalls, eventStreamPath } from '@slotwise/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { eventStand, marks, untilMarks } from '../../test/event-stand.ts'
import { makeDevice, makeMerchant, makeStaff, makeStore, signIn } from '../../test/factories.ts'
import { askForStream, type LiveStream, openStream } from '../../test/live-stream.ts'
import { asOwner } from '../../test/owner.ts'
import { inTenant } from '../kernel/db.ts'
import { buildApp } from './app.ts'

const app = await testApp()
const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
const owner = await makeMerchant(app)

const { emitIn, tell, startAnother } = eventStand(app)

describe('who may listen', () => {
  test('a request without a session is refused', async () => {
    for (const as of [undefined, { token: owner.token, secret: 'x' }, { token: 'x', secret: owner.secret }]) {
      const response = await askForStream(base, as)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        rcode: 604,
        msg: 'Login timeout, please log in again',
        result: null,
      })
    }
  })

  test('a stream carries the request id and is cached by no proxy', async () => {
    const abort = new AbortController()
    const { headers } = await askForStream(base, owner, undefined, abort.signal)
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    abort.abort()
  })

  test('logging out ends the stream of that session at once, and no other', async () => {
    const leaving = await signIn(app, owner.username)
    const stream = await openStream(base, leaving)
    const staying = await openStream(base, owner)
    await tell(owner, 1)
    await untilMarks(stream, [1])
    await app.call(accountCalls.logout, {}, { as: leaving })
    await expect.poll(() => stream.hasEnded()).toBe(true)
    expect(stream.heard.at(-1)).toMatchObject({ kind: 'end' })
    await tell(owner, 2)
    await untilMarks(staying, [1, 2])
    expect(marks(stream)).toEqual([1])
  })

  test('a new password ends every stream of the account', async () => {
    const merchant = await makeMerchant(app)
    const streams = [
      await openStream(base, merchant),
      await openStream(base, await signIn(app, merchant.username)),
    ]
    await tell(merchant, 1)
    for (const stream of streams) await untilMarks(stream, [1])
    await app.call(accountCalls.sendHeaderSms, {}, { as: merchant })
    const code = await app.lastCode(merchant.username)
    const { body } = await app.call(
      accountCalls.changePwd,
      { code, password: 'a'.repeat(32) },
      { as: merchant },
    )
    expect(body.rcode).toBe(0)
    await expect.poll(() => streams.every((stream) => stream.hasEnded())).toBe(true)
  })

  test('a stream opens for a request that brings a body', async () => {
    const merchant = await makeMerchant(app)
    const abort = new AbortController()
    const headers = {
      'content-type': 'application/json',
      'x-access-token': merchant.token,
      'x-access-secret': merchant.secret,
    }
    const options = { method: 'POST', headers, body: '{}', signal: abort.signal }
    const response = await fetch(`${base}${eventStreamPath}`, options)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    abort.abort()
  })

  test('a client that leaves while the stream opens leaves no listener behind', async () => {
    const merchant = await makeMerchant(app)
    // Opens every connection of the pool beforehand, because an idle one has a timer too.
    await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(1)`.execute(app.deps.db.main)))
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const port = Number(new URL(base).port)
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `POST ${eventStreamPath} HTTP/1.1\r\nhost: x\r\nx-access-token: ${merchant.token}\r\n` +
          `x-access-secret: ${merchant.secret}\r\ncontent-length: 0\r\n\r\n`,
        () => socket.resetAndDestroy(),
      )
      await once(socket, 'close')
    }
    await expect.poll(timers).toBeLessThan(before + 10)
  })

  test('a session that has run its 24 hours hears nothing more', async () => {
    const merchant = await makeMerchant(app)
    const stream = await openStream(base, merchant)
    await tell(merchant, 1)
    await untilMarks(stream, [1])
    const before = app.clock.now
    app.clock.advance(24 * 3_600)
    onTestFinished(() => {
      app.clock.now = before
    })
    await tell(merchant, 2)
    await expect.poll(() => stream.hasEnded()).toBe(true)
    expect(marks(stream)).toEqual([1])
  })
})

describe('what is heard', () => {
  test("the user's own jobs, from their start to their end", async () => {
    const merchant = await makeMerchant(app)
    await makeStore(app, merchant)
    const stream = await openStream(base, merchant)
    await app.work()
    const { body } = await app.call(regionCalls.exportRegions, { kind: 'store' }, { as: merchant })
    const states = () =>
      stream.heard
        .map(({ data }) => data as { job: string; state: string })
        .filter(({ job }) => job === body.result.job)
    await expect
      .poll(() => [...new Set(states().map(({ state }) => state))])
      .toEqual(['waiting', 'running', 'done'])
    const job = await app.call(jobCalls.getJob, { job: body.result.job }, { as: merchant })
    expect(states().at(-1)).toEqual(job.body.result)
  })

  test('not the jobs of another account or another merchant', async () => {
    const neighbour = await makeMerchant(app)
    const clerk = await makeStaff(app, owner)
    const streams = {
      owner: await openStream(base, owner),
      clerk: await openStream(base, clerk),
      neighbour: await openStream(base, neighbour),
    }
    await tell(owner, 1, { account: owner.accountId })
    await tell(owner, 2, { account: clerk.accountId })
    await tell(neighbour, 3)
    await tell(owner, 4)
    await untilMarks(streams.owner, [1, 4])
    await untilMarks(streams.clerk, [2, 4])
    await untilMarks(streams.neighbour, [3])
  })

  test('only what permission and scope allow, as they are at that moment', async () => {
    const merchant = await makeMerchant(app)
    const [mine, other] = [await makeStore(app, merchant), await makeStore(app, merchant)]
    const { id: device } = await makeDevice(app, merchant, other._id)
    const permissions: Permission[] = ['device.manage']
    const users = {
      main: merchant,
      everywhere: await makeStaff(app, merchant, { permissions }),
      inStore: await makeStaff(app, merchant, { permissions, stores: [mine._id] }),
      atDevice: await makeStaff(app, merchant, { permissions, devices: [device] }),
      without: await makeStaff(app, merchant, { permissions: ['store.manage'] }),
    }
    const streams: Record<string, LiveStream> = {}
    for (const [name, user] of Object.entries(users)) streams[name] = await openStream(base, user)

    await tell(merchant, 1, { permission: 'device.manage' })
    await tell(merchant, 2, { permission: 'device.manage', store: mine._id })
    await tell(merchant, 3, { permission: 'device.manage', store: other._id, device })
    await tell(merchant, 4, { store: other._id })
    await untilMarks(streams['everywhere'] as LiveStream, [1, 2, 3, 4])
    const role = '(select role_id from account where account_id = $1)'
    await asOwner(app, `update role set permission_ids = '{}' where role_id = ${role}`, [
      users.everywhere.accountId,
    ])
    await tell(merchant, 5, { permission: 'device.manage' })
    await tell(merchant, 6)

    const expected = {
      main: [1, 2, 3, 4, 5, 6],
      everywhere: [1, 2, 3, 4, 6],
      inStore: [1, 2, 5, 6],
      atDevice: [1, 3, 5, 6],
      without: [4, 6],
    }
    for (const [name, heard] of Object.entries(expected)) await untilMarks(streams[name] as LiveStream, heard)
  })

  test('nothing of a transaction that did not commit', async () => {
    const merchant = await makeMerchant(app)
    const stream = await openStream(base, merchant)
    const undone = inTenant(app.deps.db.main, merchant.tenantId, async (tx) => {
      await emitIn(tx, merchant, 1)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await tell(merchant, 2)
    await untilMarks(stream, [2])
  })
})

describe('nothing is lost and nothing comes twice', () => {
  test('a stream goes on after the last event it has seen', async () => {
    const merchant = await makeMerchant(app)
    const first = await openStream(base, merchant)
    const atStart = first.lastId()
    await tell(merchant, 1)
    await tell(merchant, 2)
    await untilMarks(first, [1, 2])
    await first.close()
    await tell(merchant, 3)
    await tell(merchant, 4)

    const resumed = await openStream(base, merchant, first.lastId())
    const fromFirst = await openStream(base, merchant, first.heard[0]?.id)
    const fromStart = await openStream(base, merchant, atStart)
    await tell(merchant, 5)
    await untilMarks(resumed, [3, 4, 5])
    await untilMarks(fromFirst, [2, 3, 4, 5])
    await untilMarks(fromStart, [1, 2, 3, 4, 5])
  })

  test('many events at once arrive whole and in order', async () => {
    const merchant = await makeMerchant(app)
    const stream = await openStream(base, merchant)
    const all = Array.from({ length: 500 }, (_, i) => i)
    await inTenant(app.deps.db.main, merchant.tenantId, async (tx) => {
      for (const mark of all) await emitIn(tx, merchant, mark)
    })
    await untilMarks(stream, all)
  })

  test.each(['nonsense', '1.2', '-1', '99999999999999999999', '999999', ''])(
    'an event id such as %j is ignored: the stream begins in the present',
    async (place) => {
      const merchant = await makeMerchant(app)
      await tell(merchant, 1)
      const stream = await openStream(base, merchant, place)
      await tell(merchant, 2)
      await expect.poll(() => marks(stream)).toContain(2)
    },
  )

  test('several processes on one database all deliver', async () => {
    const merchant = await makeMerchant(app)
    const [second, third] = [(await startAnother()).base, (await startAnother()).base]
    const streams = [
      await openStream(base, merchant),
      await openStream(second, merchant),
      await openStream(third, merchant),
    ]
    await tell(merchant, 1)
    for (const stream of streams) await untilMarks(stream, [1])
    const moved = await openStream(third, merchant, streams[0]?.lastId())
    await tell(merchant, 2)
    await untilMarks(moved, [2])
  })

  test('a stream that is woken while it reads goes on listening', async () => {
    const merchant = await makeMerchant(app)
    const stream = await openStream(base, merchant)
    await tell(merchant, 1)
    await untilMarks(stream, [1])

    const holder = new pg.Client({ connectionString: app.deps.db.url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table session in access exclusive mode')
    await tell(merchant, 2)
    const waiting = `select from pg_locks where relation = 'session'::regclass and not granted`
    await expect.poll(() => asOwner(app, waiting)).toHaveLength(1)
    await tell(merchant, 3)
    const since = performance.now()
    await expect.poll(() => performance.now() - since, { interval: 50 }).toBeGreaterThan(200)
    await holder.query('rollback')

    await untilMarks(stream, [1, 2, 3])
    await tell(merchant, 4)
    await untilMarks(stream, [1, 2, 3, 4])
  })

  test('a broken connection to the database is made anew and what came meanwhile is heard', async () => {
    const merchant = await makeMerchant(app)
    const stream = await openStream(base, merchant)
    await asOwner(
      app,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'slotwise events' and datname = current_database()`,
    )
    await tell(merchant, 1)
    await untilMarks(stream, [1])
    await tell(merchant, 2)
    await untilMarks(stream, [1, 2])
  })

  test('a server that stops lets its streams go', async () => {
    const other = await buildApp(app.deps)
    const address = await other.listen({ host: '127.0.0.1', port: 0 })
    const stream = await openStream(address, owner)
    await other.close()
    await expect.poll(() => stream.hasEnded()).toBe(true)
  })
})
