/**
 * A remote dispensing is a sale without money. Its bill is made when the machine's word or its silence ends the command;
 * a command that the machine never began leaves no bill. The number follows from the command, so a result that comes
 * after the deadline finds the bill of its command.
 */
import type { BillGoods, BillStatus, CommandState } from '@slotwise/contract'
import { askedPieces } from '@slotwise/machine-protocol'

import type { Dispensed } from '../../kernel/hooks.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { devicesAtSale } from '../devices/index.ts'
import { slotsForSale } from '../slots/index.ts'
import { addBills, type Bill, type BookCtx, changeBills } from '../bills/index.ts'
import { outcomesOf } from './sale-lines.ts'

const statuses: Partial<Record<CommandState, BillStatus>> = { done: 0, failed: 1, unknown: 2 }

export async function billOfDispensing(ctx: BookCtx, command: Dispensed): Promise<void> {
  const status = statuses[command.state]
  // A refused command has neither begun nor moved anything.
  if (status === undefined || (command.items.length === 0 && command.acknowledged_at === null)) return
  const orderno = ordernoOf(command.created_at, ['command', command.command_id])
  const lines = await linesOf(ctx, command)
  const changed = await changeBills(ctx, [orderno], (bill) =>
    bill.status === 2
      ? { status, goods: lines, reported_at: status === 2 ? bill.reported_at : ctx.now }
      : undefined,
  )
  if (changed.length > 0) return
  const [device] = await devicesAtSale(ctx, [{ deviceId: command.device_id, at: command.created_at }])
  if (!device) return
  const bill: Bill = {
    orderno,
    create_at: command.created_at,
    device_id: device.device_id,
    sn: device.sn,
    dev_type: device.type,
    store_id: device.store_id,
    merchant_id: device.merchant_id,
    client: 'remote',
    kind: 'buy',
    status,
    status_before: null,
    total_price: 0,
    list_price: 0,
    refunded: 0,
    cash: null,
    goods: lines,
    oddities: [],
    sale_id: null,
    sent_ts: null,
    reported_at: status === 2 ? null : ctx.now,
    command_id: command.command_id,
  }
  await addBills(ctx, [bill])
}

async function linesOf(
  ctx: BookCtx,
  { device_id, args, state, items, why }: Dispensed,
): Promise<BillGoods[]> {
  const slots = (await slotsForSale(ctx, [device_id])).get(device_id) ?? []
  const outcomes = new Map(outcomesOf(items).map((outcome) => [outcome.ch, outcome]))
  return askedPieces(args).map(({ ch, n }) => {
    const slot = slots.find((one) => one.ch === ch)
    const outcome = outcomes.get(ch)
    return {
      channel_sn: ch,
      goods_id: slot?.goodsId ?? null,
      title: slot?.title ?? '',
      price: slot?.price ?? 0,
      quantity: n,
      // Of a machine that lost power, what it knows counts; of one that is silent, nothing does.
      delivered:
        state !== 'unknown' ? (outcome?.delivered ?? 0) : why === null ? null : (outcome?.delivered ?? null),
      fault: outcome?.fault ?? null,
    }
  })
}
