/** Binding machines to merchants, and unbinding them. */
import { deviceCalls, historyCalls, machineCalls, slotCalls } from '@slotwise/contract'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
  unlock,
} from '../../../test/factories.ts'
import { makeBoundMachine, makeMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import type { MachineCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { operatorOrigin } from '../../kernel/operator.ts'
import { machineChannel } from '../devices/index.ts'
import {
  authenticate,
  bindByOperator,
  bindMachine,
  ownersOf,
  renewBindCode,
  rotateSecret,
  unbindByOperator,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const sign = await unlock(app, owner)
const origin = () => operatorOrigin(app.deps)

describe('binding', () => {
  const bind = (input: { sn: string; code: string; store?: string | null }, as: Merchant = owner) =>
    app.call(machineCalls.bindDev, input, { as })

  test('works once by the code on the machine, which is then refused to other merchants', async () => {
    const { sn, code } = await makeMachine(app)
    const store = await makeStore(app, owner)
    expect((await bind({ sn, code: 'wrong' })).body).toMatchObject({ rcode: 403, msg: 'Unknown Device' })
    expect((await bind({ sn: '999999999', code })).body).toMatchObject({ rcode: 403 })
    const { body } = await bind({ sn, code, store: store._id })
    expect(body.result).toMatchObject({ sn, title: `#${sn}`, store: store._id, online: false })
    await expect(renewBindCode(app.deps, sn)).rejects.toThrow('bound already')
    // As if the answer was lost and the merchant scans again.
    expect((await bind({ sn, code })).body.result).toMatchObject({ sn, store: store._id })
    const idle = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect((await bind({ sn, code }, idle)).body.rcode).toBe(404)
    const stranger = await makeMerchant(app)
    expect((await bind({ sn, code }, stranger)).body).toMatchObject({ rcode: 404, msg: 'Binding Error' })
    // Without the code the answer reveals nothing.
    expect((await bind({ sn, code: 'wrong' }, stranger)).body).toMatchObject({ rcode: 403 })
    await app.call(machineCalls.unbind, { sn, sign }, { as: owner })
    expect((await bind({ sn, code }, stranger)).body).toMatchObject({ rcode: 403 })
  })

  test('to another merchant needs a secret that the former merchant cannot know', async () => {
    const { sn, code, secret } = await makeMachine(app)
    const kept = await makeBoundMachine(app, owner)
    const buyer = await makeMerchant(app)
    const unbind = async (as: Merchant) =>
      app.call(machineCalls.unbind, { sn, sign: await unlock(app, as) }, { as })
    const bindAnew = async (as: Merchant) => {
      app.clock.advance(1)
      return (await bind({ sn, code: await renewBindCode(app.deps, sn) }, as)).body
    }
    const isTaken = (given: string) => authenticate(app.deps, { sn, secret: given })
    await bind({ sn, code })
    await unbind(owner)
    expect(await bindAnew(buyer)).toMatchObject({
      rcode: 405,
      msg: expect.stringMatching(/belonged to another merchant/),
    })
    await expect(bindByOperator(app.deps, buyer.tenantId, { sn, title: 'Sold' }, origin())).rejects.toThrow(
      `give it a new one first, with machine secret --sn ${sn}`,
    )
    // The same merchant knows the secret anyway.
    expect((await bindAnew(owner)).rcode).toBe(0)
    // A secret that was made while the merchant had the machine is one that the merchant may know.
    const second = await rotateSecret(app.deps, sn)
    await unbind(owner)
    expect(await isTaken(second)).toBe(true)
    expect((await bindAnew(buyer)).rcode).toBe(405)

    app.clock.advance(1)
    const third = await rotateSecret(app.deps, sn)
    expect(await Promise.all([secret, second, third].map(isTaken))).toEqual([false, false, true])
    expect((await bindAnew(buyer)).rcode).toBe(0)
    await unbind(buyer)
    expect((await bindAnew(owner)).rcode).toBe(405)
    // Reports that come late go to the merchant of their time.
    const owners = await ownersOf(app.deps.db.main, sn)
    expect(owners.map(({ tenantId }) => tenantId)).toEqual([owner, owner, buyer].map((one) => one.tenantId))
    expect(owners.every(({ until }) => until !== null)).toBe(true)
    expect(await ownersOf(app.deps.db.main, kept.sn)).toMatchObject([{ until: null }])
  })

  test('needs the permission for devices, and adds the machine to the scope of the clerk who bound it', async () => {
    const { sn, code } = await makeMachine(app)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect(
      (await bind({ sn, code }, await makeStaff(app, owner, { permissions: ['home'] }))).body.rcode,
    ).toBe(300)
    expect((await bind({ sn, code }, clerk)).body.rcode).toBe(0)
    const seen = await app.call(deviceCalls.getDev, { condition: {} }, { as: clerk })
    expect(seen.body.result.data.map((device) => device.sn)).toEqual([sn])
  })

  test('is ended by one of several concurrent calls; the others are refused', async () => {
    const machine = await makeBoundMachine(app, owner)
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call(machineCalls.unbind, { sn: machine.sn, sign }, { as: owner })),
    )
    expect(answers.map(({ body }) => body.rcode).toSorted()).toEqual([0, 101, 101])
    const byOperator = unbindByOperator(app.deps, machine.sn, origin())
    await expect(byOperator).rejects.toThrow('bound to no merchant')
  })

  test('by the operator is refused while the machine has a merchant or is unknown, and audited else', async () => {
    const { sn } = await makeBoundMachine(app, owner)
    const byOperator = (number: string) =>
      bindByOperator(app.deps, owner.tenantId, { sn: number, title: 'Hall' }, origin())
    await expect(byOperator(sn)).rejects.toThrow('bound already')
    await expect(byOperator('999999999')).rejects.toThrow('unknown')
    const { sn: free } = await makeMachine(app)
    const { deviceId } = await byOperator(free)
    const lines = await asOwner(
      app,
      `select call, object, object_id, after from audit where tenant_id = $1 and call = 'ops.bind'`,
      [owner.tenantId],
    )
    expect(lines).toEqual([
      { call: 'ops.bind', object: 'device', object_id: deviceId, after: { sn: free, title: 'Hall' } },
    ])
  })

  test('and its end are told to the gateways, and its end to the modules that have open work', async () => {
    const listener = await app.owner.connect()
    onTestFinished(() => listener.release(true))
    const heard: string[] = []
    listener.on('notification', ({ payload = '' }) => void heard.push(payload))
    await listener.query(`listen ${machineChannel}`)
    const machine = await makeBoundMachine(app, owner)
    await expect.poll(() => heard).toEqual([machine.sn])
    const left: string[] = []
    const leave = async ({ deviceId }: MachineCtx) => void left.push(deviceId)
    const deps = { ...app.deps, hooks: { ...app.deps.hooks, machineLeaves: [leave] } }
    await unbindByOperator(deps, machine.sn, operatorOrigin(deps))
    expect(left).toEqual([machine.id])
    await expect.poll(() => heard).toEqual([machine.sn, machine.sn])
  })

  test('ends with the stock of the machine booked out, and its history stays readable', async () => {
    const machine = await makeBoundMachine(app, owner)
    const goods = await makeGoods(app, owner, { title: 'Left', price: 300 })
    await app.call(
      slotCalls.setChannelInfo,
      { sn: machine.sn, channel_sn: 1, goods: goods.goods_id, max: 4, quantity: 4 },
      { as: owner },
    )
    expect((await app.call(machineCalls.unbind, { sn: machine.sn, sign }, { as: owner })).body.rcode).toBe(0)
    expect(
      await asOwner(
        app,
        'select reason, before, after from stock_move where device_id = $1 order by move_id desc limit 1',
        [machine.id],
      ),
    ).toEqual([{ reason: 'unbind', before: 4, after: 0 }])
    const { body } = await app.call(deviceCalls.getDev, { condition: { sns: [machine.sn] } }, { as: owner })
    expect(body.result.count).toBe(0)
    // Bound to the same merchant again, with the history of the binding before.
    const again = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      bindMachine(tx, owner.tenantId, app.clock.now, { sn: machine.sn, title: 'Again' }),
    )
    const all = await app.call(historyCalls.getDevHistory, { condition: { sn: machine.sn } }, { as: owner })
    expect(all.body.result.data[0]).toMatchObject({ kind: 'stock', reason: 'unbind' })
    const before = { sn: machine.sn, to: '2020-01-01' }
    const none = await app.call(historyCalls.getDevHistory, { condition: before }, { as: owner })
    expect(none.body.result.count).toBe(0)
    expect(again?.deviceId).not.toBe(machine.id)
    await app.call(machineCalls.unbind, { sn: machine.sn, sign }, { as: owner })
    // The history can still be read by the merchant and by users who could see the machine.
    const past = (as: Merchant) =>
      app.call(historyCalls.getDevHistory, { condition: { sn: machine.sn } }, { as })
    expect((await past(owner)).body.result.data[0]).toMatchObject({ kind: 'stock', reason: 'unbind' })
    expect((await past(await makeMerchant(app))).body.rcode).toBe(101)
    const clerk = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [], devices: [] })
    expect((await past(clerk)).body.rcode).toBe(101)
    const former = await app.call(deviceCalls.getAllDevice, { condition: { former: true } }, { as: owner })
    expect(former.body.result.data.map(({ sn }) => sn)).toContain(machine.sn)
    const now = await app.call(deviceCalls.getAllDevice, { condition: {} }, { as: owner })
    expect(now.body.result.data.map(({ sn }) => sn)).not.toContain(machine.sn)
  })
})
