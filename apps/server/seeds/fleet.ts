import { machineTypes } from '@slotwise/machine-protocol'

import type { Deps } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import {
  bindMachine,
  freshCredentials,
  listMachines,
  type MachineCredentials,
  registerMachine,
} from '../src/modules/devices/index.ts'
import { stockSlots } from './slots.ts'

const snOf = (place: number): string => String(98_000_001 + place)

/** As many virtual machines as wanted, of all types in turn, bound to a merchant. Those of an earlier time serve again. */
export async function makeFleet(deps: Deps, tenantId: string, count: number): Promise<MachineCredentials[]> {
  const sns = Array.from({ length: count }, (_, place) => snOf(place))
  const known = new Set((await listMachines(deps.db.main, undefined)).map(({ sn }) => sn))
  for (const [place, sn] of sns.entries()) {
    const type = machineTypes[place % machineTypes.length] ?? 'vending'
    const slots = type === 'single' || type === 'pulse' ? 1 : 12
    if (!known.has(sn)) await registerMachine(deps, { sn, type, slots })
    // One that has a merchant stays with him.
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const bound = await bindMachine(tx, tenantId, deps.now(), { sn, title: `#${sn}` })
      if (bound) await stockSlots(tx, tenantId, { deviceId: bound.deviceId, type, place })
    })
  }
  return freshCredentials(deps, sns)
}
