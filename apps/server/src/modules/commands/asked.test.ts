/** What gateways and the nightly sweep ask of this module. */
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant } from '../../../test/as-user.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { deleteCommandsBefore, insertCommand } from './command-queries.ts'
import { sweep, takeForSending, unsentCommands } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
let machine: BoundMachine
let sibling: BoundMachine
let theirs: BoundMachine

beforeAll(async () => {
  machine = await makeBoundMachine(app, owner)
  sibling = await makeBoundMachine(app, owner)
  theirs = await makeBoundMachine(app, neighbour)
})

const later = (seconds: number): Date => new Date(app.clock.now.getTime() + seconds * 1000)

/** Stores a command that was made at a time, and that is valid until another. */
const store = async (one: BoundMachine, made: Date, expires: Date): Promise<string> => {
  const command = { sn: one.sn, op: 'restart', args: { part: 'machine' }, attach: '', username: 'tester' }
  const times = { created_at: made, expires_at: expires, due_at: expires }
  const row = await asTenant(app, one, (ref) =>
    insertCommand(ref, { ...command, ...times, device_id: one.id, account_id: null }),
  )
  return row.command_id
}

test('a gateway sends what was not sent and is still valid, the oldest first, to the machine itself', async () => {
  const { now } = app.clock
  const unsent = () => asMachine(app, machine, (ctx) => unsentCommands(ctx, now))
  expect(await unsent()).toEqual([])
  // The clock of another process may be behind, so the time of a command does not order it.
  const first = await store(machine, later(5), later(60))
  const sent = await store(machine, now, later(60))
  const ended = await store(machine, later(-60), now)
  const second = await store(machine, now, later(1))
  for (const other of [sibling, theirs]) await store(other, now, later(60))
  expect((await asMachine(app, machine, (ctx) => takeForSending(ctx, sent)))?.id).toBe(sent)
  expect(await unsent()).toEqual([first, second])
  expect(await asMachine(app, machine, (ctx) => unsentCommands(ctx, later(-1)))).toEqual([
    first,
    ended,
    second,
  ])
  expect(await asMachine(app, machine, (ctx) => unsentCommands(ctx, later(1)))).toEqual([first])
})

const commandsOf = async ({ tenantId }: Merchant): Promise<string[]> =>
  (
    await asOwner<{ id: string }>(
      app,
      'select command_id::text as id from command where tenant_id = $1 order by command_id',
      [tenantId],
    )
  ).map(({ id }) => id)

test('commands are kept for 180 days, and a sweep deletes those of its merchant alone', async () => {
  await asOwner(app, 'delete from command')
  const daysAgo = (days: number, seconds = 0) => later(seconds - days * 86_400)
  const old = [
    await store(machine, daysAgo(400), daysAgo(400)),
    await store(sibling, daysAgo(180, -1), daysAgo(180)),
  ]
  const kept = [
    await store(machine, daysAgo(180), daysAgo(180)),
    await store(sibling, daysAgo(1), daysAgo(1)),
  ]
  const foreign = await store(theirs, daysAgo(400), daysAgo(400))
  const removed = (most: number) =>
    asTenant(app, owner, (ref) => deleteCommandsBefore(ref, daysAgo(180), most))
  expect(await removed(1)).toBe(1)
  expect(await commandsOf(owner)).toHaveLength(old.length + kept.length - 1)
  await sweep(app.deps, owner.tenantId, app.clock.now)
  expect([await commandsOf(owner), await commandsOf(neighbour)]).toEqual([kept, [foreign]])
  expect(await removed(10)).toBe(0)
})
