/**
 * The entrances of messages that prove themselves by a signature. The owner of the key may still send nonsense: a rightly
 * signed message that is malformed is refused, and changes nothing.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { givePhotoRows, makeCard, putCard } from '../../test/bank-cards.ts'
import { storm } from '../../test/depth.ts'
import { makeMerchant } from '../../test/factories.ts'
import type { BoundMachine } from '../../test/machines.ts'
import { makeOrder, makeSelling, orderOf } from '../../test/order-stand.ts'
import { asOwner } from '../../test/owner.ts'
import { noticeKey, signNotice } from '../ports/payments/notice-signature.ts'
import { signReview } from '../modules/bankcards/review-callback.ts'

const secret = 's'.repeat(32)
const app = await testApp({ reviewSecret: secret })
let machine: BoundMachine
let right: Record<'payment' | 'review', object>

beforeAll(async () => {
  const owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  const { merchant_order: merchantOrder, amount } = await makeOrder(app, machine)
  const payment = { state: 'paid', amount, txn: 'T1', paidAt: app.clock.now.toISOString(), payer: 'é' }
  const { merchant_id: card } = await makeCard(app, owner)
  await givePhotoRows(app, owner, card)
  await putCard(app, owner, card, { state: 'reviewing' })
  right = {
    payment: { merchantOrder, payment },
    review: {
      merchant: owner.tenantId,
      card,
      sent_at: app.clock.now.toISOString(),
      state: 'not_approved',
      reason: 'é',
    },
  }
})

type Entrance = {
  url: string
  sign(body: Buffer): Record<string, string>
  /** What the message must have; a dot leads into an object. */
  fields: readonly string[]
  text: string
  /** What the right message changes. */
  state(): Promise<unknown>
}
const cardState = async () => (await asOwner(app, 'select state, reason from bank_card'))[0]
const entrances: Record<'payment' | 'review', Entrance> = {
  payment: {
    url: '/notify/wechat',
    sign: (body) => signNotice(noticeKey(app.deps.config.pepper, 'wechat'), app.clock.now, body),
    fields: ['merchantOrder', 'payment', 'payment.state', 'payment.amount', 'payment.txn', 'payment.paidAt'],
    text: 'payment.payer',
    state: async () => (await orderOf(app, machine)).state,
  },
  review: {
    url: '/callback/card-review',
    sign: (body) => signReview(secret, app.clock.now, body),
    fields: ['merchant', 'card', 'sent_at', 'state', 'reason'],
    text: 'reason',
    state: cardState,
  },
}

/** The message with another value in one field, or without the field where the value is undefined. */
function withField(message: object, field: string, value: unknown): object {
  const [first = '', rest] = field.split('.')
  const inner = (message as Record<string, object>)[first] ?? {}
  return { ...message, [first]: rest === undefined ? value : withField(inner, rest, value) }
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Values that no field of a message takes. */
const nonsense = [
  undefined,
  null,
  true,
  1.5,
  -1,
  1e308,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(30_000),
  [],
  [[]],
  {},
]

const nameOf = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 9)

function malformed({ fields, text }: Entrance, message: object): [string, Buffer][] {
  const whole = JSON.stringify(message)
  return [
    ['nothing', Buffer.alloc(0)],
    ['half of it', Buffer.from(whole.slice(0, -1))],
    ['it twice', Buffer.from(whole + whole)],
    ['lists in lists', Buffer.from('['.repeat(30_000))],
    ['UTF-16', Buffer.from(whole, 'utf16le')],
    ['Latin-1', Buffer.from(whole, 'latin1')],
    ['a mark of the order of bytes', Buffer.from(`\ufeff${whole}`)],
    ...nonsense.map((value): [string, Buffer] => [`only ${nameOf(value)}`, json(value ?? null)]),
    ...fields.flatMap((field) =>
      nonsense.map((value): [string, Buffer] => [
        `${field}: ${nameOf(value)}`,
        json(withField(message, field, value)),
      ]),
    ),
    ['a text with a zero', json(withField(message, text, 'a\u0000b'))],
    ['half a character', json(withField(message, text, 'a\ud800b'))],
    ['more than is read', json(withField(message, text, 'x'.repeat(70_000)))],
  ]
}

async function post({ url, sign }: Entrance, payload: Buffer): Promise<number> {
  const { statusCode } = await app.app.inject({ method: 'POST', url, headers: sign(payload), payload })
  return statusCode
}

describe.each(['payment', 'review'] as const)('a rightly signed notice of a %s', (name) => {
  const entrance = entrances[name]
  const isRefusal = (status: number): boolean => status >= 400 && status < 500

  test('is refused without an effect where it is malformed', async () => {
    const before = await entrance.state()
    for (const [what, body] of malformed(entrance, right[name]))
      expect([what, isRefusal(await post(entrance, body))]).toEqual([what, true])
    expect(await entrance.state()).toEqual(before)
  })

  test('is refused whatever its bytes are', async () => {
    const before = await entrance.state()
    const spoiled = fc
      .tuple(fc.constantFrom(...entrance.fields), fc.jsonValue())
      .filter(([, value]) => typeof value !== 'string')
      .map(([field, value]) => json(withField(right[name], field, value)))
    const cut = fc.nat().map((at) => {
      const whole = json(right[name])
      return whole.subarray(0, at % whole.length)
    })
    const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some))
    const text = fc.json().map((some) => Buffer.from(some))
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled, cut, bytes, text), async (body) => {
        expect(isRefusal(await post(entrance, body))).toBe(true)
      }),
      { numRuns: storm({ usual: 150, deep: 5_000 }) },
    )
    expect(await entrance.state()).toEqual(before)
  })

  test('is taken where it is right', async () => {
    const before = await entrance.state()
    expect(await post(entrance, json(right[name]))).toBe(200)
    expect(await entrance.state()).not.toEqual(before)
  })
})
