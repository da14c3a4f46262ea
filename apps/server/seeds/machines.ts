import { countryFacts } from '@slotwise/contract'
import type { MachineType } from '@slotwise/machine-protocol'
import { between, seeded } from './dice.ts'

import type { Ctx, Deps } from '../src/kernel/ctx.ts'
import { daysBefore, hoursBefore } from '../src/kernel/moments.ts'
import {
  bindMachine,
  freshCredentials,
  listMachines,
  type MachineCredentials,
  registerMachine,
} from '../src/modules/machines/index.ts'
import { paceOf } from './history/rhythm.ts'
import type { DemoMerchant } from './merchants/merchant.ts'
import { stockSlots } from './slots.ts'

type DemoMachine = { sn: string; type: MachineType; slots: number; title: string; firstGoods?: number }

/** The machines were bound one after the other over so many days, the first ones before the sales that the demo shows. */
const boundWithinDays = 155

/** One of each type, then the second of each, and so on, so that even a few of them have many types. */
const machinesOf = ({ machines, firstSn }: DemoMerchant): DemoMachine[] =>
  machines
    .flatMap(({ titles, ...machine }) =>
      titles.map((title, round) => ({ ...machine, round, title: titleOf(titles, title, round) })),
    )
    .toSorted((a, b) => a.round - b.round)
    .map(({ round: _round, ...machine }, index) => ({ ...machine, sn: String(firstSn + index) }))

/** Machines of the same title are numbered. */
const titleOf = (titles: readonly string[], title: string, index: number): string =>
  titles.filter((other) => other === title).length > 1 ? `${title} ${index + 1}` : title

export const hasMachines = async (ctx: Ctx): Promise<boolean> =>
  (await ctx.tx
    .selectFrom('device')
    .select('device_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Registers the machines of a merchant of the demo; they are not bound yet. */
export async function registerDemoMachines(deps: Deps, merchant: DemoMerchant): Promise<void> {
  const known = new Set((await listMachines(deps.db.main, undefined)).map(({ sn }) => sn))
  for (const { sn, type, slots } of machinesOf(merchant))
    if (!known.has(sn)) await registerMachine(deps, { sn, type, slots })
}

/** When the machine that is not played was connected last, in hours before the demo was made. */
export const darkHours = 19

/** A machine of the demo that was bound, and until when it sold. */
export type BoundMachine = { deviceId: string; boundAt: Date; until: Date }

/** Binds the machines to their merchant, spread over the stores, with goods of their kind in most of their slots. */
export async function seedMachines(ctx: Ctx, merchant: DemoMerchant): Promise<BoundMachine[]> {
  const stores = await ctx.tx
    .selectFrom('store')
    .select('store_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('store_id')
    .execute()
  const machines = machinesOf(merchant)
  const random = seeded(merchant.firstSn)
  const all: BoundMachine[] = []
  for (const [index, { sn, title, type, firstGoods = index * 5 }] of machines.entries()) {
    const storeId = stores[index % Math.max(1, stores.length)]?.store_id ?? null
    const age = boundWithinDays * (1 - (index / (machines.length + 3)) ** 2) - between(random, [0, 3])
    const boundAt = daysBefore(ctx.now, age)
    const bound = await bindMachine(ctx.tx, ctx.tenant.id, boundAt, { sn, title, storeId })
    if (!bound) continue
    await stockSlots(ctx.tx, ctx.tenant.id, { deviceId: bound.deviceId, type, firstGoods })
    const until = title === merchant.dark ? hoursBefore(ctx.now, darkHours) : ctx.now
    all.push({ deviceId: bound.deviceId, boundAt, until })
  }
  return all
}

/** The logins of a virtual machine, and the country in which its customers pay. */
export type DemoCredentials = MachineCredentials & { country: DemoMerchant['country'] }

/** The logins of the virtual machines, new at every start, because secrets are not stored in clear. */
export async function demoCredentials(
  deps: Deps,
  merchants: readonly DemoMerchant[],
  count: number,
): Promise<DemoCredentials[]> {
  // Mixed by their share of all machines, so that even a few of them belong to each merchant.
  const mixed = merchants
    .flatMap((merchant) => {
      const machines = machinesOf(merchant).filter(({ title }) => title !== merchant.dark)
      return machines.map(({ sn }, index) => ({
        sn,
        country: merchant.country,
        place: (index + 0.5) / machines.length,
      }))
    })
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
  const countries = new Map(mixed.map(({ sn, country }) => [sn, country]))
  const credentials = await freshCredentials(deps, [...countries.keys()])
  return credentials.flatMap((one) => {
    const country = countries.get(one.sn)
    return country === undefined ? [] : [{ ...one, country }]
  })
}

/** Sales a second of all machines of these merchants, as their history has them: machines that are not played sell too. */
export const salesPace = (merchants: readonly DemoMerchant[]): ((now: number) => number) =>
  paceOf(
    merchants.flatMap((merchant) => {
      const { utcOffsetMinutes } = countryFacts[merchant.country]
      const kinds = merchant.areas.flatMap(({ stores }) => stores.map(([, kind]) => kind))
      return machinesOf(merchant).map(({ type }, index) => ({
        type,
        storeKind: kinds[index % Math.max(1, kinds.length)] ?? 'mall',
        utcOffsetMinutes,
      }))
    }),
  )
