import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Sn } from '../kernel/sn.ts'
import { Day, Instant } from '../kernel/time.ts'
import { paidClients } from './clients.ts'
import { Orderno, OrdernoPart } from './orderno.ts'

export const payStates = ['pending', 'paid', 'closed', 'refunded', 'part_refunded'] as const

export const PayBill = z.object({
  order_no: Orderno,
  /** The number of the customer's card; empty where none was used. */
  cardno: z.string(),
  /** The number by which the provider knows the order. */
  merchant_order: z.string(),
  status: z.enum(payStates),
  client: z.enum(paidClients),
  total_price: Cents,
  refunded: Cents,
  sn: Sn,
  dev_title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  create_at: Instant,
  paid_at: Instant.nullable(),
})
export type PayBill = z.infer<typeof PayBill>

export const PayBillFilter = z
  .strictObject({
    from: Day.optional(),
    to: Day.optional(),
    order_no: OrdernoPart.optional(),
    merchant_order: text(40).optional(),
    cardno: text(64).optional(),
    client: z.enum(paidClients).optional(),
    status: z.enum(payStates).optional(),
    sn: Sn.optional(),
    store: Id.optional(),
  })
  .check(daysInOrder)

export const ExportPayBill = z.strictObject({ format: ExportFormat, condition: PayBillFilter.prefault({}) })
