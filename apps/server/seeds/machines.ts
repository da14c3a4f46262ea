import type { MachineType } from '@slotwise/machine-protocol'

import type { Ctx, Deps } from '../src/kernel/ctx.ts'
import {
  bindMachine,
  freshCredentials,
  listMachines,
  type MachineCredentials,
  registerMachine,
} from '../src/modules/machines/index.ts'
import { stockSlots } from './slots.ts'

type DemoMachine = { type: MachineType; slots: number; title: string }

/** About two dozen machines of all types, as in malls and stations. */
const kinds: readonly (DemoMachine & { count: number })[] = [
  { type: 'vending', slots: 40, title: '饮料零食机', count: 7 },
  { type: 'gashapon', slots: 12, title: '扭蛋机', count: 5 },
  { type: 'lipstick', slots: 20, title: '口红机', count: 2 },
  { type: 'lattice', slots: 30, title: '格子柜', count: 2 },
  { type: 'luckybag', slots: 16, title: '福袋机', count: 2 },
  { type: 'betelnut', slots: 24, title: '槟榔机', count: 2 },
  { type: 'single', slots: 1, title: '单品机', count: 1 },
  { type: 'pulse', slots: 1, title: '脉冲机', count: 1 },
  { type: 'osm', slots: 40, title: '综合机', count: 2 },
]
/** One of each type, then the second of each, and so on, so that even a few of them have many types. */
const machines: readonly DemoMachine[] = kinds
  .flatMap(({ count, title, ...machine }) =>
    Array.from({ length: count }, (_, i) => ({
      round: i,
      machine: { ...machine, title: count > 1 ? `${title} ${i + 1}` : title },
    })),
  )
  .toSorted((a, b) => a.round - b.round)
  .map(({ machine }) => machine)
const snOf = (index: number): string => String(9_900_001 + index)

export const hasMachines = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('device')
    .select('device_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Registers the machines of the demo; they have no merchant yet. */
export async function registerDemoMachines(deps: Deps): Promise<void> {
  const known = new Set((await listMachines(deps.db.main, undefined)).map(({ sn }) => sn))
  for (const [index, { type, slots }] of machines.entries())
    if (!known.has(snOf(index))) await registerMachine(deps, { sn: snOf(index), type, slots })
}

/** Binds the machines to the demo merchant, spread over the stores, with goods in most of their slots. */
export async function seedMachines(ctx: Ctx): Promise<void> {
  const stores = await ctx.tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('store_id')
    .execute()
  for (const [index, { title, type }] of machines.entries()) {
    const storeId = stores[index % Math.max(1, stores.length)]?.store_id ?? null
    const bound = await bindMachine(ctx.tx, ctx.tenant.id, ctx.now, { sn: snOf(index), title, storeId })
    if (bound) await stockSlots(ctx.tx, ctx.tenant.id, { deviceId: bound.deviceId, type, index })
  }
}

/** The logins of the virtual machines, new at every start, because secrets are not stored in clear. */
export const demoCredentials = (deps: Deps, count: number): Promise<MachineCredentials[]> =>
  freshCredentials(
    deps,
    machines.slice(0, count).map((_, index) => snOf(index)),
  )
