import type { ReadMessage } from '@slotwise/machine-protocol'

import type { Deps } from '../kernel/ctx.ts'
import { type Heard, takeHeartbeats } from '../modules/presence/index.ts'

const flushEveryMs = 5_000

/**
 * A heartbeat only tells that a machine is alive and how it is, and the next one tells it again. So heartbeats are
 * gathered and written together some seconds later; losing some with the process does no harm.
 */
export function gatherHeartbeats(deps: Deps) {
  let heard = new Map<string, Map<string, Heard>>()
  let flushing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    const all = heard
    heard = new Map()
    for (const [tenantId, machines] of all)
      await takeHeartbeats(deps, tenantId, [...machines.values()]).catch((error: unknown) =>
        deps.log.warn({ err: error, tenant: tenantId }, 'heartbeats'),
      )
  }
  const flushNow = (): Promise<void> => (flushing = flushing.then(flush))
  const timer = setInterval(() => void flushNow(), flushEveryMs).unref()

  return {
    add(
      { tenantId, deviceId }: { tenantId: string; deviceId: string },
      beat: ReadMessage<'heartbeat'>,
    ): void {
      const machines = heard.get(tenantId) ?? new Map<string, Heard>()
      heard.set(tenantId, machines)
      machines.set(deviceId, {
        device_id: deviceId,
        heard_at: deps.now(),
        rssi: beat.rssi === undefined ? null : Math.round(beat.rssi),
        net: beat.net ?? null,
        app: beat.app ?? null,
        android: beat.android ?? null,
        temperature: beat.temp === undefined ? null : Math.round(beat.temp * 10) / 10,
        off: beat.off ?? false,
      })
    },
    flush: flushNow,
    async stop(): Promise<void> {
      clearInterval(timer)
      await flushNow()
    },
  }
}
