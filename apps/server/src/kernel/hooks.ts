/**
 * What a module needs from the modules above it. A module never imports one above it: it calls a hook, the module
 * above provides the function, and `src/wiring.ts` is the one list that connects them.
 */
import type {
  AlertKind,
  CommandItem,
  CommandState,
  OnlineClient,
  OrderClient,
  OrderRefusal,
  PayClient,
} from '@slotwise/contract'

import type { Ctx, Deps, MachineCtx, MachineRef, TenantRef } from './ctx.ts'
import type { Tx } from './db.ts'
import type { HourSales, SaleFigure, SoldBy, TimeSpan } from './sold-by.ts'

/** What still uses a record: the number of uses, and the names of the first few that the caller may see. */
export type Uses = { count: number; names: string[] }

/** A command to dispense that has ended: by the machine's result, or because none came in time. */
export type Dispensed = {
  command_id: string
  device_id: string
  args: unknown
  state: CommandState
  created_at: Date
  acknowledged_at: Date | null
  items: readonly CommandItem[]
  why: string | null
}

/** What a customer agreed to pay for: one slot of an order. */
export type OrderGoods = {
  channel_sn: number
  goods_id: string | null
  title: string
  /** The price of a piece, or of a game. */
  price: number
  quantity: number
}

/** An order that a machine asks for, before it is stored. */
export type AskedOrder = {
  orderno: string
  storeId: string | null
  kind: 'buy' | 'game'
  goods: readonly OrderGoods[]
  /** What is to be paid: of a coupon, before it is used; of a card, after that. */
  amount: number
}

/** Pieces that a sale took out of a slot, whether or not the books had them. */
export type SoldPieces = { orderno: string; ch: number; n: number; at: Date }

/** Pieces that came into slots by hand, or left them; fewer than 0 left. */
export type RefilledSlots = {
  kind: 'fill' | 'empty' | 'visit' | 'count'
  /** `counted_at`, of a visit: when the slot was counted last, with the visit itself. */
  slots: readonly {
    device_id: string
    channel_sn: number
    goods_id: string
    pieces: number
    counted_at?: Date | null
  }[]
  /** The last line of the ledger. */
  lastMove: string
}

/** What a voucher is for. */
export type VoucherGoods = { goodsId: string; quantity: number }

/** The vouchers of a referrer in a span of time: those made, and those used. */
export type VoucherCounts = { made: number; used: number }

/** An order that a customer has paid. */
export type PaidOrder = {
  orderno: string
  /** The time of the order, with which its number begins. */
  createAt: Date
  deviceId: string
  sn: string
  storeId: string | null
  /** The payout account. */
  merchantId: string | null
  client: OrderClient
  kind: 'buy' | 'game'
  /** What was paid, after the discount. */
  amount: number
  discount: number
  goods: OrderGoods[]
  feeRate: number
}

/** A payment at a provider that is not of the amount of its order. */
export type DifferingPayment = {
  orderno: string
  createAt: Date
  merchantOrder: string
  deviceId: string
  storeId: string | null
  client: OnlineClient
  amount: number
  /** What the provider says. */
  paid: number
  txn: string
  paidAt: Date
}

/** The payout account of a store or machine before and after an edit; null is none. */
export type PayoutChange = {
  from: string | null
  to: string | null
  /** Where its sales are paid before the edit: `from`, or the account of the store in which the machine stands. */
  paidTo: string | null
}

/** Where the sales of a machine are paid before and after it gets another place. `field` is where a refusal shows. */
export type PayoutMove = { from: string | null; to: string | null; field: 'store' | 'merchant_id' | 'to' }

/** An alert that begins, or ends because the machine has recovered. */
export type AlertTurn = {
  alertId: string
  kind: AlertKind
  phase: 'begin' | 'end'
  deviceId: string
  /** The store in which the machine stands now. */
  storeId: string | null
  /** When the trouble began or ended; some minutes may have passed since then. */
  at: Date
  /** Of low stock that begins: the number of low slots. */
  low: number
  /** Of an abnormal machine that begins: the codes of its faults. */
  faults: readonly string[]
}

/** A refund whose money was given back. */
export type EndedRefund = {
  refundId: string
  kind: 'auto' | 'manual'
  orderno: string
  deviceId: string
  storeId: string | null
  amount: number
}

/**
 * Why a sale is told. `first`: its machine has reported, or has not done so in time. Later its bill is corrected: the
 * machine has reported after all, the payment came after the report, its voucher is valid again, or a refund, which is
 * named, was refused.
 */
export type SaleCause = 'first' | 'reported' | 'paid' | 'restored' | `refused ${string}`

/** A sale that has ended, or was corrected since then. */
export type SaleTurn = { orderno: string; deviceId: string; storeId: string | null; cause: SaleCause }

/** A machine, a store, or with neither of them the whole merchant. */
export type ThresholdPlace = { store?: string; device?: string }

export type Hooks = {
  /** Called after a threshold was set, or a machine came to another store. */
  thresholdsChanged: readonly ((ref: TenantRef & { now: Date }, place: ThresholdPlace) => Promise<void>)[]
  /** Called in the transaction in which alerts open or close, with all of a merchant at once. */
  alertTurned: readonly ((
    ctx: TenantRef & { deps: Deps; now: Date },
    turns: readonly AlertTurn[],
  ) => Promise<void>)[]
  /** Called in the transaction in which refunds were booked as done. */
  refundEnded: readonly ((ctx: TenantRef & { now: Date }, refunds: readonly EndedRefund[]) => Promise<void>)[]
  /**
   * Called in the transaction in which it is known how sales ended: a bill without a machine to wait for, or no more.
   * Again when the bill is corrected later. Money that was given back is told by `refundEnded`.
   */
  saleTurned: readonly ((ctx: TenantRef & { now: Date }, turns: readonly SaleTurn[]) => Promise<void>)[]
  /** Called in the transaction that ends a command to dispense. */
  dispensed(ctx: MachineCtx, command: Dispensed): Promise<void>
  /**
   * Called in the transaction that marks an order paid. `late`: the order had been closed before, so the machine gives
   * nothing for it.
   */
  orderPaid: readonly ((ctx: MachineCtx, order: PaidOrder, wasClosed: boolean) => Promise<void>)[]
  /** Called in the transaction in which a machine gives up an order that was paid: it gives nothing for it. */
  orderGivenUp(ctx: MachineCtx, orderno: string): Promise<void>
  /** Whether a report of the machine that came since then is kept for a person, and may be that of the order. */
  mayBeReported(
    machine: MachineRef,
    order: { orderno: string; client: PayClient; since: Date },
  ): Promise<boolean>
  /** Called when a provider says that an order was paid with another amount. The order stays unpaid. */
  paymentDiffers(ref: TenantRef & { now: Date }, payment: DifferingPayment): Promise<void>
  /** The sales of a machine out of slots, each slot since a moment of its own. Remote dispensing is not among them. */
  soldSince(machine: MachineRef, slots: readonly { channel_sn: number; at: Date }[]): Promise<SoldPieces[]>
  /** Figures of bills by hour and payment, added up from the bills themselves: where no sum by hour is kept any more. */
  hoursOfBills<Name extends SaleFigure>(
    ctx: Ctx,
    sold: SoldBy,
    span: TimeSpan,
    names: readonly Name[],
  ): Promise<HourSales<Name>[]>
  /** Keeps what was filled, emptied or taken over from a count, so that its author can undo it. Returns the number of the refill. */
  refilled(ctx: Ctx, refilled: RefilledSlots): Promise<string>
  /** Called in the transaction in which a machine leaves its merchant, while it is still bound. */
  machineLeaves: readonly ((ctx: MachineCtx) => Promise<void>)[]
  /** Called after a store was added: one that a limited user adds joins the scope of that user. */
  storeAdded(ctx: Ctx, storeId: string, areaId: string | null): Promise<void>
  /** The accounts that are limited to an area. Called before it is deleted. */
  areaStaff(ctx: Ctx, areaId: string): Promise<Uses>
  /** Called before a store is deleted. The kind selects the text of the refusal. */
  storeUses: readonly { kind: 'devices' | 'staff'; of(ctx: Ctx, storeId: string): Promise<Uses> }[]
  /** Provided by the module that shows pictures. */
  pictureUse: {
    /** Called before a picture is deleted or replaced. `unseen` counts the uses that the caller may not see. */
    showing(ctx: Ctx, imageId: string): Promise<Uses & { unseen: number }>
    /** Called after the file of a picture was replaced. */
    replaced(ctx: Ctx, imageId: string): Promise<void>
    /** Deletes references to pictures of this file that were deleted before `deleted`. */
    forget(tx: Tx, tenantId: string, file: string, deleted: Date): Promise<void>
  }
  /** Reserves the coupon for an order. Returns what it takes off the price, or why it cannot be used. */
  takeCoupon(ctx: MachineCtx, code: string, order: AskedOrder): Promise<{ discount: number } | OrderRefusal>
  /** Pays an order by the points of a card. Returns why it cannot; then nothing has changed. */
  payByCard(ctx: MachineCtx, cardno: string, order: AskedOrder): Promise<OrderRefusal | undefined>
  /** What a voucher would give at this machine, or why it gives nothing. */
  voucherGoods(ctx: MachineCtx, code: string): Promise<VoucherGoods | OrderRefusal>
  /** Uses a voucher for an order of its goods. Returns why it cannot; then nothing has changed. */
  takeVoucher(ctx: MachineCtx, code: string, order: AskedOrder): Promise<OrderRefusal | undefined>
  /** Called in the transaction in which unpaid orders end, and for an order that is refused after all. */
  ordersClosed: readonly ((ref: TenantRef & { now: Date }, ordernos: readonly string[]) => Promise<void>)[]
  /**
   * Locks the cards that paid for these orders. Called before bills are locked by a transaction that may give points
   * back, because an order that is paid by a card locks the card first.
   */
  holdCards(ref: TenantRef, ordernos: readonly string[]): Promise<void>
  /** Called in the transaction in which the price of a sale was given back, as a whole or in part. */
  saleRefunded: readonly ((
    ctx: TenantRef & { now: Date },
    refund: { orderno: string; client: PayClient; amount: number; part: boolean },
  ) => Promise<void>)[]
  /** Makes vouchers for goods of an order that did not come out and cannot be refunded alone. */
  giveVouchers(
    ref: TenantRef & { now: Date },
    missing: { orderno: string; goods: readonly { goodsId: string; title: string; quantity: number }[] },
  ): Promise<void>
  /** The codes of those vouchers, as far as they are unused. */
  vouchersGiven(ref: TenantRef, orderno: string): Promise<string[]>
  /** Makes the vouchers of these orders usable again, because their machine reports that it gave nothing. */
  returnVouchers(ref: TenantRef, ordernos: readonly string[]): Promise<void>
  /** The vouchers of each referrer that were made from a moment to another, and those that were used. */
  vouchersOfReferrers(ref: TenantRef, span: TimeSpan): Promise<Map<string, VoucherCounts>>
  /** Called before goods are deleted. The kind selects the text of the refusal. */
  goodsUses: readonly { kind: 'slots' | 'vouchers'; of(ctx: Ctx, goodsId: string): Promise<Uses> }[]
  /** Called after goods got another name or another first picture. */
  goodsLooksChanged: readonly ((ctx: Ctx, goodsIds: readonly string[]) => Promise<void>)[]
  /** Called before a store or a machine gets another payout account. Refuses at the field `merchant_id`. */
  demandPayoutAccount(ctx: Ctx, change: PayoutChange): Promise<void>
  /** Called before sales of a machine go to another account because of its place. */
  demandPayoutMove(ctx: Ctx, move: PayoutMove): Promise<void>
  /**
   * Gives all slots of a machine the same game price or winning rate. `turnedOn` are the settings that begin with this.
   * Returns the values before, for the audit, and the number by which the change is undone.
   */
  setAllSlots(
    ctx: Ctx,
    machine: { device_id: string; sn: string },
    values: { game_price: number | undefined; rate: number | undefined },
    turnedOn: readonly SharedTerm[],
  ): Promise<{ before: Record<string, unknown>; change: string | null }>
}

/** A setting by which all slots of a machine have one game price or one winning rate. */
export type SharedTerm = 'same_gp' | 'same_pb'
