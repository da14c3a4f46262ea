import { createFleet, type Fleet, mqttLine, realTime, seeded } from '@slotwise/simulator'

type Options = Omit<Parameters<typeof createFleet>[0], 'credentials' | 'open' | 'schedule' | 'now'>

/** Starts virtual machines at the gateway on this port, always with the same random seed. */
export function playVirtual(
  port: number | undefined,
  credentials: Parameters<typeof createFleet>[0]['credentials'],
  options: Options = {},
): Fleet {
  const now = Date.now
  const open = mqttLine({ url: `mqtt://127.0.0.1:${port}`, random: seeded(7), schedule: realTime, now })
  const fleet = createFleet({ credentials, open, schedule: realTime, now, ...options })
  fleet.start()
  return fleet
}
