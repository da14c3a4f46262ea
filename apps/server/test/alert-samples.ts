import { look } from '../src/modules/alerts/index.ts'
import { takeFault } from '../src/modules/presence/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import { asMachine, makeBoundMachine, messageOf } from './machines.ts'
import { asOwner } from './owner.ts'

/** Two open alerts of a machine: it is offline and has a fault. */
export async function makeAlerts(app: TestApp, owner: Merchant, store: string, title: string) {
  const machine = await makeBoundMachine(app, owner, { store, title, slots: 1 })
  const now = app.clock.now
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  await asOwner(app, 'update device_state set heard_at = $1, since = $1 where device_id = $2', [
    anHourAgo,
    machine.id,
  ])
  await asMachine(app, machine, (ctx) =>
    takeFault(ctx, messageOf(machine, 'fault', { code: 'MOTOR', raw: '', active: true })),
  )
  await look(app.deps, owner.tenantId)
  const rows = await asOwner<{ alert_id: string }>(app, 'select alert_id from alert where device_id = $1', [
    machine.id,
  ])
  const [open = '', spare = ''] = rows.map((row) => row.alert_id)
  return { open, spare }
}
