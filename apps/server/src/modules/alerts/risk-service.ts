/**
 * What open alerts cost: what the machine, or those of its slots that sell nothing, usually earns in an hour
 * (`statistics/usual.ts`). A low slot still sells, but not for long, so it counts as much as an empty one.
 */
import type { Ctx } from '../../kernel/ctx.ts'
import { activeFaults } from '../presence/index.ts'
import { type LowSlot, lowSlotsOf } from '../slots/index.ts'
import { slotKey, usualDaysOf, usualIncomes, usualSlotIncomes } from '../statistics/index.ts'
import type { AlertRow } from './alert-queries.ts'

type Fault = Awaited<ReturnType<typeof activeFaults>>[number]

/** The slots that an alert concerns, or the whole machine. */
type Concerned = readonly number[] | 'machine'

export type Trouble = {
  low: (deviceId: string) => readonly LowSlot[]
  faults: (deviceId: string) => readonly Fault[]
  /** In cents an hour. */
  perHour: (alert: AlertRow) => number
  /** The same of all alerts together: what several alerts of a machine concern counts once. */
  perHourInAll: (alerts: readonly AlertRow[]) => number
}

const idsOf = (alerts: readonly AlertRow[], kind: AlertRow['kind']): string[] =>
  alerts.filter((alert) => alert.kind === kind).map((alert) => alert.device_id)

/** Reads what is wrong with the machines of open alerts, and what they earn. */
export async function troubleOf(ctx: Ctx, alerts: readonly AlertRow[]): Promise<Trouble> {
  const short = idsOf(alerts, 'low_stock')
  const lowSlots = Map.groupBy(
    short.length === 0 ? [] : await lowSlotsOf(ctx, short),
    (slot) => slot.device_id,
  )
  const abnormal = idsOf(alerts, 'abnormal')
  const active = abnormal.length === 0 ? [] : await activeFaults(ctx, abnormal)
  const faultsOf = Map.groupBy(active, (fault) => fault.device_id)
  const low = (id: string) => lowSlots.get(id) ?? []
  const faults = (id: string) => faultsOf.get(id) ?? []
  const concerned = ({ kind, device_id: id }: AlertRow): Concerned => {
    if (kind === 'offline') return 'machine'
    if (kind === 'low_stock') return low(id).map((slot) => slot.channel_sn)
    // A fault of slot 0 is one of the machine.
    const slots = faults(id).map((fault) => fault.channel_sn)
    return slots.includes(0) ? 'machine' : [...new Set(slots)]
  }
  const earned = await earningsOf(
    ctx,
    alerts.map((alert) => ({ alert, of: concerned(alert) })),
  )
  return {
    low,
    faults,
    perHour: (alert) => earned(alert, concerned(alert)),
    perHourInAll: (all) =>
      Map.groupBy(all, (alert) => alert.device_id)
        .values()
        .reduce((sum, ofOne) => {
          const [alert] = ofOne
          return alert ? sum + earned(alert, union(ofOne.map(concerned))) : sum
        }, 0),
  }
}

const union = (parts: readonly Concerned[]): Concerned => {
  const slots = parts.filter((part) => part !== 'machine')
  return slots.length < parts.length ? 'machine' : [...new Set(slots.flat())]
}

type Earned = (alert: AlertRow, of: Concerned) => number

async function earningsOf(ctx: Ctx, alerts: readonly { alert: AlertRow; of: Concerned }[]): Promise<Earned> {
  const machines = alerts.flatMap(({ alert, of }) => (of === 'machine' ? [alert.device_id] : []))
  const slots = alerts.flatMap(({ alert: { device_id }, of }) =>
    of === 'machine' ? [] : of.map((channel_sn) => ({ device_id, channel_sn })),
  )
  const incomes = await usualIncomes(ctx, machines)
  const slotIncomes = await usualSlotIncomes(ctx, slots)
  return ({ device_id: id, bound_at }, of) => {
    const income =
      of === 'machine'
        ? (incomes.get(id) ?? 0)
        : of.reduce(
            (sum, slot) => sum + (slotIncomes.get(slotKey({ device_id: id, channel_sn: slot })) ?? 0),
            0,
          )
    return Math.round(income / (24 * usualDaysOf(ctx, bound_at)))
  }
}
