/**
 * When an alert opens and when it closes. A machine has at most one open alert of each kind.
 *
 *   offline     opens when the machine has been offline for as long as its threshold says,
 *               closes when it has been online for `backOnlineMs`
 *   low_stock   opens with the first low slot, closes when no slot has been low for `stockedMs`
 *   abnormal    opens with the first fault, closes when there has been none for `withoutFaultMs`
 *
 * A recovery has to last, so that a machine that comes and goes has one alert and not one each time. A machine that has
 * never connected is none of this. The alerts of a machine that leaves its merchant close without a word.
 *
 * What is decided here depends only on the present state and the open alerts, not on how the state came about. So a look
 * that is lost, late or repeated changes nothing but the time.
 */
import type { AlertKind } from '@slotwise/contract'
import { silenceSeconds } from '@slotwise/machine-protocol'

import type { AlertTurn } from '../../kernel/hooks.ts'
import { after, minuteMs } from '../../kernel/moments.ts'

const backOnlineMs = 3 * minuteMs
const withoutFaultMs = 2 * minuteMs
/** Stock that swings around the mark, as while a machine is filled and sells, is one alert. */
const stockedMs = 5 * minuteMs

/** The state of a machine that is bound and has been connected at least once. */
export type MachineState = {
  deviceId: string
  storeId: string | null
  online: boolean
  /** Since when it is online or offline. */
  since: Date
  heardAt: Date
  offlineMinutes: number
  lowSlots: number
  faults: readonly string[]
  /** When the first of its faults began, and when the last of those that are over ended. */
  faultSince: Date | null
  faultEnd: Date | null
}

export type OpenAlert = {
  alertId: string
  deviceId: string
  kind: AlertKind
  /** Of low stock: since when looks have found no low slot. Other states know by themselves when they ended. */
  clearSince?: Date | null
}

/** An alert that opens gets its number when it is stored. */
export type Opening = Omit<AlertTurn, 'alertId'> & { phase: 'begin' }
export type Closing = AlertTurn & { phase: 'end' }

export type Decisions = {
  opens: Opening[]
  closes: Closing[]
  /** Alerts of machines that the merchant no longer has. */
  gone: string[]
  /** Alerts of low stock whose slots are not low any more, or are low again. */
  clears: { alertId: string; since: Date | null }[]
  /** The next moment at which the same state leads to another decision. */
  waitUntil: Date | undefined
}

export function decide(machines: readonly MachineState[], open: readonly OpenAlert[], now: Date): Decisions {
  const alerts = new Map(open.map((alert) => [`${alert.deviceId} ${alert.kind}`, alert]))
  const known = new Set(machines.map(({ deviceId }) => deviceId))
  const decisions: Decisions = {
    opens: [],
    closes: [],
    gone: open.filter(({ deviceId }) => !known.has(deviceId)).map(({ alertId }) => alertId),
    clears: [],
    waitUntil: undefined,
  }
  for (const machine of machines)
    for (const [kind, rule] of Object.entries(rules) as [AlertKind, Rule][]) {
      const alert = alerts.get(`${machine.deviceId} ${kind}`)
      if (alert && kind === 'low_stock') noteClear(decisions, machine, alert, now)
      decideOne(decisions, machine, kind, rule(machine, now, alert), alert, now)
    }
  return decisions
}

function noteClear({ clears }: Decisions, { lowSlots }: MachineState, alert: OpenAlert, now: Date): void {
  const { alertId, clearSince = null } = alert
  if ((lowSlots === 0) === (clearSince !== null)) return
  clears.push({ alertId, since: lowSlots === 0 ? now : null })
}

function decideOne(
  decisions: Decisions,
  machine: MachineState,
  kind: AlertKind,
  { isTrouble, at, decidedAt }: Judged,
  alert: OpenAlert | undefined,
  now: Date,
): void {
  // The alert is as it should be.
  if (isTrouble === (alert !== undefined) || decidedAt === undefined) return
  if (now < decidedAt) {
    const { waitUntil } = decisions
    decisions.waitUntil = waitUntil && waitUntil < decidedAt ? waitUntil : decidedAt
    return
  }
  const { deviceId, storeId, lowSlots, faults } = machine
  const turn = { kind, deviceId, storeId, at }
  if (alert) decisions.closes.push({ ...turn, phase: 'end', alertId: alert.alertId, low: 0, faults: [] })
  else
    decisions.opens.push({
      ...turn,
      phase: 'begin',
      low: kind === 'low_stock' ? lowSlots : 0,
      faults: kind === 'abnormal' ? faults : [],
    })
}

/** Whether a machine is in trouble since `at`, and from when on that counts: undefined while it cannot be told. */
type Judged = { isTrouble: boolean; at: Date; decidedAt: Date | undefined }
type Rule = (machine: MachineState, now: Date, alert: OpenAlert | undefined) => Judged

const rules: Record<AlertKind, Rule> = {
  offline({ online, since: at, heardAt, offlineMinutes }, now) {
    if (!online) return { isTrouble: true, at, decidedAt: after(at, offlineMinutes * minuteMs) }
    // A gateway that died leaves machines online that it no longer hears.
    const isHeard = heardAt >= after(now, -silenceSeconds * 1_000)
    return { isTrouble: false, at, decidedAt: isHeard ? after(at, backOnlineMs) : undefined }
  },
  low_stock({ lowSlots }, now, alert) {
    if (lowSlots > 0) return { isTrouble: true, at: now, decidedAt: now }
    const at = alert?.clearSince ?? now
    return { isTrouble: false, at, decidedAt: after(at, stockedMs) }
  },
  abnormal({ faults, faultSince, faultEnd }, now) {
    if (faults.length > 0) return { isTrouble: true, at: faultSince ?? now, decidedAt: now }
    return {
      isTrouble: false,
      at: faultEnd ?? now,
      decidedAt: after(faultEnd ?? new Date(0), withoutFaultMs),
    }
  },
}
