/** The virtual machines that the demo runs beside the server. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startVirtualMachines } from '../bin/virtual-machines.ts'
import { freshCredentials } from '../src/modules/machines/index.ts'
import { type GatewayStand, startGatewayStand } from './gateway-stand.ts'
import { makeBoundMachine } from './machines.ts'

let stand: GatewayStand
beforeAll(async () => (stand = await startGatewayStand()))
afterAll(() => stand.close())

test('they come online, and are offline when they are stopped', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner)
  const credentials = await freshCredentials(stand.app.deps, [machine.sn])
  const demo = credentials.map((one) => ({ ...one, country: 'CN' as const }))
  const machines = startVirtualMachines(demo, {
    host: '127.0.0.1',
    port: stand.port,
    leave: 0,
    broken: 0,
    wallets: [],
    salesPerSecond: 4 / 60,
  })
  const online = async () => (await stand.stateOf(machine))?.online
  await expect.poll(online).toBe(true)
  await machines.close()
  await expect.poll(online).toBe(false)
})
