import { createFleet, mqttLine, type Pace, payOnPage, realTime, seeded } from '@slotwise/simulator'

import type { MachineCredentials } from '../src/modules/machines/index.ts'

const seed = 1

type Play = { host: string; port: number; leave: number; broken: number; salesPerSecond: Pace }

/**
 * Plays virtual machines in this process. They have little to do, and a thread of their own would take 40 MB: a
 * second heap and a second copy of every library.
 */
export function startVirtualMachines(
  credentials: readonly MachineCredentials[],
  { host, port, ...play }: Play,
): { close(): Promise<void> } {
  const line = mqttLine({
    url: `mqtt://${host}:${port}`,
    random: seeded(seed),
    schedule: realTime,
    now: Date.now,
    refused: (sn) => console.error(`virtual machine ${sn} is refused at login, and tries again later`),
  })
  const fleet = createFleet({
    credentials,
    open: line,
    schedule: realTime,
    now: Date.now,
    seed,
    used: true,
    pay: payOnPage,
    ...play,
  })
  fleet.start()
  return { close: () => fleet.stop() }
}
