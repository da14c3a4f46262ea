import type { TestApp } from './app.ts'
import type { BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

/** Has the machine be online and heard of now, as after its heartbeat. */
export const beat = (app: TestApp, { id }: BoundMachine): Promise<unknown> =>
  asOwner(
    app,
    `update device_state set heard_at = $2, online = true, since = case when online then since else $2 end where device_id = $1`,
    [id, app.clock.now],
  )
