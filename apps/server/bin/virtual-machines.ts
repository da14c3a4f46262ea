import {
  createFleet,
  makeWallet,
  mqttLine,
  type Pace,
  payOnPage,
  realTime,
  seeded,
} from '@slotwise/simulator'

import type { DemoCredentials } from '../seeds/machines.ts'
import type { Carried } from '../seeds/wallets.ts'

const seed = 1

type Play = { host: string; port: number; leave: number; broken: number; salesPerSecond: Pace }
type Customers = { wallets: readonly Carried[] }

/**
 * Plays virtual machines in this process. They have little to do, and a thread of their own would take 40 MB: a
 * second heap and a second copy of every library.
 */
export function startVirtualMachines(
  credentials: readonly DemoCredentials[],
  { host, port, wallets, ...play }: Play & Customers,
): { close(): Promise<void> } {
  const line = mqttLine({
    url: `mqtt://${host}:${port}`,
    random: seeded(seed),
    schedule: realTime,
    now: Date.now,
    refused: (sn) => console.error(`virtual machine ${sn} is refused at login, and tries again later`),
  })
  const random = seeded(seed)
  const walletsIn = new Map(wallets.map(({ country, ...carried }) => [country, makeWallet(carried, random)]))
  const countries = new Map(credentials.map(({ sn, country }) => [sn, country]))
  const fleet = createFleet({
    credentials,
    open: line,
    schedule: realTime,
    now: Date.now,
    seed,
    used: true,
    pay: payOnPage,
    walletOf: (sn) => walletsIn.get(countries.get(sn) ?? ''),
    ...play,
  })
  fleet.start()
  return { close: () => fleet.stop() }
}
