/** Messages with a random slip in one field: each is taken, kept as a case, or refused with an answer. None is gone. */
import { type DownMessage, understand, upMessages, type UpName, upNames } from '@slotwise/machine-protocol'
import { pick, type Random, seeded, wholeBetween } from '@slotwise/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { storm } from '../../test/depth.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { sellIn } from '../../test/order-stand.ts'
import { asOwner } from '../../test/owner.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterAll(async () => {
  await stand.sendHome()
  await stand.close()
})

type Fields = Record<string, unknown>
type Sent = { name: UpName; text: string; answers: DownMessage<'error'>[] }

/** A message of each kind that is as the protocol says. `n` makes its names its own. */
const valid: Record<UpName, (n: number) => Fields> = {
  status: () => ({ state: 'online', boot: 1, reason: 'restart' }),
  heartbeat: () => ({ rssi: -60, net: '4g', app: '2', android: '11', uptime: 7, temp: 4.5, off: false }),
  slots: (n) => ({ rev: n, full: true, slots: [{ ch: 1, qty: 5, max: 10, state: 'fault', fault: 'MOTOR' }] }),
  sale: (n) => ({
    saleId: `s${n}`,
    client: 'coin',
    amount: 350,
    items: [
      { ch: 1, n: 1, ok: true },
      { ch: 1, n: 1, ok: false, fault: 'MOTOR' },
    ],
    result: 'part',
    tookMs: 900,
  }),
  order: (n) => ({ reqId: `r${n}`, items: [{ ch: 1, n: 1 }], pay: 'gkash', kind: 'buy', coupon: 'x' }),
  config: () => ({ rev: 1 }),
  fault: () => ({ code: 'MOTOR', ch: 1, raw: 'E1', active: true }),
  ack: (n) => ({ id: `${n}`, accepted: false, why: 'busy' }),
  progress: (n) => ({ id: `${n}`, items: [{ ch: 1, n: 1, ok: true }] }),
  result: (n) => ({ id: `${n}`, ok: false, items: [{ ch: 1, n: 1, ok: false, fault: 'LOCK' }], why: 'x' }),
}

const odd = [
  null,
  undefined,
  '',
  ' ',
  'x',
  'JAM',
  'cash',
  'remote',
  'ok',
  '1',
  '\0',
  '\ud800',
  'x'.repeat(65),
  'x'.repeat(300),
  0,
  1,
  -1,
  1.5,
  101,
  40_000,
  3_600_001,
  2 ** 53 - 1,
  1e300,
  true,
  [],
  [null],
  {},
  { a: 1 },
]

/** All places of a message that a slip can be in. */
function placesIn(value: unknown): { holder: Fields; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [{ holder: value as Fields, key }, ...placesIn(one)])
}

/** A message with one slip: in a field, or in the text. */
function slipped(random: Random, name: UpName, { sn }: BoundMachine, n: number): string {
  const ts = stand.app.clock.now.getTime()
  const message: Fields = { v: 1, sn, mid: `m${n}`, seq: n, ts, type: name, data: valid[name](n) }
  const place = pick(random, placesIn(message))
  if (place) place.holder[place.key] = pick(random, odd)
  const text = JSON.stringify(message)
  return random() < 0.03 ? text.slice(0, wholeBetween(random, [0, text.length])) : text
}

async function say(hand: HandMachine, name: UpName, text: string): Promise<Sent> {
  const before = hand.heard.length
  await hand.sayAnything(name, text)
  // The answer is sent before the acknowledgement.
  const answers = hand.heard
    .slice(before)
    .flatMap((one) => (one.name === 'error' ? [one.message.data as DownMessage<'error'>] : []))
  return { name, text, answers }
}

/** Whether what the machine was told of its message is so. */
async function isTrue({ id, sn }: BoundMachine, { name, text, answers }: Sent): Promise<boolean> {
  const [answer, ...more] = answers
  if (more.length > 0) return false
  if (!answer && name !== 'sale') {
    const read = understand(text, { sn, name })
    return read.ok && read.slips.length === 0
  }
  if (answer && answer.type !== name) return false
  if (name !== 'sale' || answer?.outcome === 'refused') return true
  if (answer?.outcome === 'kept') {
    const rows = await asOwner(
      stand.app,
      `select from exception_case where device_id = $1 and payload = convert_to($2, 'UTF8')`,
      [id, text],
    )
    return rows.length === 1
  }
  const read = understand(text, { sn, name })
  if (!read.ok) return false
  const { saleId } = upMessages.sale.parse(read.message.data)
  const booked = await asOwner(
    stand.app,
    `select from machine_inbox i join bill b using (tenant_id, orderno) where i.device_id = $1 and i.ref = $2`,
    [id, saleId],
  )
  return booked.length === 1
}

const count = storm({ usual: 300, deep: 5_000 })
/** A machine has room for some hundred messages that wait. */
const ofOne = 300

test(
  'each message with a slip is taken, kept or refused with an answer; none is gone',
  { timeout: 900_000 },
  async () => {
    const random = seeded(37)
    const gone: Sent[] = []
    const outcomes = new Map<string, number>()
    for (let first = 0; first < count; first += ofOne) {
      const machine = await makeBoundMachine(stand.app, stand.owner)
      await sellIn(stand.app, machine, stand.owner)
      const hand = await stand.comeOnline(machine)
      for (let n = first + 1; n <= Math.min(count, first + ofOne); n += 1) {
        stand.app.clock.advance(0.001)
        const name = random() < 0.5 ? 'sale' : (pick(random, upNames) ?? 'sale')
        const sent = await say(hand, name, slipped(random, name, machine, n))
        const told = `${name} ${sent.answers[0]?.outcome ?? 'as it should be'}`
        outcomes.set(told, (outcomes.get(told) ?? 0) + 1)
        if (!(await isTrue(machine, sent))) gone.push(sent)
      }
      await hand.leave()
    }
    expect(gone).toEqual([])
    for (const told of ['sale taken', 'sale kept', 'order refused', 'fault taken', 'sale as it should be'])
      expect(outcomes.get(told), told).toBeGreaterThan(0)
  },
)
