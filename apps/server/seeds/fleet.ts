import { machineTypes } from '@slotwise/machine-protocol'

import type { Deps } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import {
  bindMachine,
  freshCredentials,
  listMachines,
  type MachineCredentials,
  registerMachine,
} from '../src/modules/machines/index.ts'
import { stockSlots } from './slots.ts'

const snOf = (index: number): string => String(98_000_001 + index)

/** Binds this many virtual machines, of all types in turn, to a merchant. Machines from earlier runs are used again. */
export async function makeFleet(deps: Deps, tenantId: string, count: number): Promise<MachineCredentials[]> {
  const sns = Array.from({ length: count }, (_, index) => snOf(index))
  const known = new Set((await listMachines(deps.db.main, undefined)).map(({ sn }) => sn))
  for (const [index, sn] of sns.entries()) {
    const type = machineTypes[index % machineTypes.length] ?? 'vending'
    const slots = type === 'single' || type === 'pulse' ? 1 : 12
    if (!known.has(sn)) await registerMachine(deps, { sn, type, slots })
    // A machine that already has a merchant stays with that merchant.
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const bound = await bindMachine(tx, tenantId, deps.now(), { sn, title: `#${sn}` })
      if (bound) await stockSlots(tx, tenantId, { deviceId: bound.deviceId, type, firstGoods: index * 5 })
    })
  }
  return freshCredentials(deps, sns)
}
