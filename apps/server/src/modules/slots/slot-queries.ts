/** Slots as their merchant sees them. */
import type { Channel } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, MachineRef } from '../../kernel/ctx.ts'
import { hundredths, percentOf } from '../../kernel/percent.ts'
import { applyThresholds } from './low-queries.ts'
import { keepPastGoods } from './past-goods-queries.ts'

/** A machine whose slots get other goods now. */
type MachineNow = MachineRef & { now: Date }

export type SlotRow = {
  channel_sn: number
  rev: number
  goods_id: string | null
  price: number | null
  game_price: number | null
  rate: number | null
  quantity: number
  max: number
  low_level: number
  enabled: boolean
  settings_rev: string
}

const columns = [
  'channel_sn',
  'rev',
  'goods_id',
  'price',
  'game_price',
  'quantity',
  'max',
  'low_level',
  'enabled',
  'settings_rev',
] as const
const rate = percentOf('rate').as('rate')

const slotsOf = ({ tx, tenantId, deviceId }: MachineRef) =>
  tx
    .selectFrom('channel')
    .select([...columns, rate])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .orderBy('channel_sn')

export const readSlots = (machine: MachineRef): Promise<SlotRow[]> => slotsOf(machine).execute()
/** Locks the slots until the transaction ends. */
export const lockSlots = (machine: MachineRef): Promise<SlotRow[]> => slotsOf(machine).forUpdate().execute()

/** The numbers of a machine's slots. */
export async function slotNumbers({ tx, tenantId, deviceId }: MachineRef): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('channel')
    .select('channel_sn')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
  return new Set(rows.map((row) => row.channel_sn))
}

export type ReportRow = { channel_sn: number; booked: number } & NonNullable<Channel['reported']>

export async function reportedSlots({ tx, tenantId, deviceId }: MachineRef): Promise<ReportRow[]> {
  const rows = await tx
    .selectFrom('slot_report')
    .select(['channel_sn', 'quantity', 'max', 'state', 'fault', 'at', 'booked'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .orderBy('channel_sn')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }) as ReportRow)
}

export type SlotChange = Partial<Pick<SlotRow, 'price' | 'game_price' | 'rate' | 'max' | 'enabled'>>

/** Puts other goods into slots, or none. */
export async function fillSlots(
  machine: MachineNow,
  slots: readonly number[],
  goods: string | null,
): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  await keepPastGoods(
    machine,
    slots.map((ch) => ({ deviceId, ch, goods })),
  )
  await tx
    .updateTable('channel')
    .set((eb) => ({ goods_id: goods, rev: eb('rev', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn = any(${slots}::int[])`)
    .execute()
}

/** Changes how slots sell; `settingsRev` is the settings revision with which the machine gets it. */
export async function changeSlots(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly number[] | undefined,
  { rate: percent, ...change }: SlotChange,
  settingsRev: string | undefined,
): Promise<void> {
  let query = tx
    .updateTable('channel')
    .set((eb) => ({
      ...change,
      ...(percent === undefined ? {} : { rate: hundredths(percent) }),
      ...(settingsRev === undefined ? {} : { settings_rev: settingsRev }),
      rev: eb('rev', '+', 1),
    }))
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
  if (slots) query = query.where(sql<boolean>`channel_sn = any(${slots}::int[])`)
  await query.execute()
}

/** Raises the size before pieces are added; the final size is set afterwards. */
export async function widen(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly number[],
  max: number | undefined,
): Promise<void> {
  if (max === undefined) return
  await tx
    .updateTable('channel')
    .set({ max })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn = any(${slots}::int[])`)
    .where('max', '<', max)
    .execute()
}

/** Gives slots with new goods the price of the goods, if they have one. */
export async function takePriceOfGoods(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly number[],
): Promise<void> {
  await sql`update channel c set price = g.price from goods g
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn = any(${slots}::int[])
       and g.tenant_id = ${tenantId} and g.goods_id = c.goods_id`.execute(tx)
}

export async function lacksPrice(
  { tx, tenantId, deviceId }: MachineRef,
  slots: readonly number[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('channel')
    .select('channel_sn')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn = any(${slots}::int[])`)
    .where('goods_id', 'is not', null)
    .where('price', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type SlotModel = Pick<
  SlotRow,
  'channel_sn' | 'goods_id' | 'price' | 'game_price' | 'rate' | 'max' | 'enabled'
>

/**
 * Makes slots sell what the models sell. Sizes that the model does not know stay, and slots that the machine does
 * not have are skipped.
 */
export async function copySlots(
  machine: MachineNow,
  models: readonly SlotModel[],
  settingsRev: string,
  takes: { sizes: boolean; gamePrice: boolean; rate: boolean },
): Promise<void> {
  const rows = models.map(({ rate: percent, ...model }) => ({
    ...model,
    rate: hundredths(percent),
  }))
  const { tx, tenantId, deviceId } = machine
  const own = await slotNumbers(machine)
  await keepPastGoods(
    machine,
    models
      .filter(({ channel_sn: ch }) => own.has(ch))
      .map(({ channel_sn: ch, goods_id: goods }) => ({ deviceId, ch, goods })),
  )
  await sql`
    update channel c set goods_id = m.goods_id, price = m.price, enabled = m.enabled,
           max = case when m.max > 0 and (${takes.sizes} or c.max = 0) then greatest(m.max, c.quantity) else c.max end,
           game_price = case when ${takes.gamePrice} then m.game_price else c.game_price end,
           rate = case when ${takes.rate} then m.rate else c.rate end,
           settings_rev = ${settingsRev}, rev = c.rev + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
           channel_sn int, goods_id bigint, price int, game_price int, rate int, max int, enabled boolean)
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and m.channel_sn = c.channel_sn`.execute(
    tx,
  )
}

/** Adds the slots of a machine that was just bound: numbered from 1, all empty. */
export async function insertSlots(machine: MachineRef, count: number): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  await sql`insert into channel (tenant_id, device_id, channel_sn)
    select ${tenantId}::bigint, ${deviceId}::bigint, no from generate_series(1, ${count}) no
    on conflict do nothing`.execute(tx)
  await applyThresholds(machine, { device: deviceId })
}

/** Matches our slots with the machine's: slots it no longer has are deleted, new ones are empty. */
export async function matchSlots(
  machine: MachineNow,
  numbers: readonly number[],
  settingsRev: string,
): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  const gone = (await slotNumbers(machine)).difference(new Set(numbers))
  await keepPastGoods(
    machine,
    [...gone].map((ch) => ({ deviceId, ch, goods: null })),
  )
  await addSlots(machine, numbers, settingsRev)
  await tx
    .deleteFrom('channel')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where(sql<boolean>`channel_sn <> all(${numbers}::int[])`)
    .execute()
}

/** Adds slots that the machine reports and we do not have: empty, with the values that all of its slots share. */
export async function addSlots(
  machine: MachineRef,
  numbers: readonly number[],
  settingsRev: string,
  { sized = true }: { sized?: boolean } = {},
): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  await sql`insert into channel (tenant_id, device_id, channel_sn, max, game_price, rate, settings_rev)
    select ${tenantId}::bigint, ${deviceId}::bigint, no, case when ${sized} then coalesce(r.max, 0) else 0 end, same.game_price, same.rate, ${settingsRev}::bigint
      from unnest(${numbers}::int[]) no
      left join slot_report r on r.tenant_id = ${tenantId} and r.device_id = ${deviceId} and r.channel_sn = no
     cross join (
       select max(c.game_price) filter (where (d.settings ->> 'same_gp')::boolean) as game_price,
              max(c.rate) filter (where (d.settings ->> 'same_pb')::boolean) as rate
         from device d join channel c on c.tenant_id = ${tenantId} and c.device_id = d.device_id
        where d.tenant_id = ${tenantId} and d.device_id = ${deviceId}) same
    on conflict do nothing`.execute(tx)
  await applyThresholds(machine, { device: deviceId })
}

export type Renumbering = { from: number; to: number }

/** As rows `v (from_no, to_no)`. */
export const renumbered = (numbers: readonly Renumbering[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(numbers.map(({ from, to }) => ({ from_no: from, to_no: to })))}::jsonb)
    as v (from_no int, to_no int)`

/** Gives slots other numbers, all at once. */
export async function renumberSlots(
  machine: MachineNow,
  numbers: readonly Renumbering[],
  settingsRev: string,
): Promise<void> {
  const { tx, tenantId, deviceId } = machine
  const held = new Map((await readSlots(machine)).map((slot) => [slot.channel_sn, slot.goods_id]))
  const holds = new Map(numbers.map(({ from }): [number, string | null] => [from, null]))
  for (const { from, to } of numbers) holds.set(to, held.get(from) ?? null)
  await keepPastGoods(
    machine,
    [...holds].map(([ch, goods]) => ({ deviceId, ch, goods })),
  )
  const changes = renumbered(numbers)
  // Renumbers through temporary numbers, because two slots may swap.
  const offset = 100_000
  await sql`update channel c set channel_sn = v.to_no + ${offset}, rev = c.rev + 1, settings_rev = ${settingsRev}
      from ${changes}
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn = v.from_no`.execute(tx)
  await sql`update channel c set channel_sn = c.channel_sn - ${offset}
     where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.channel_sn > ${offset}`.execute(tx)
}

export async function deleteReports({ tx, tenantId, deviceId }: MachineRef): Promise<void> {
  await tx
    .deleteFrom('slot_report')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/** Marks the slots with these goods as changed at the present settings revision of their machines. */
export async function markChanged(ctx: Ctx, goodsIds: readonly string[]): Promise<void> {
  await sql`update channel c set settings_rev = d.settings_rev from device d
     where c.tenant_id = ${ctx.tenant.id} and c.goods_id = any(${goodsIds}::bigint[])
       and d.tenant_id = ${ctx.tenant.id} and d.device_id = c.device_id and d.unbound_at is null`.execute(
    ctx.tx,
  )
}

/** Machines that have one of these goods in a slot. */
export async function machinesWith(ctx: Ctx, goodsIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select('device_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(
      sql<boolean>`exists (select from channel c where c.tenant_id = ${ctx.tenant.id}
        and c.device_id = device.device_id and c.goods_id = any(${goodsIds}::bigint[]))`,
    )
    .orderBy('device_id')
    .execute()
  return rows.map((row) => row.device_id)
}
