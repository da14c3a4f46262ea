import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'

/** One open alert for each machine and kind. */
export const alertKinds = ['offline', 'low_stock', 'abnormal'] as const
export type AlertKind = (typeof alertKinds)[number]

export const Alert = z.object({
  alert: Id,
  kind: z.enum(alertKinds),
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** When the trouble began: for an offline machine, when it went offline. */
  opened_at: Instant,
  /** When the machine had recovered; null while the alert is open. */
  closed_at: Instant.nullable(),
  /** Of low stock: the slots that are low now, and how many of them are empty. 0 once the alert is closed. */
  low: z.int(),
  empty: z.int(),
  /** Of an abnormal machine: its faults now, each once. */
  faults: z.array(z.enum(faultCodes)),
  /**
   * What the machine, or those of its slots that are low or faulty, usually earns in an hour, by the last four weeks.
   * 0 once the alert is closed.
   */
  perHour: Cents,
  /** Who takes care of it. */
  taker: Id.nullable(),
  taker_name: z.string().nullable(),
  taken_at: Instant.nullable(),
  /** The caller has taken it. */
  mine: z.boolean(),
  /** When a person said that it was done. The alert closes when the machine has recovered. */
  done_at: Instant.nullable(),
  remarks: z.string(),
})
export type Alert = z.infer<typeof Alert>

export const alertStates = ['open', 'closed'] as const
export const AlertFilter = z.strictObject({
  state: z.enum(alertStates).default('open'),
  kind: z.enum(alertKinds).optional(),
  store: Id.optional(),
  area: Id.optional(),
  sn: Sn.optional(),
  /** Those that the caller has taken. */
  mine: z.boolean().optional(),
  ids: Ids.optional(),
})

/**
 * Of the open alerts that the filter selects: how many there are of each kind, whatever kind it asks for, and what those
 * of that kind cost together in an hour. What several alerts of a machine concern counts once.
 */
export const AlertSum = z.object({ offline: z.int(), low_stock: z.int(), abnormal: z.int(), perHour: Cents })
export type AlertSum = z.infer<typeof AlertSum>

export const TakeAlert = z.strictObject({ alert: Id, take: z.boolean() })
export const DoneAlert = z.strictObject({ alert: Id, done: z.boolean(), remarks: text(200).default('') })
export const ExportAlerts = z.strictObject({ format: ExportFormat, condition: AlertFilter.prefault({}) })
