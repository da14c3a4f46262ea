import type { CommandStep } from '@slotwise/contract'
import type { CommandArgs, CommandOp, UpMessage } from '@slotwise/machine-protocol'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine, sayStatus } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'
import { authenticate, sendNewSecret, unbindByOperator } from '../machines/index.ts'
import {
  cancelOpen,
  decideDue,
  dueTask,
  giveCommand,
  historyOf,
  sweep,
  takeAck,
  takeForSending,
  takeProgress,
  takeResult,
  unsentCommands,
} from './index.ts'

let machine: BoundMachine

const app = await testApp()
const owner = await makeMerchant(app)
beforeEach(async () => {
  machine = await makeBoundMachine(app, owner)
  await sayStatus(app, machine, 'online')
})

const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const }
const by = { id: null, username: 'tester' }
const pieces = { items: [{ ch: 1, n: 1 }] }
const give = <Op extends Exclude<CommandOp, 'rotateKey'>>(
  op: Op,
  args: CommandArgs<Op>,
): Promise<CommandStep> =>
  asMachine(app, machine, (ctx) => giveCommand(ctx, { op, args, attach: 'mine', by }))
const send = (id: string) => asMachine(app, machine, (ctx) => takeForSending(ctx, id))
const ack = (id: string, accepted = true, why?: string) =>
  asMachine(app, machine, (ctx) => takeAck(ctx, { id, accepted, ...(why ? { why } : {}) }))
const result = (reported: Partial<UpMessage<'result'>> & { id: string }) =>
  asMachine(app, machine, (ctx) => takeResult(ctx, { ok: true, items: [], ...reported }))
const progress = (id: string, items: UpMessage<'progress'>['items']) =>
  asMachine(app, machine, (ctx) => takeProgress(ctx, { id, items }))
const now = async () => (await asMachine(app, machine, (ctx) => historyOf(ctx, machine.id, 10)))[0]
const due = (id: string, deps = app.deps) => decideDue(deps, machine.tenantId, id)
const queued = (id: string) =>
  asOwner(app, 'select payload, run_at from graphile_worker._private_jobs where key = $1', [
    `${dueTask}:${machine.tenantId}:${id}`,
  ])

describe('a command', () => {
  test('goes its way: given, sent, taken, done, and each step is told', async () => {
    const { command: id, state } = await give('dispense', pieces)
    expect(state).toBe('created')
    const at = app.clock.now.getTime()
    expect(await send(id)).toEqual({ id, op: 'dispense', args: pieces, at, ttl: 10_000 })
    await ack(id)
    const items = [{ ch: 1, n: 1, ok: true }]
    await result({ id, items })
    expect(await now()).toMatchObject({ state: 'done', fault: null, items, attach: 'mine' })
    const steps = await asOwner<{ data: CommandStep }>(
      app,
      `select data from live_event where tenant_id = $1 and kind = 'command' and data ->> 'command' = $2 order by event_id`,
      [owner.tenantId, id],
    )
    expect(steps.map(({ data }) => data.state)).toEqual(['created', 'sent', 'acknowledged', 'done'])
  })

  test('is sent once, however many gateways try', async () => {
    const { command: id } = await give('dispense', pieces)
    const tries = await Promise.all(Array.from({ length: 8 }, () => send(id)))
    expect(tries.filter(Boolean)).toHaveLength(1)
    expect(await send(id)).toBeUndefined()
  })

  test('is not sent once its time is over', async () => {
    const { command: id } = await give('dispense', pieces)
    app.clock.advance(11)
    expect(await send(id)).toBeUndefined()
    app.clock.advance(3)
    await due(id)
    expect(await now()).toMatchObject({ state: 'expired', fault: 'NETWORK' })
    // It was never sent, so reports about it are ignored.
    expect([await ack(id), await result({ id })]).toEqual([false, false])
  })

  test('that the machine never took has expired, not before its time', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    const run_at = new Date(app.clock.now.getTime() + 13_000)
    expect(await queued(id)).toEqual([{ payload: { tenant: machine.tenantId, command: id }, run_at }])
    app.clock.advance(12)
    await due(id)
    expect((await now())?.state).toBe('sent')
    app.clock.advance(2)
    await due(id)
    expect(await now()).toMatchObject({ state: 'expired', fault: 'CTRL_TIMEOUT' })
  })

  test('that was taken and never heard of again is unknown, and never a success', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    await ack(id)
    app.clock.advance(29)
    await due(id)
    expect((await now())?.state).toBe('acknowledged')
    app.clock.advance(2)
    await due(id)
    expect(await now()).toMatchObject({ state: 'unknown', fault: 'CONFIRM_TIMEOUT' })
  })

  test.each([
    ['setChannels', { count: 6 }, 240],
    ['restart', {}, 60],
    ['led', { on: true }, 30],
    ['dispense', { items: [{ ch: 1, n: 2 }] }, 40],
    ['dispense', { items: Array.from({ length: 4 }, (_, i) => ({ ch: i + 1, n: 50 })) }, 3_600],
  ] as const)('%s %j may take %i seconds after it was taken', async (op, args, seconds) => {
    const { command: id } = await give(op, args as never)
    await send(id)
    await ack(id)
    app.clock.advance(seconds - 1)
    await due(id)
    expect((await now())?.state).toBe('acknowledged')
    app.clock.advance(1)
    await due(id)
    expect((await now())?.state).not.toBe('acknowledged')
  })

  test('that time has decided is told to the bills if it dispenses', async () => {
    const results: unknown[] = []
    const dispensed = async (_ctx: unknown, { command_id, state }: { command_id: string; state: string }) =>
      void results.push([command_id, state])
    const deps = { ...app.deps, hooks: { ...app.deps.hooks, dispensed } }
    const [{ command: id }, { command: lamp }] = [
      await give('dispense', pieces),
      await give('led', { on: true }),
    ]
    for (const one of [id, lamp]) await send(one)
    await ack(id)
    app.clock.advance(31)
    for (const one of [id, lamp]) await due(one, deps)
    expect(results).toEqual([[id, 'unknown']])
  })

  test.each([
    ['expired', false, 14],
    ['unknown', true, 31],
  ])(
    'that was given up as %s is what the machine says it was, when it says so, once',
    async (state, taken, wait) => {
      const { command: id } = await give('dispense', pieces)
      await send(id)
      if (taken) await ack(id)
      app.clock.advance(wait)
      await due(id)
      expect((await now())?.state).toBe(state)
      expect(await result({ id })).toBe(true)
      expect(await now()).toMatchObject({ state: 'done', fault: null })
      expect(await result({ id, ok: false, why: 'again' })).toBe(false)
      expect((await now())?.state).toBe('done')
    },
  )

  test('that the machine refuses has failed, with its reason', async () => {
    const { command: id } = await give('testOut', pieces)
    await send(id)
    await ack(id, false, 'busy')
    expect(await now()).toMatchObject({ state: 'failed', why: 'busy' })
    expect(await result({ id })).toBe(false)
  })

  test('that failed names the fault of the slot', async () => {
    const { command: id } = await give('dispense', {
      items: [
        { ch: 1, n: 1 },
        { ch: 2, n: 1 },
      ],
    })
    await send(id)
    await ack(id)
    const items = [
      { ch: 1, ok: true },
      { ch: 2, ok: false, fault: 'MOTOR' as const },
    ]
    await result({ id, ok: false, items })
    expect(await now()).toMatchObject({ state: 'failed', fault: 'MOTOR', items })
  })

  test('does not succeed by a result that contradicts itself', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    await result({ id, ok: true, items: [{ ch: 1, ok: false, fault: 'MOTOR' }] })
    expect(await now()).toMatchObject({ state: 'failed', fault: 'MOTOR' })
  })

  test.each([
    ['more pieces', [{ ch: 1, n: 2, ok: true }]],
    [
      'more pieces in several lines',
      [
        { ch: 1, n: 1, ok: false },
        { ch: 1, ok: true },
      ],
    ],
    [
      'another slot',
      [
        { ch: 1, n: 1, ok: true },
        { ch: 2, n: 1, ok: true },
      ],
    ],
  ])('is not decided by a result with %s than it asked for', async (_what, items) => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    await ack(id)
    expect(await progress(id, items)).toBe('wrong')
    expect(await result({ id, items })).toBe('wrong')
    expect(await now()).toMatchObject({ state: 'acknowledged', items: [] })
    expect(
      await progress(
        id,
        items.slice(0, 1).map((line) => ({ ...line, n: 1 })),
      ),
    ).toBe(true)
    expect(await result({ id, items: [{ ch: 1, n: 1, ok: true }] })).toBe(true)
    expect((await now())?.state).toBe('done')
  })

  test('accepts a result before the acknowledgement, and ignores repeated ones', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    expect(await result({ id })).toBe(true)
    expect(await ack(id)).toBe(false)
    expect(await result({ id, dup: true })).toBe(false)
    expect((await now())?.state).toBe('done')
    await due(id)
    expect((await now())?.state).toBe('done')
  })

  test.each(['0', 'x', '-1', '1; drop', '9'.repeat(30), '999999999999999999'])(
    'that was never given cannot be answered: %s',
    async (id) => {
      expect([await ack(id), await result({ id })]).toEqual([false, false])
    },
  )

  test('is answered by its own machine alone', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    const own = machine
    machine = await makeBoundMachine(app, owner)
    expect([await ack(id), await result({ id })]).toEqual([false, false])
    machine = await makeBoundMachine(app, await makeMerchant(app))
    expect([await ack(id), await result({ id })]).toEqual([false, false])
    machine = own
    expect((await now())?.state).toBe('sent')
  })

  test('with a new secret keeps it no longer than needed, and the machine may come with it', async () => {
    await sendNewSecret(app.deps, machine.sn)
    const id = (await now())?.command_id ?? ''
    const message = await send(id)
    if (message?.op !== 'rotateKey') throw new Error('another command was sent')
    const { secret } = message.args
    await ack(id)
    await result({ id })
    expect(await now()).toMatchObject({ state: 'done', args: {} })
    expect(await authenticate(app.deps, { sn: machine.sn, secret })).toBe(true)
    expect(await authenticate(app.deps, machine)).toBe(false)
  })
})

describe('no command is given', () => {
  test('to a machine that is offline or silent', async () => {
    app.clock.advance(91)
    await expect(give('led', { on: true })).rejects.toMatchObject({ code: 'offline' })
    await sayStatus(app, machine, 'offline')
    await expect(give('led', { on: true })).rejects.toMatchObject({ code: 'offline' })
  })

  test('that moves something while the machine searches for its slots', async () => {
    await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    await expect(give('dispense', pieces)).rejects.toMatchObject({ code: 'busy' })
    await give('led', { on: true })
    await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    await give('dispense', pieces)
  })

  test('to a machine that left its merchant, and open ones are cancelled', async () => {
    const { command: id } = await give('dispense', pieces)
    await send(id)
    await asMachine(app, machine, cancelOpen)
    expect((await now())?.state).toBe('cancelled')
    expect(await result({ id })).toBe(false)
  })

  test('that stays open when the machine is unbound at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const leaving = await makeBoundMachine(app, owner)
      await sayStatus(app, leaving, 'online')
      const tell = () =>
        asMachine(app, leaving, (ctx) => giveCommand(ctx, { op: 'led', args: { on: true }, by }))
      const outcomes = await Promise.allSettled([
        tell(),
        unbindByOperator(app.deps, leaving.sn, { ...origin, now: app.clock.now }),
        tell(),
      ])
      expect(outcomes[1]?.status).toBe('fulfilled')
      const open = await asOwner(
        app,
        `select from command where device_id = $1 and state in ('created', 'sent', 'acknowledged')`,
        [leaving.id],
      )
      expect(open).toEqual([])
    }
  })
})

test('commands that wait for their machine are those that were not sent and are not too old, in order', async () => {
  const sibling = await makeBoundMachine(app, owner)
  await sayStatus(app, sibling, 'online')
  const { command: first } = await give('led', { on: true })
  app.clock.advance(1)
  const { command: second } = await give('led', { on: false })
  const { command: sent } = await give('led', { on: true })
  await send(sent)
  await asMachine(app, sibling, (ctx) => giveCommand(ctx, { op: 'led', args: { on: true }, by }))
  const unsent = () => asMachine(app, machine, (ctx) => unsentCommands(ctx, app.clock.now))
  expect(await unsent()).toEqual([first, second])
  const [{ at } = { at: app.clock.now }] = await asOwner<{ at: Date }>(
    app,
    'select expires_at as at from command where command_id = $1',
    [first],
  )
  app.clock.now = at
  expect(await unsent()).toEqual([second])
})

test('commands of more than 180 days ago are forgotten', async () => {
  const neighbour = await makeMerchant(app)
  const theirs = await makeBoundMachine(app, neighbour)
  await sayStatus(app, theirs, 'online')
  const { command: old } = await give('led', { on: true })
  const { command: last } = await give('led', { on: false })
  const { command: kept } = await asMachine(app, theirs, (ctx) =>
    giveCommand(ctx, { op: 'led', args: { on: true }, by }),
  )
  const ago = (ms: number) => new Date(app.clock.now.getTime() - 180 * 86_400_000 - ms)
  for (const [id, at] of [
    [old, ago(1)],
    [last, ago(0)],
    [kept, ago(1)],
  ] as const)
    await asOwner(app, 'update command set created_at = $2 where command_id = $1', [id, at])
  await sweep(app.deps, owner.tenantId, app.clock.now)
  const left = await asOwner<{ id: string }>(
    app,
    'select command_id as id from command where command_id = any($1) order by command_id',
    [[old, last, kept]],
  )
  expect(left.map(({ id }) => id)).toEqual([last, kept])
})
