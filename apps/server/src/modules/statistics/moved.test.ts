/** A machine that was moved between stores, for a user who sees one of them. */
import { overviewCalls, reportCalls, statisticsCalls } from '@slotwise/contract'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { readExport } from '../../../test/exports.ts'
import {
  fillSlot,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
const days = { from: '2026-11-01', to: '2026-11-17' }
const dayMs = 86_400_000
const hours = 28 * 24

let owner: Merchant
let seen: string
let hidden: string
/** Sees one of two stores. */
let clerk: Merchant
/** Sees the machine wherever it stands, and no store. */
let follower: Merchant
let machine: BoundMachine

beforeAll(async () => {
  app.clock.now = new Date('2026-11-17T04:30:00.000Z')
  owner = await makeMerchant(app)
  seen = (await makeStore(app, owner, { store_name: 'Seen' }))._id
  hidden = (await makeStore(app, owner, { store_name: 'Hidden' }))._id
  machine = await makeBoundMachine(app, owner, { title: 'Wanderer', store: seen })
  const { goods_id: goods } = await makeGoods(app, owner)
  await fillSlot(app, owner, { device: machine.id, channel: 1, goods })
  await asOwner(app, 'update channel set max = 5, quantity = 0 where device_id = $1', [machine.id])
  const permissions = ['home', 'statistics.device', 'statistics.report'] as const
  clerk = await makeStaff(app, owner, { permissions, stores: [seen] })
  follower = await makeStaff(app, owner, { permissions, devices: [machine.id] })
  const at = (store: string, cents: number) =>
    billOf(
      { ...machine, store },
      { create_at: new Date(app.clock.now.getTime() - dayMs), total_price: cents },
    )
  await makeBills(app, owner, [at(seen, hours * 3), at(hidden, hours * 40)])
})

const moveTo = async (store: string) => {
  await asOwner(app, 'update device set store_id = $1, bound_at = $2 where device_id = $3', [
    store,
    new Date(app.clock.now.getTime() - 400 * dayMs),
    machine.id,
  ])
}

describe('a machine that was moved away', () => {
  const placesOf = async (as: Merchant) => {
    const { device } = statisticsCalls
    const { data } = (await app.call(device, { condition: days }, { as })).body.result
    const ranks = (await app.call(overviewCalls.detail, { kind: 'deviceRank', range: 'month' }, { as })).body
    const order = {
      data_scale: 'device',
      data_precision: 'month',
      locale: 'en-US',
      format: 'xlsx',
      condition: days,
    } as const
    const [, line] = await readExport(app, reportCalls.report, order, as)
    return {
      list: data.map(({ sn, title, store, store_name, income }) => ({
        sn,
        title,
        store,
        store_name,
        income,
      })),
      rank: ranks.result.data,
      // Empty cells are left out.
      report: line?.slice(1, 4),
    }
  }

  test('shows its sales in the store that the user sees, and nothing of the other store', async () => {
    await moveTo(hidden)
    const found = await placesOf(clerk)
    const { sn } = machine
    const income = hours * 3
    expect(found).toMatchObject({
      list: [{ sn, title: 'Wanderer', store: null, store_name: null, income }],
      rank: [{ sn, region: null, income }],
      report: ['Wanderer', sn, '20.16'],
    })
    expect(JSON.stringify(found)).not.toContain('Hidden')
  })

  test('shows where it stands to those who see the machine or the store', async () => {
    await moveTo(hidden)
    for (const as of [owner, follower])
      expect(await placesOf(as)).toMatchObject({
        list: [{ store: hidden, store_name: 'Hidden', income: hours * 43 }],
        rank: [{ region: 'Hidden' }],
        report: ['Wanderer', machine.sn, 'Hidden'],
      })
    await moveTo(seen)
    expect(await placesOf(clerk)).toMatchObject({ list: [{ store: seen, store_name: 'Seen' }] })
  })
})

test('what a machine and its slots usually earn is what they earn in the stores that the user sees', async () => {
  await moveTo(seen)
  const earned = async (as: Merchant) => {
    const { offline, empty } = (await app.call(overviewCalls.getAttention, {}, { as })).body.result
    return [offline.data[0]?.perHour, empty.data[0]?.perDay]
  }
  expect(await earned(owner)).toEqual([43, 43 * 24])
  expect(await earned(clerk)).toEqual([3, 3 * 24])
  expect(await earned(follower)).toEqual([43, 43 * 24])
})
