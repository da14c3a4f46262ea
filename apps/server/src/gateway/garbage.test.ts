import { createFleet, mqttLine, realTime, scenarios, seeded } from '@slotwise/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeFleet } from '../../seeds/fleet.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { storm } from '../../test/depth.ts'
import { makeGoods, makeMerchant } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { type Gateway, startGateway } from './gateway.ts'

let app: TestApp
let gateway: Gateway

beforeAll(async () => {
  app = await startApp()
  app.deps.now = () => new Date()
  gateway = await startGateway(app.deps)
})
afterAll(async () => {
  await gateway.close()
  await app.close()
})

/** How much faster than in its minute the machine sends the same rubbish. */
const haste = storm({ usual: 4, deep: 1 })

test('a machine that sends garbage for a minute harms no other machine', { timeout: 300_000 }, async () => {
  const merchant = await makeMerchant(app)
  const { tenantId } = merchant
  await makeGoods(app, merchant)
  const credentials = await makeFleet(app.deps, tenantId, 10)
  const sold: string[] = []
  const fleet = createFleet({
    credentials,
    open: mqttLine({
      url: `mqtt://127.0.0.1:${gateway.port}`,
      random: seeded(7),
      // Reconnects after a twentieth of the usual pauses; otherwise its minute of rubbish would take several.
      schedule: (ms, work) => realTime(ms / 20, work),
      now: Date.now,
    }),
    schedule: (ms, work) => realTime(ms / haste, work),
    now: Date.now,
    speed: 20,
    salesPerSecond: 20,
    scenario: scenarios.garbage,
    notice: (sn, notice) => notice.what === 'sale' && sold.push(`${sn} ${notice.saleId}`),
  })
  const online = async () =>
    (
      await asOwner<{ count: number }>(
        app,
        'select count(*)::int as count from device_state where online and tenant_id = $1',
        [tenantId],
      )
    )[0]?.count
  fleet.start()
  const refused = () => [...gateway.refusals.values()].reduce((sum, count) => sum + count, 0)
  // Of six hundred; those that the machine sends before it is connected again, after each of six that end the
  // connection, are lost: the more, the busier the computer.
  await expect.poll(refused, { timeout: 180_000, interval: 500 }).toBeGreaterThan(300)
  for (const reason of ['not JSON', 'wrong data', 'not its name', 'foreign topic', 'too large'] as const)
    expect(gateway.refusals.get(reason), reason).toBeGreaterThan(0)
  // The machine that sent rubbish is online too.
  await expect.poll(online, { timeout: 60_000 }).toBe(10)
  const storedRows = async () =>
    (
      await asOwner<{ sale: string }>(
        app,
        `select d.sn || ' ' || i.ref as sale
           from machine_inbox i join device d using (tenant_id, device_id)
          where i.tenant_id = $1`,
        [tenantId],
      )
    ).map(({ sale }) => sale)
  const until = sold.slice()
  expect(until.length).toBeGreaterThan(5)
  await expect.poll(storedRows, { timeout: 60_000 }).toEqual(expect.arrayContaining(until))
  await fleet.stop()
  const all = await storedRows()
  expect(all).toHaveLength(new Set(all).size)
})
