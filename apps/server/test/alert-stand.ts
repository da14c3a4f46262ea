import type { AlertTurn } from '../src/kernel/hooks.ts'
import { look } from '../src/modules/alerts/index.ts'
import { takeHeartbeats } from '../src/modules/presence/index.ts'
import { bookSold } from '../src/modules/slots/index.ts'
import type { TestApp } from './app.ts'
import { fillSlot, makeGoods, type Merchant } from './factories.ts'
import { asMachine, type BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

/** Looks at a merchant's machines now. Returns what is told of, as `begin offline SN`. */
export async function lookAt(app: TestApp, { tenantId }: Pick<Merchant, 'tenantId'>): Promise<string[]> {
  const noted: AlertTurn[] = []
  const alertTurned = [async (_: unknown, turns: readonly AlertTurn[]) => void noted.push(...turns)]
  await look({ ...app.deps, hooks: { ...app.deps.hooks, alertTurned } }, tenantId)
  const machines = await asOwner<{ device_id: string; sn: string }>(app, 'select device_id, sn from device')
  const snOf = new Map(machines.map((row) => [row.device_id, row.sn]))
  return noted.map(({ phase, kind, deviceId }) => `${phase} ${kind} ${snOf.get(deviceId)}`).toSorted()
}

/** The machine's heartbeat: it is still there. */
export const sayHeartbeat = (app: TestApp, { id, tenantId }: BoundMachine): Promise<void> =>
  takeHeartbeats(app.deps, tenantId, [
    {
      device_id: id,
      heard_at: app.clock.now,
      rssi: -60,
      net: 'wifi',
      app: '1',
      android: '9',
      temperature: null,
      off: false,
    },
  ])

/** Time passes while the machines stay on the line. */
export async function stayOnline(app: TestApp, seconds: number, ...machines: BoundMachine[]): Promise<void> {
  for (let left = seconds; left > 0; left -= 60) {
    app.clock.advance(Math.min(60, left))
    for (const machine of machines) await sayHeartbeat(app, machine)
  }
}

/** Puts goods into a slot of ten pieces. */
export async function stockSlot(
  app: TestApp,
  merchant: Merchant,
  { id }: BoundMachine,
  slot: number,
  quantity: number,
): Promise<void> {
  const goods = (await makeGoods(app, merchant)).goods_id
  await fillSlot(app, merchant, { device: id, channel: slot, goods })
  await asOwner(
    app,
    'update channel set max = 10, price = 350, quantity = $1 where device_id = $2 and channel_sn = $3',
    [quantity, id, slot],
  )
}

let sales = 0

/** The machine sells pieces out of a slot. */
export const sellPieces = (app: TestApp, machine: BoundMachine, ch: number, n: number): Promise<void> =>
  asMachine(app, machine, (ctx) =>
    bookSold(ctx, [
      { deviceId: machine.id, orderno: `sold ${(sales += 1)}`, at: ctx.now, items: [{ ch, n }] },
    ]),
  )

type WaitingJob = { task: string; at: Date }

/** The looks that a merchant's changes have asked for since the last question. */
export async function askedLooks(
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
): Promise<WaitingJob[]> {
  const key = [`look:${tenantId}`, `look-later:${tenantId}`]
  const jobs = await asOwner<WaitingJob>(
    app,
    'select task_identifier as task, run_at as at from graphile_worker.jobs where key = any($1)',
    [key],
  )
  await asOwner(app, 'select graphile_worker.remove_job(key) from unnest($1::text[]) key', [key])
  return jobs.toSorted((a, b) => (a.task < b.task ? -1 : 1))
}
