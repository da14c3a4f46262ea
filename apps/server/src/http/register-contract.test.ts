import { calls } from '@slotwise/contract'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { testApp } from '../../test/app.ts'
import { makeMerchant, makeStaff } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import type { SessionCtx } from '../kernel/ctx.ts'
import { type Contract, registerContract } from './register-contract.ts'

const nothing = z.strictObject({})
const shelf = calls({
  leaks: {
    path: '/api/v1/x/leaks',
    access: 'signedIn',
    input: nothing,
    output: z.object({ name: z.string(), rows: z.array(z.object({ id: z.string() })) }),
  },
  lies: { path: '/api/v1/x/lies', access: 'signedIn', input: nothing, output: z.object({ id: z.string() }) },
  forgets: { path: '/api/v1/x/forgets', access: 'signedIn', changes: true, input: nothing, output: nothing },
  mainOnly: { path: '/api/v1/x/main', access: 'main', input: nothing, output: nothing },
  either: {
    path: '/api/v1/x/either',
    access: ['order.refund', 'device.test'],
    input: nothing,
    output: nothing,
  },
  open: { path: '/p/v1/x', access: 'public', perMinute: 2, input: nothing, output: nothing },
})

async function addArea(ctx: SessionCtx): Promise<Record<string, never>> {
  const row = { area_name: 'Unaudited', phone: '', area_address: '', remarks: '', created_at: ctx.now }
  await ctx.tx
    .insertInto('area')
    .values({ ...row, tenant_id: ctx.tenant.id })
    .execute()
  return {}
}
const done = async () => ({})

const app = await testApp()
registerContract(
  app.app,
  app.deps,
  { shelf },
  {
    shelf: {
      leaks: async () => {
        const row = { id: '1', password_hash: 'argon2id$secret' }
        return { name: 'shown', tenant_id: '7', rows: [row, row] }
      },
      lies: async () => ({ id: 7 }) as unknown as { id: string },
      forgets: addArea,
      mainOnly: done,
      either: done,
      open: done,
    },
  },
)
const owner = await makeMerchant(app)

describe('a contract that is not whole stops the boot', () => {
  const row = { path: '/p/v1/y', access: 'public', input: nothing, output: nothing } as const
  const boot = (contract: Contract, handlers: unknown) => () =>
    registerContract(Fastify(), app.deps, contract, handlers as never)

  test('a call without a handler', () => {
    expect(boot({ shelf: { open: row } }, {})).toThrow('The call shelf.open has no handler')
    expect(boot({ shelf: { open: row } }, { shelf: { other: done } })).toThrow('shelf.open has no handler')
  })

  test('a call without access', () => {
    const { access: _none, ...closed } = row
    expect(boot({ shelf: { open: closed as never } }, { shelf: { open: done } })).toThrow(
      'The call shelf.open declares no access',
    )
  })

  test('a call that would draw or read a file while a transaction waits', () => {
    const upload = { maxBytes: 1, types: [] }
    expect(boot({ shelf: { open: { ...row, upload } } }, { shelf: { open: done } })).toThrow(
      'The call shelf.open takes a file inside a transaction',
    )
  })

  test('two calls with one path', () => {
    expect(boot({ shelf: { open: row, other: row } }, { shelf: { open: done, other: done } })).toThrow(
      'Two calls have the path /p/v1/y',
    )
  })
})

describe('a call', () => {
  test('lets nothing out that its output does not name', async () => {
    const { body } = await app.post(shelf.leaks.path, {}, { as: owner })
    expect(body).toEqual({
      rcode: 0,
      msg: '',
      result: { name: 'shown', rows: [{ id: '1' }, { id: '1' }] },
    })
  })

  test('whose answer is not what it promises is a fault of ours', async () => {
    const { status, body } = await app.post(shelf.lies.path, {}, { as: owner })
    expect([status, body.rcode, body.result]).toEqual([500, 900, null])
  })

  test('that changes something without an audit entry fails and changes nothing', async () => {
    const { status, body } = await app.post(shelf.forgets.path, {}, { as: owner })
    expect([status, body.rcode]).toEqual([500, 900])
    expect(await asOwner(app, `select from area where area_name = 'Unaudited'`)).toEqual([])
  })

  test('of the main account refuses others by 303, one of a permission by 300', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['device.test'] })
    const stranger = await makeStaff(app, owner, { permissions: ['device.manage'] })
    expect((await app.post(shelf.mainOnly.path, {}, { as: clerk })).body.rcode).toBe(303)
    expect((await app.post(shelf.mainOnly.path, {}, { as: owner })).body.rcode).toBe(0)
    expect((await app.post(shelf.either.path, {}, { as: clerk })).body.rcode).toBe(0)
    expect((await app.post(shelf.either.path, {}, { as: stranger })).body.rcode).toBe(300)
  })

  test('that is public is limited by the minute for each address', async () => {
    const ask = async (address: string) => (await app.post(shelf.open.path, {}, { address })).body
    expect((await ask('10.0.0.1')).rcode).toBe(0)
    expect((await ask('10.0.0.1')).rcode).toBe(0)
    expect(await ask('10.0.0.1')).toEqual({
      rcode: 105,
      msg: 'Try again in 60 seconds',
      result: { retryAfter: 60 },
    })
    expect((await ask('10.0.0.2')).rcode).toBe(0)
    app.clock.advance(60)
    expect((await ask('10.0.0.1')).rcode).toBe(0)
  })
})
