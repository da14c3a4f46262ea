/**
 * What every payment provider must do, told once: the sandbox and each real adapter run this suite, the adapters against a
 * local server that misbehaves. The books of the provider decide what has happened, not its answers.
 */
import { describe, expect, test } from 'vitest'

import type { Notice, PaymentProvider, PaymentRef, RefundRequest, RefundState } from '../payments.ts'
import { NotAsked } from '../provider-http.ts'
import type { Fault, Operation, SignatureFault } from './provider-server.ts'

export type NoticeChange = {
  signature?: SignatureFault | 'tampered'
  amount?: number
  currency?: string
  /** Another merchant of the same provider. */
  merchant?: string
  state?: 'pending' | 'closed'
}
export type Message = { body: Buffer; headers: Record<string, string> }

export type ProviderStand = {
  provider: PaymentProvider
  /** The same provider, which waits for a fifth of a second only. */
  impatient: PaymentProvider
  now(): Date
  /** What a number is that the provider has never heard of. Some hear of an order only when a customer begins to pay. */
  unknown: 'closed' | 'pending'
  /** Whether the provider can be told that an order cannot be paid any more. */
  closes: boolean
  /** Pays as a customer does. Returns whether it is paid then. */
  pay(payment: PaymentRef): Promise<boolean>
  /** What was given back according to the books, one amount for each time. */
  refundsOf(merchantOrder: string): Promise<number[]>
  /** Misbehaves with the next calls. What it returns waits until that is over. */
  misbehave(
    operation: Operation,
    fault: Fault,
    merchantOrder: string,
    times?: number,
  ): Promise<() => Promise<void>>
  behave(): void
  noticeOf(merchantOrder: string, change?: NoticeChange): Promise<Message>
  /** The faults that this provider can have. */
  refundFaults: readonly Fault[]
  queryFaults: readonly Fault[]
  forgeries: readonly NonNullable<NoticeChange['signature']>[]
  /** How many mutated notices are tried. */
  mutations: number
}

/** As long as the tests have where there are few; many verify that many signatures, perhaps beside other work. */
export const mutationsTimeout = (count: number): number => Math.max(300_000, count * 500)

let serial = 0
const nextNumber = (): string => `2026111512000000${String((serial += 1)).padStart(8, '0')}00000042`

const isSilent = (fault: Fault): boolean => fault.startsWith('silence')
const isLost = (fault: Fault): boolean => fault.endsWith('before effect') || isNotAsked(fault)
const isNotAsked = (fault: Fault): boolean => fault === 'redirect' || fault === 'too many requests'

export function describeProvider(name: string, stand: ProviderStand): void {
  const create = async (amount = 350): Promise<PaymentRef> => {
    stand.behave()
    const { provider } = stand
    const payment = { merchantOrder: nextNumber(), amount, currency: provider.currency }
    await provider.createQr(orderOf(payment))
    return payment
  }
  const orderOf = (payment: PaymentRef) => ({
    ...payment,
    subject: 'Cola × 2, 可乐',
    expiresAt: new Date(stand.now().getTime() + 120_000),
  })
  const createPaid = async (amount = 350): Promise<PaymentRef> => {
    const payment = await create(amount)
    expect(await stand.pay(payment)).toBe(true)
    return payment
  }
  const refundOf = (payment: PaymentRef, refund = payment.amount): RefundRequest => ({
    ...payment,
    refundNo: `${payment.merchantOrder}R${(serial += 1)}`,
    refund,
  })

  describe(`${name}, as a provider,`, () => {
    test('opens an order with a code to scan, once for its number', async () => {
      const payment = await create()
      const qr = await stand.provider.createQr(orderOf(payment))
      expect(qr).toMatch(/^[a-z]+:\/\/\S+$/)
      expect(await stand.provider.createQr(orderOf(payment))).toBe(qr)
      expect(await stand.provider.query(payment)).toEqual({ state: 'pending' })
    })

    test('takes its own currency only', async () => {
      const payment = await create()
      const other = stand.provider.currency === 'CNY' ? 'MYR' : 'CNY'
      const order = { ...orderOf(payment), merchantOrder: nextNumber(), currency: other } as const
      await expect(stand.provider.createQr(order)).rejects.toThrow(`takes no ${other}`)
    })

    test('says that an order is paid, what was paid, when, and under which number', async () => {
      const payment = await createPaid()
      const paid = await stand.provider.query(payment)
      expect(paid).toMatchObject({ state: 'paid', amount: 350, txn: expect.stringMatching(/^\S{4,64}$/) })
      expect(paid.state === 'paid' && Math.abs(paid.paidAt.getTime() - stand.now().getTime())).toBeLessThan(
        1_000,
      )
      await stand.pay(payment)
      expect(await stand.provider.query(payment)).toEqual(paid)
      expect(await stand.provider.close(payment)).toEqual(paid)
    })

    test('closes an order', async () => {
      const payment = await create()
      expect(await stand.provider.close(payment)).toEqual({ state: 'closed' })
      expect(await stand.provider.close(payment)).toEqual({ state: 'closed' })
      if (stand.closes) expect(await stand.pay(payment)).toBe(false)
    })

    test('says of an order that it has never heard of that it is not paid', async () => {
      const payment = { ...(await create()), merchantOrder: nextNumber() }
      expect(await stand.provider.query(payment)).toEqual({ state: stand.unknown })
      expect(await stand.provider.close(payment)).toEqual({ state: 'closed' })
    })

    test('gives a payment back, as a whole', async () => {
      const payment = await createPaid()
      const request = refundOf(payment)
      if (stand.provider.refundsOnce)
        expect(await stand.provider.queryRefund(request)).toEqual({ state: 'unknown' })
      expect(await refunded(stand.provider, request)).toEqual({ state: 'success' })
      expect(await stand.provider.queryRefund(request)).toEqual({ state: 'success' })
      expect(await stand.refundsOf(payment.merchantOrder)).toEqual([350])
      expect(await stand.provider.query(payment)).toMatchObject({ state: 'paid', amount: 350 })
    })

    test('gives parts back where it can, each once, and never more than was paid', async () => {
      const payment = await createPaid(500)
      const { provider } = stand
      if (!provider.refundsParts) {
        expect(await provider.refund(refundOf(payment, 200))).toEqual({ state: 'rejected', why: 'wholeOnly' })
        expect(await stand.refundsOf(payment.merchantOrder)).toEqual([])
        return
      }
      const part = refundOf(payment, 200)
      await Promise.all([provider.refund(part), provider.refund(part)])
      expect(await refunded(provider, part)).toEqual({ state: 'success' })
      expect(await stand.refundsOf(payment.merchantOrder)).toEqual([200])
      expect(await provider.refund(refundOf(payment, 301))).toMatchObject({ state: 'rejected' })
      expect(await refunded(provider, refundOf(payment, 300))).toEqual({ state: 'success' })
      expect((await stand.refundsOf(payment.merchantOrder)).toSorted((one, other) => one - other)).toEqual([
        200, 300,
      ])
      expect(await provider.refund(refundOf(payment, 1))).toMatchObject({ state: 'rejected' })
    })

    test('gives nothing back of an order that is unpaid or unknown', async () => {
      const unpaid = await create()
      expect(await stand.provider.refund(refundOf(unpaid))).toMatchObject({ state: 'rejected' })
      const unknown = refundOf({ ...unpaid, merchantOrder: nextNumber() })
      expect(await stand.provider.refund(unknown)).toEqual({ state: 'rejected', why: 'unknownPayment' })
      expect(await stand.refundsOf(unpaid.merchantOrder)).toEqual([])
    })

    test('sends notices that say what was paid', async () => {
      const payment = await createPaid()
      const { notice, taken, refused } = await stand.provider.receive(
        await stand.noticeOf(payment.merchantOrder),
      )
      expect(notice).toMatchObject({
        merchantOrder: payment.merchantOrder,
        payment: { state: 'paid', amount: 350 },
      })
      const known = await stand.provider.query(payment)
      if (typeof notice !== 'string' && notice.payment.state === 'paid' && known.state === 'paid')
        expect(notice.payment.txn).toBe(known.txn)
      expect(taken.status).toBe(200)
      expect(refused.status).toBe(400)
    })
  })

  describe(`${name}, when it misbehaves,`, () => {
    for (const fault of stand.refundFaults)
      test(`says of a refund nothing that is not so: ${fault}`, async () => {
        const payment = await createPaid()
        const other = await createPaid()
        const request = refundOf(payment)
        const whenOver = await stand.misbehave('refund', fault, payment.merchantOrder)
        const asked = (isSilent(fault) ? stand.impatient : stand.provider).refund(request)
        const answer = await asked.catch((error: unknown) => error)
        await whenOver()
        const given = await stand.refundsOf(payment.merchantOrder)
        // What cannot be trusted is no answer, and one that was not asked has certainly done nothing.
        if (!(answer instanceof Error)) expect(answer).toEqual({ state: 'success' })
        expect(given).toEqual(isLost(fault) ? [] : [350])
        expect(answer instanceof NotAsked).toBe(isNotAsked(fault))
        expect(await stand.refundsOf(other.merchantOrder)).toEqual([])
      })

    for (const fault of stand.queryFaults)
      test(`says of an unpaid order never that it is paid: ${fault}`, async () => {
        const payment = await create()
        await stand.misbehave('query', fault, payment.merchantOrder, 2)
        const asked = (isSilent(fault) ? stand.impatient : stand.provider).query(payment)
        expect(await asked.catch(() => ({ state: 'no answer' }))).not.toMatchObject({ state: 'paid' })
        stand.behave()
        expect(await stand.provider.query(payment)).toEqual({ state: 'pending' })
      })

    for (const fault of stand.queryFaults)
      test(`says of a paid order nothing that is not so: ${fault}`, async () => {
        const payment = await createPaid()
        await stand.misbehave('query', fault, payment.merchantOrder, 2)
        const asked = (isSilent(fault) ? stand.impatient : stand.provider).query(payment)
        const outcome = await asked.catch(() => 'no answer')
        // A wrong amount is passed on: who compares it with the order sees that it is wrong.
        if (fault === 'wrong amount') expect(outcome).not.toMatchObject({ amount: 350 })
        else expect(outcome).toBe('no answer')
        stand.behave()
        expect(await stand.provider.query(payment)).toMatchObject({ state: 'paid', amount: 350 })
      })

    test('is asked again at once when a question gets no answer', async () => {
      const payment = await createPaid()
      for (const fault of stand.queryFaults.filter((one) => one === '500 before effect')) {
        await stand.misbehave('query', fault, payment.merchantOrder, 1)
        expect(await stand.provider.query(payment)).toMatchObject({ state: 'paid' })
      }
    })

    for (const signature of stand.forgeries)
      test(`is not believed a notice that is forged: ${signature}`, async () => {
        const payment = await createPaid()
        const message = await stand.noticeOf(payment.merchantOrder, { signature })
        expect((await stand.provider.receive(message)).notice).toBe('forged')
      })

    test('is not believed a notice without headers, without a body, or about another merchant or currency', async () => {
      const { merchantOrder } = await createPaid()
      const { body, headers } = await stand.noticeOf(merchantOrder)
      const heard = async (message: Message) => (await stand.provider.receive(message)).notice
      expect(await heard({ body: Buffer.alloc(0), headers })).toBe('forged')
      if (Object.keys(headers).some((key) => key !== 'content-type'))
        expect(await heard({ body, headers: {} })).toBe('forged')
      for (const change of [{ merchant: '1900009999' }, { currency: 'USD' }])
        expect(typeof (await heard(await stand.noticeOf(merchantOrder, change)))).toBe('string')
    })

    test('is believed no mutated notice', { timeout: mutationsTimeout(stand.mutations) }, async () => {
      const { merchantOrder } = await createPaid()
      const whole = await stand.noticeOf(merchantOrder)
      const { notice: truth } = await stand.provider.receive(whole)
      expect(typeof truth).toBe('object')
      const random = randomFrom(20261117)
      for (let count = stand.mutations; count > 0; count -= 1) {
        const message = mutated(whole, random)
        const { notice } = await stand.provider.receive(message)
        // A change of what is not signed, such as the case of a digest, leaves the truth.
        if (typeof notice !== 'string') expect(meaning(notice)).toEqual(meaning(truth as Notice))
      }
    })
  })
}

/** Leaves out the time, which providers that do not say it take from the clock. */
const meaning = ({ merchantOrder, payment }: Notice) => ({
  merchantOrder,
  ...payment,
  ...('paidAt' in payment ? { paidAt: undefined } : {}),
})

/** Asks for a refund, and then what became of it. */
async function refunded(
  provider: PaymentProvider,
  request: RefundRequest,
): Promise<RefundState | { state: 'unknown' }> {
  const answer = await provider.refund(request)
  return answer.state === 'processing' ? provider.queryRefund(request) : answer
}

/** A small generator, so that a failure can be repeated. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A notice with one or more changed, added, missing or swapped bytes, in its body or in a header. */
export function mutated({ body, headers }: Message, random: (below: number) => number): Message {
  const signed = Object.keys(headers).filter((name) => name !== 'content-type')
  const target = random(3) === 0 && signed.length > 0 ? signed[random(signed.length)] : undefined
  const changed = change(target === undefined ? body : Buffer.from(headers[target] ?? ''), random)
  return target === undefined
    ? { body: changed, headers }
    : { body, headers: { ...headers, [target]: changed.toString('latin1') } }
}

function change(bytes: Buffer, random: (below: number) => number): Buffer {
  let changed = bytes
  do {
    const at = random(Math.max(bytes.length, 1))
    const byte = Buffer.from([32 + random(95)])
    const kinds = [
      () => Buffer.concat([changed.subarray(0, at), byte, changed.subarray(at + 1)]),
      () => Buffer.concat([changed.subarray(0, at), byte, changed.subarray(at)]),
      () => Buffer.concat([changed.subarray(0, at), changed.subarray(at + 1)]),
      () => changed.subarray(0, at),
      () => Buffer.concat([changed.subarray(0, at), changed.subarray(at + 3), changed.subarray(at, at + 3)]),
    ]
    changed = kinds[random(kinds.length)]?.() ?? changed
  } while (changed.equals(bytes))
  return changed
}
