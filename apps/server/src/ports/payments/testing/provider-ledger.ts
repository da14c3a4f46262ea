/** The books of a local payment provider: what was ordered, paid and given back. Tests judge by them, not by answers. */
export type BookedRefund = { no: string; amount: number; state: 'processing' | 'success' | 'closed' }

export type BookedPayment = {
  order: string
  amount: number
  currency: string
  state: 'pending' | 'paid' | 'closed'
  txn: string
  paidAt: Date | undefined
  refunds: BookedRefund[]
}

export class ProviderLedger {
  readonly payments = new Map<string, BookedPayment>()

  /** Returns undefined when the number is used for another amount. */
  open(order: string, amount: number, currency: string): BookedPayment | undefined {
    const known = this.payments.get(order)
    if (known) return known.amount === amount && known.currency === currency ? known : undefined
    const txn = `4200${String(this.payments.size + 1).padStart(24, '0')}`
    const payment: BookedPayment = {
      order,
      amount,
      currency,
      state: 'pending',
      txn,
      paidAt: undefined,
      refunds: [],
    }
    this.payments.set(order, payment)
    return payment
  }

  /** Pays as a customer does. Returns whether it is paid then. */
  pay(order: string, at: Date): boolean {
    const payment = this.payments.get(order)
    if (payment?.state === 'pending') Object.assign(payment, { state: 'paid', paidAt: at })
    return payment?.state === 'paid'
  }

  close(order: string): void {
    const payment = this.payments.get(order)
    if (payment?.state === 'pending') payment.state = 'closed'
  }

  left({ amount, refunds }: BookedPayment): number {
    const given = refunds.filter(({ state }) => state !== 'closed')
    return given.reduce((left, refund) => left - refund.amount, amount)
  }

  /** Gives back, every time it is called. */
  refund(payment: BookedPayment, refund: BookedRefund): boolean {
    if (payment.state !== 'paid' || this.left(payment) < refund.amount) return false
    payment.refunds.push(refund)
    return true
  }

  /** What was given back, one amount for each time. */
  refundsOf(order: string): number[] {
    const given = this.payments.get(order)?.refunds ?? []
    return given.filter(({ state }) => state !== 'closed').map(({ amount }) => amount)
  }
}
