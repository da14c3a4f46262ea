import type { UpMessage } from '@slotwise/machine-protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { makeMerchant } from '../../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../../test/gateway-stand.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { bindByOperator, unbindByOperator } from '../machines/index.ts'

let stand: GatewayStand

beforeAll(async () => {
  stand = await startGatewayStand()
})
afterEach(() => stand.sendHome())
afterAll(() => stand.close())

describe('reports', () => {
  test('of sales and orders are kept once, with the machine’s time where it can be believed', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const sale: UpMessage<'sale'> = {
      saleId: 's1',
      client: 'coin',
      amount: 350,
      items: [{ ch: 1, n: 1, ok: true }],
      result: 'delivered',
      tookMs: 900,
    }
    const now = stand.app.clock.now.getTime()
    for (let i = 0; i < 3; i += 1) await hand.say('sale', sale, { mid: 'sale-1', ts: now - 60_000 })
    await hand.say('sale', { ...sale, saleId: 's2' }, { mid: 'sale-2', ts: now + 3_600_000 })
    await hand.say(
      'order',
      { reqId: 'r', items: [{ ch: 1, n: 1 }], pay: 'wechat', kind: 'buy' },
      { mid: 'o-1', ts: now },
    )
    const rows = await asOwner<{ mid: string; kind: string; late: number }>(
      stand.app,
      `select mid, kind, extract(epoch from received_at - sent_at)::int as late, data ->> 'saleId' as sale
         from machine_inbox where device_id = $1 order by mid`,
      [machine.id],
    )
    expect(rows).toEqual([
      { mid: 'o-1', kind: 'order', late: 0, sale: null },
      { mid: 'sale-1', kind: 'sale', late: 60, sale: 's1' },
      { mid: 'sale-2', kind: 'sale', late: 0, sale: 's2' },
    ])
  })

  test('of sales are his who had the machine when it sold, however late they come', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const hand = await stand.comeOnline(machine)
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const }
    const { app } = stand
    const buyer = await makeMerchant(app)
    const sale: UpMessage<'sale'> = {
      saleId: 's',
      client: 'coin',
      amount: 100,
      items: [],
      result: 'failed',
      tookMs: 1,
    }
    const say = (mid: string, ts: number) => hand.say('sale', { ...sale, saleId: mid }, { mid, ts })
    app.clock.advance(60)
    const his = app.clock.now.getTime()
    app.clock.advance(60)
    await unbindByOperator(app.deps, machine.sn, { ...origin, now: app.clock.now })
    await say('while nobody has it', his)
    app.clock.advance(600)
    const gap = app.clock.now.getTime()
    const nobodys = stand.gateway.refusals.get('bound to nobody') ?? 0
    await say('of nobody', gap)
    expect(stand.gateway.refusals.get('bound to nobody')).toBe(nobodys + 1)
    app.clock.advance(8 * 24 * 3_600)
    const binding = { sn: machine.sn, title: 'Bought' }
    await bindByOperator(app.deps, buyer.tenantId, binding, { ...origin, now: app.clock.now })
    await say('while another has it', his)
    await say('while another has it', his)
    await say('of the other', app.clock.now.getTime() - 1_000)
    await say('of a clock that stands still', 1_000)
    await say('of nobody', gap)
    const kept = await asOwner<{ tenant_id: string; mid: string }>(
      app,
      `select i.tenant_id, i.mid from machine_inbox i join device d using (tenant_id, device_id)
        where d.sn = $1 order by i.mid`,
      [machine.sn],
    )
    expect(kept).toEqual([
      { tenant_id: buyer.tenantId, mid: 'of a clock that stands still' },
      { tenant_id: buyer.tenantId, mid: 'of the other' },
      { tenant_id: stand.owner.tenantId, mid: 'while another has it' },
      { tenant_id: stand.owner.tenantId, mid: 'while nobody has it' },
    ])
  })
})
