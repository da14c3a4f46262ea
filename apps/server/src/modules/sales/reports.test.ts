import type { UpMessage } from '@slotwise/machine-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeMerchant } from '../../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../../test/gateway-stand.ts'
import type { HandMachine } from '../../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { bindByOperator, rotateSecret, unbindByOperator } from '../machines/index.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

const dayMs = 86_400_000
const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const }

const saleOf = (saleId: string, amount = 350): UpMessage<'sale'> => ({
  saleId,
  client: 'coin',
  amount,
  items: [{ ch: 1, n: 1, ok: true }],
  result: 'delivered',
  tookMs: 900,
})

/** Bills of a machine at all of its merchants. */
const billsOf = ({ sn }: BoundMachine) =>
  asOwner<{ tenant: string; ref: string; amount: number; ts: string; at: Date; doubtful: boolean }>(
    stand.app,
    `select tenant_id as tenant, sale_id as ref, total_price as amount, sent_ts as ts, create_at as at,
            'clock' = any(oddities) as doubtful
       from bill where sn = $1 order by 2, 1`,
    [sn],
  )

const refused = () => stand.gateway.refusals.get('reused name') ?? 0

/** Gives the machine to another merchant, with a new secret, and connects it again. */
async function changeHands({ sn }: BoundMachine, to: { tenantId: string }): Promise<HandMachine> {
  const { app } = stand
  await unbindByOperator(app.deps, sn, { ...origin, now: app.clock.now })
  app.clock.advance(1)
  const secret = await rotateSecret(app.deps, sn)
  await bindByOperator(app.deps, to.tenantId, { sn, title: 'Bought' }, { ...origin, now: app.clock.now })
  return stand.come({ sn, secret })
}

describe('reports', () => {
  test('of sales are booked once, with the machine’s time where it can be believed', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    stand.app.clock.advance(60)
    const now = stand.app.clock.now.getTime()
    for (let i = 0; i < 3; i += 1) await hand.say('sale', saleOf('s1'), { mid: 'sale-1', ts: now - 60_000 })
    await hand.say('sale', saleOf('s2'), { mid: 'sale-2', ts: now + 60_000 })
    expect(await billsOf(machine)).toMatchObject([
      { ref: 's1', ts: String(now - 60_000), at: new Date(now - 60_000), doubtful: false },
      { ref: 's2', ts: String(now + 60_000), at: new Date(now), doubtful: false },
    ])
  })

  test('of sales keep their date, however old it is, and say when the clock is doubtful', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const bound = stand.app.clock.now.getTime()
    stand.app.clock.advance((100 * dayMs) / 1000)
    const now = stand.app.clock.now.getTime()
    const hand = await stand.comeOnline(machine)
    const dates: [saleId: string, ts: number, at: number, doubtful: boolean][] = [
      ['1, in 1970', 1_000, now, true],
      ['2, before the machine was bound', bound - 120_001, now, true],
      ['3, just before that, by a clock that differs a little', bound - 120_000, bound - 120_000, true],
      ['4, when it was bound', bound, bound, true],
      ['5, more than 30 days ago', now - 30 * dayMs - 1, now - 30 * dayMs - 1, true],
      ['6, 30 days ago', now - 30 * dayMs, now - 30 * dayMs, false],
      ['7, 8 days ago', now - 8 * dayMs, now - 8 * dayMs, false],
      ['8, a little ahead', now + 120_000, now, false],
      ['9, in the future', now + 120_001, now, true],
    ]
    for (const [saleId, ts] of dates) await hand.say('sale', saleOf(saleId), { ts })
    expect((await billsOf(machine)).map((row) => [row.ref, Number(row.ts), row.at, row.doubtful])).toEqual(
      dates.map(([saleId, ts, at, doubtful]) => [saleId, ts, new Date(at), doubtful]),
    )
  })

  test('of a machine that counts from the beginning with its new secret are all kept', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    await hand.say('sale', saleOf('a'), { mid: '1-2' })
    await hand.leave()
    const secret = await rotateSecret(stand.app.deps, machine.sn)
    const again = await stand.comeOnline({ ...machine, secret })
    await again.say('sale', saleOf('b'), { mid: '1-2' })
    expect((await billsOf(machine)).map(({ ref }) => ref)).toEqual(['a', 'b'])
  })

  test('of another sale under a used message name are acknowledged and counted as refused, but not booked', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const ts = stand.app.clock.now.getTime()
    const before = refused()
    await hand.say('sale', saleOf('s'), { mid: '1-2', ts })
    // The same sale out of an outbox that keeps no `mid`.
    await hand.say('sale', saleOf('s'), { mid: '2-1', ts })
    expect(refused()).toBe(before)
    await hand.say('sale', saleOf('s', 500), { mid: '2-2', ts })
    await hand.say('sale', saleOf('s'), { mid: '2-3', ts: ts - 1 })
    expect(refused()).toBe(before + 2)
    expect((await billsOf(machine)).map(({ amount }) => amount)).toEqual([350])
    // Another machine of the merchant has names of its own.
    const sibling = await makeBoundMachine(stand.app, stand.owner)
    await (await stand.comeOnline(sibling)).say('sale', saleOf('s', 500), { ts })
    expect(await billsOf(sibling)).toMatchObject([{ ref: 's', amount: 500 }])
    expect(refused()).toBe(before + 2)
  })

  test('of sales belong to the merchant who had the machine at the time of the sale, however late they arrive', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    let hand = await stand.comeOnline(machine)
    const { app } = stand
    const buyer = await makeMerchant(app)
    const say = (saleId: string, ts: number) => hand.say('sale', saleOf(saleId), { ts })
    app.clock.advance(60)
    const his = app.clock.now.getTime()
    app.clock.advance(60)
    await unbindByOperator(app.deps, machine.sn, { ...origin, now: app.clock.now })
    await say('while nobody has it', his)
    app.clock.advance(600)
    const gap = app.clock.now.getTime()
    const nobodys = stand.gateway.refusals.get('bound to no merchant') ?? 0
    await say('of nobody', gap)
    expect(stand.gateway.refusals.get('bound to no merchant')).toBe(nobodys + 1)
    app.clock.advance(60 * 24 * 3_600)
    const binding = { sn: machine.sn, title: 'Bought' }
    const secret = await rotateSecret(app.deps, machine.sn)
    await bindByOperator(app.deps, buyer.tenantId, binding, { ...origin, now: app.clock.now })
    hand = await stand.come({ sn: machine.sn, secret })
    await say('while another has it', his)
    await say('while another has it', his)
    await say('of the other', app.clock.now.getTime() - 1_000)
    await say('of a clock that stands still', 1_000)
    await say('between them', gap)
    const arrived = app.clock.now
    app.clock.advance(60)
    await say('between them', gap)
    const [before, after] = [stand.owner.tenantId, buyer.tenantId]
    expect(await billsOf(machine)).toMatchObject([
      { tenant: after, ref: 'between them', at: arrived, doubtful: true },
      { tenant: after, ref: 'of a clock that stands still', doubtful: true },
      { tenant: after, ref: 'of the other', doubtful: false },
      { tenant: before, ref: 'while another has it', at: new Date(his), doubtful: true },
      { tenant: before, ref: 'while nobody has it', at: new Date(his), doubtful: false },
    ])
  })

  test('of sales without a date that are sent again to the next merchant stay with the first', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    let hand = await stand.comeOnline(machine)
    const buyer = await makeMerchant(stand.app)
    await hand.say('sale', saleOf('s'), { ts: 1_000 })
    stand.app.clock.advance(600)
    hand = await changeHands(machine, buyer)
    await hand.say('sale', saleOf('s'), { ts: 1_000 })
    expect(await billsOf(machine)).toMatchObject([{ tenant: stand.owner.tenantId, ref: 's' }])
    // The same name with other contents is a sale at the next merchant.
    await hand.say('sale', saleOf('s', 500), { ts: 1_000 })
    expect((await billsOf(machine)).map(({ tenant, amount }) => [tenant, amount]).toSorted()).toEqual(
      [
        [stand.owner.tenantId, 350],
        [buyer.tenantId, 500],
      ].toSorted(),
    )
  })

  test.each([
    ['in the future', 900],
    ['a little ahead', 60],
  ])(
    'of sales of a clock that is %s stay with the first merchant when they come again',
    async (_what, ahead) => {
      const machine = await makeBoundMachine(stand.app, stand.owner)
      const buyer = await makeMerchant(stand.app)
      let hand = await stand.comeOnline(machine)
      const ts = stand.app.clock.now.getTime() + ahead * 1_000
      await hand.say('sale', saleOf('s'), { ts })
      hand = await changeHands(machine, buyer)
      // By now, the time of the sale is past, and the next merchant had the machine then.
      stand.app.clock.advance(1_800)
      await hand.say('sale', saleOf('s'), { ts })
      await hand.say('sale', saleOf('later'), { ts: ts + 1 })
      expect(await billsOf(machine)).toMatchObject([
        { tenant: buyer.tenantId, ref: 'later' },
        { tenant: stand.owner.tenantId, ref: 's' },
      ])
    },
  )
})
