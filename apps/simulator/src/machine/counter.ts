/**
 * Serves customers. The machine handles coins, notes and Easy cards by itself: it gives out the goods and reports the
 * sale. For an online payment it asks the server for an order and shows the customer a code to scan; a member's card and
 * a voucher are paid by the server at once:
 *
 *   asked -> waiting (a code is shown) -> paid -> served
 *     └─────────────────────────────────────^
 *
 * When the order is refused, closed, not answered within a minute or not paid in time, or the customer goes back, the
 * customer leaves, and the machine says that it has given the order up. If the payment arrives later, the machine gives
 * nothing and reports a failed sale, so that the customer is refunded. A paid order is served once, however often the
 * server repeats it.
 */
import {
  type DownMessage,
  lastWordSeconds,
  type OrderRequest,
  orderSeconds,
  type SlotResult,
  type UpMessage,
} from '@slotwise/machine-protocol'

import { between, chance } from '../random.ts'
import { offerOf, type Difficulty, type Offer } from './known-settings.ts'
import { isFree, isStill, release, settle, when, type Life } from './life.ts'
import type { Asked, Piece, Serving, Slot } from './memory.ts'
import { everythingCame, runErrand } from './motors.ts'
import type { Shelves } from './shelves.ts'
import { forget, outboxSize } from './voice.ts'

const second = 1_000
const answerPatienceMs = 60 * second
const paymentPatienceMs = orderSeconds * second
/** The server may say at the end of an order that it was paid at the last moment. */
const lastWordMs = lastWordSeconds * second

/** After an unanswered order the screen offers no online payment for this long. */
const withoutOrdersMs = 600 * second
const gameMs = [10 * second, 30 * second] as const

/** Winning rate in percent of slots without a setting. */
const usualRate = 20

/** How many orders are remembered: their items, and that they were paid. */
const rememberedOrders = 50
const rememberedPayments = 500

export type OnlinePay = OrderRequest['pay']
export type Purchase = { items: Piece[] } & (
  | { pay: 'coin' | 'bill' | 'ezcard' }
  | { pay: OnlinePay; card?: string; coupon?: string; voucher?: string }
)

type Ordered = Extract<Purchase, { pay: OnlinePay }>

const isOnline = (purchase: Purchase): purchase is Ordered =>
  purchase.pay !== 'coin' && purchase.pay !== 'bill' && purchase.pay !== 'ezcard'

export type Counter = {
  /** The slots that a customer can buy from now. */
  wares(): Slot[]
  takesOrders(): boolean
  /** Whether the machine served the customer, or began to. */
  buy(purchase: Purchase): boolean
  /** The customer goes back before the payment. Returns false where no order waits for one. */
  cancel(): boolean
  receive(order: DownMessage<'order'>): void
  /** After a start: closes the sale that a power cut interrupted. */
  closeInterrupted(): void
}

type OpenOrder = Asked & { mid: string; waiting: boolean; stopWaiting(): void }
type Answer = DownMessage<'order'>

/** Winning rate at a difficulty, relative to the normal one. */
const ease: Record<Difficulty, number> = {
  test: 100,
  easy: 2,
  entry: 1.5,
  normal: 1,
  hard: 0.5,
  extreme: 0,
}

export function makeCounter(life: Life, shelves: Shelves): Counter {
  const { memory, kind, clock, random, say, notice } = life
  let order: OpenOrder | undefined
  let ordersFrom = 0
  let customers = 0

  const sells = (): boolean =>
    memory.config.rev > 0 &&
    memory.power.machine &&
    memory.power.android &&
    life.screen &&
    !life.initializing &&
    isFree(life) &&
    // With a full outbox the machine sells nothing, because the sale might never be reported.
    memory.outbox.length < outboxSize

  const holds = (slot: Slot, n: number): boolean => kind.moves === 'pulses' || slot.qty >= n
  const offerAt = (ch: number): Offer | undefined => {
    const slot = shelves.find(ch)
    return slot && offerOf(memory.config.settings, slot)
  }
  const wares = (): Slot[] =>
    sells() ? memory.slots.filter((slot) => !slot.fault && holds(slot, 1) && offerAt(slot.ch)) : []
  const has = ({ ch, n }: Piece): boolean => wares().some((slot) => slot.ch === ch && holds(slot, n))

  function priceOf(items: readonly Piece[]): number {
    return items.reduce((sum, { ch, n }) => {
      const { price = 0, gamePrice = price } = offerAt(ch) ?? {}
      return sum + (kind.game ? gamePrice : price) * n
    }, 0)
  }

  const takesOrders = (): boolean => clock.best() >= ordersFrom

  const number = (): string => {
    customers += 1
    return `${memory.boot}-s${customers}`
  }

  function serve(serving: Serving, difficulty?: Difficulty): void {
    memory.serving = serving
    const begin = (): void => {
      life.motors.holder = serving.saleId
      serving.began = clock.best()
      if (kind.game && serving.client !== 'gift') play(serving, difficulty)
      else handOut(serving, false)
    }
    when(life, () => isStill(life), begin)
  }

  function play(serving: Serving, asked?: Difficulty): void {
    const { rate = usualRate } = offerAt(serving.items[0]?.ch ?? 0) ?? {}
    const difficulty = asked ?? memory.config.settings.game_mode ?? 'normal'
    life.working(between(random, gameMs), () => {
      if (chance(random, (rate / 100) * ease[difficulty])) return handOut(serving, true)
      close(serving, [], 'lost')
      release(life, serving.saleId)
    })
  }

  function handOut(serving: Serving, won: boolean): void {
    runErrand(life, shelves, {
      id: serving.saleId,
      items: serving.items,
      test: false,
      progress: (results) => {
        serving.out = results
      },
      done(results) {
        close(serving, results, won && everythingCame(results) ? 'won' : outcomeOf(results))
        shelves.reportChanges()
        release(life, serving.saleId)
      },
    })
  }

  function close(serving: Serving, results: SlotResult[], result: UpMessage<'sale'>['result']): void {
    if (memory.serving === serving) delete memory.serving
    const { saleId, orderNo, client, amount, began } = serving
    say('sale', {
      saleId,
      ...(orderNo === undefined ? {} : { orderNo }),
      client,
      amount,
      items: results.map(({ n = 1, ...item }) => ({ ...item, n })),
      result,
      tookMs: Math.min(Math.max(0, clock.best() - began), 3_600_000),
    })
    notice({ what: 'sale', saleId, result })
  }

  function ask(purchase: Ordered): void {
    const { items, pay } = purchase
    const reqId = number()
    // What a voucher is for is given without a game.
    const what = kind.game && pay !== 'gift' ? 'game' : 'buy'
    const mid = say('order', { reqId, ...purchase, kind: what })
    notice({ what: 'order', reqId, state: 'asked' })
    memory.asked = [...memory.asked, { reqId, items, pay }].slice(-rememberedOrders)
    order = { reqId, items, pay, mid, waiting: false, stopWaiting: waitFor(answerPatienceMs, true) }
    life.ordering = true
  }

  /** Ends the order after this long; returns a function that cancels the timer. */
  function waitFor(ms: number, unanswered: boolean): () => void {
    return life.schedule(ms, () => {
      if (!order) return
      if (unanswered) ordersFrom = clock.best() + withoutOrdersMs
      giveUp(order)
    })
  }

  /** From now on the machine gives nothing for the order, and says so. */
  function giveUp(open: OpenOrder): void {
    const { reqId } = open
    notice({ what: 'order', reqId, state: 'given up' })
    endOrder(open)
    say('order', { reqId, cancel: true })
    settle(life)
  }

  function endOrder({ mid, stopWaiting }: OpenOrder): void {
    stopWaiting()
    forget(memory, mid)
    order = undefined
    life.ordering = false
  }

  function show(open: OpenOrder, { qr, until }: Answer): void {
    if (open.waiting) return
    if (qr !== undefined) notice({ what: 'code', reqId: open.reqId, code: qr })
    open.waiting = true
    open.stopWaiting()
    const patience = until === undefined ? paymentPatienceMs : until + lastWordMs - clock.best()
    open.stopWaiting = waitFor(Math.max(0, patience), false)
  }

  function paid(answer: Answer, open: OpenOrder | undefined): void {
    const { reqId, orderNo, amount, difficulty } = answer
    if (memory.paid.includes(orderNo)) return
    memory.paid = [...memory.paid, orderNo].slice(-rememberedPayments)
    const known = memory.asked.find((one) => one.reqId === reqId)
    // The order is no longer remembered: the items are unknown, and the server knows the payment by the order number.
    const { pay = 'wechat' } = known ?? {}
    const items = answer.items ?? known?.items ?? []
    const saleId = open ? reqId : number()
    const serving: Serving = { saleId, orderNo, client: pay, amount, items, out: [], began: clock.best() }
    if (open && memory.power.machine) return serve(serving, difficulty)
    const nothing = items.map(({ ch, n }) => ({ ch, n, ok: false }))
    close(serving, nothing, 'failed')
  }

  return {
    wares,
    takesOrders,
    buy(purchase) {
      const { items, pay } = purchase
      if (!sells() || !items.every(has)) return false
      if (!isOnline(purchase))
        serve({ saleId: number(), client: pay, amount: priceOf(items), items, out: [], began: 0 })
      else if (takesOrders()) ask(purchase)
      else return false
      return true
    },
    cancel() {
      if (order) giveUp(order)
      else return false
      return true
    },
    receive(answer) {
      const open = order?.reqId === answer.reqId ? order : undefined
      if (answer.state === 'waiting') return open && show(open, answer)
      if (open) endOrder(open)
      if (answer.state === 'paid') paid(answer, open)
      settle(life)
    },
    closeInterrupted() {
      // The customer of an unpaid order has left; that an order was given up holds.
      memory.outbox = memory.outbox.filter(
        ({ name, envelope }) => name !== 'order' || 'cancel' in (envelope.data as object),
      )
      const { serving } = memory
      if (!serving) return
      const results = serving.items.flatMap((item) => afterAll(item, serving.out))
      serving.began = clock.best()
      close(serving, results, outcomeOf(results))
    },
  }
}

function outcomeOf(results: readonly SlotResult[]): 'delivered' | 'part' | 'failed' {
  if (everythingCame(results)) return 'delivered'
  return results.some(({ ok }) => ok) ? 'part' : 'failed'
}

/** The result of a slot's pieces after a power cut: those that came out, and the rest as failed. */
function afterAll({ ch, n }: Piece, out: readonly SlotResult[]): SlotResult[] {
  const known = out.filter((result) => result.ch === ch)
  const rest = n - known.reduce((sum, result) => sum + (result.n ?? 1), 0)
  return rest > 0 ? [...known, { ch, n: rest, ok: false }] : known
}
