import type { Envelope, MachineType, UpMessage, UpName } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import { bindMachine, registerMachine } from '../src/modules/machines/index.ts'
import { applyStatus } from '../src/modules/presence/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

let serial = 0

export type Registered = { sn: string; secret: string; code: string }

export const makeMachine = (app: TestApp, type: MachineType = 'vending', slots = 6): Promise<Registered> =>
  registerMachine(app.deps, { sn: String(70_000_000 + (serial += 1)), type, slots })

export type BoundMachine = Registered & { id: string; tenantId: string }

type MachineOptions = { type?: MachineType; slots?: number; store?: string | null; title?: string }

export async function makeBoundMachine(
  app: TestApp,
  { tenantId }: Merchant,
  { type, slots, store = null, title }: MachineOptions = {},
): Promise<BoundMachine> {
  const machine = await makeMachine(app, type, slots)
  const binding = { sn: machine.sn, title: title ?? `Machine ${machine.sn}`, storeId: store }
  const bound = await inTenant(app.deps.db.main, tenantId, (tx) =>
    bindMachine(tx, tenantId, app.clock.now, binding),
  )
  if (!bound) throw new Error('not bound')
  return { ...machine, id: bound.deviceId, tenantId }
}

/** Runs work as the server does for one machine. */
export const asMachine = <T>(
  app: TestApp,
  { sn, id: deviceId, tenantId }: BoundMachine,
  work: (ctx: MachineCtx) => Promise<T>,
): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) =>
    work({ deps: app.deps, tx, now: app.clock.now, tenantId, deviceId, sn }),
  )

let messages = 0

/** A message with a `mid` of its own. */
export const messageOf = <Name extends UpName>(
  { sn }: Registered,
  name: Name,
  data: UpMessage<Name>,
): Envelope<UpMessage<Name>> => {
  messages += 1
  return { v: 1, sn, mid: `message ${messages}`, seq: messages, ts: 0, type: name, data }
}

/** The machine says that it is online, or leaves. */
export const sayStatus = (
  app: TestApp,
  machine: BoundMachine,
  state: 'online' | 'offline',
): Promise<Awaited<ReturnType<typeof applyStatus>>> =>
  asMachine(app, machine, (ctx) => applyStatus(ctx, messageOf(machine, 'status', { state, boot: 1 })))

/** A bound machine that has announced itself as online. */
export async function makeOnlineMachine(
  app: TestApp,
  merchant: Merchant,
  options: MachineOptions = {},
): Promise<BoundMachine> {
  const machine = await makeBoundMachine(app, merchant, options)
  await sayStatus(app, machine, 'online')
  return machine
}
