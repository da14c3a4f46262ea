import { accountCalls, jobCalls, staffCalls } from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  makeMerchant,
  makeRole,
  makeStaff,
  makeStore,
  makeSubUser,
  type Merchant,
  signIn,
} from '../../../test/factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

describe('open sessions', () => {
  test('the main account sees who is logged in and from where, and ends what it does not want', async () => {
    const merchant = await makeMerchant(app)
    const user = await makeSubUser(app, merchant, { nickname: 'Amy' })
    const session = await signIn(app, user.sub_username)
    const list = await app.call(staffCalls.getSessions, {}, { as: merchant })
    expect(list.body.result).toMatchObject({
      count: 2,
      data: [
        {
          username: user.sub_username,
          nickname: 'Amy',
          isMain: false,
          address: expect.stringMatching(/^10\./),
          current: false,
        },
        { username: merchant.username, isMain: true, current: true },
      ],
    })
    const [amy] = list.body.result.data
    const ended = await app.call(staffCalls.endSession, { session: amy?.session ?? '' }, { as: merchant })
    expect(ended.body.rcode).toBe(0)
    expect((await app.call(accountCalls.me, {}, { as: session })).body.rcode).toBe(604)
    expect((await app.call(accountCalls.me, {}, { as: merchant })).body.rcode).toBe(0)
    const again = await app.call(staffCalls.endSession, { session: amy?.session ?? '' }, { as: merchant })
    expect(again.body.rcode).toBe(101)
  })

  test('are found by account, by main or sub-account, by name and by address', async () => {
    const merchant = await makeMerchant(app)
    const [amy, ben] = [await makeStaff(app, merchant), await makeStaff(app, merchant)]
    const users = async (condition: object) => {
      const { body } = await app.call(staffCalls.getSessions, { condition }, { as: merchant })
      expect(body.result.count).toBe(body.result.data.length)
      return body.result.data.map(({ username }) => username)
    }
    expect(await users({ account: amy.accountId })).toEqual([amy.username])
    expect(await users({ isMain: true })).toEqual([merchant.username])
    expect(await users({ isMain: false })).toEqual([ben.username, amy.username])
    expect(await users({ q: ben.username.toUpperCase() })).toEqual([ben.username])
    const [{ address } = { address: '' }] = (
      await app.call(staffCalls.getSessions, { condition: { account: amy.accountId } }, { as: merchant })
    ).body.result.data
    expect(await users({ q: address })).toEqual([amy.username])
  })

  test("a neighbour's session is unknown", async () => {
    const list = await app.call(staffCalls.getSessions, {}, { as: neighbour })
    const { session = '' } = list.body.result.data.find(({ current }) => current) ?? {}
    expect((await app.call(staffCalls.endSession, { session }, { as: owner })).body.rcode).toBe(101)
    expect((await app.call(accountCalls.me, {}, { as: neighbour })).body.rcode).toBe(0)
  })

  test('are those that have neither ended nor expired', async () => {
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant)
    const sessions = async (as: Merchant) =>
      (await app.call(staffCalls.getSessions, {}, { as })).body.result.data
    const [ofClerk] = await sessions(merchant)
    app.clock.advance(24 * 3_600)
    const again = { ...merchant, ...(await signIn(app, merchant.username)) }
    expect(await sessions(again)).toMatchObject([{ username: merchant.username, current: true }])
    const { session = '' } = ofClerk ?? {}
    expect(ofClerk?.account).toBe(clerk.accountId)
    expect((await app.call(staffCalls.endSession, { session }, { as: again })).body.rcode).toBe(101)
  })
})

describe('export', () => {
  test('sub-accounts and roles are exported in the language of the asker', async () => {
    const merchant = await makeMerchant(app)
    const role = await makeRole(app, merchant, ['home', 'order.buyBill'], { name: '客服' })
    await makeSubUser(app, merchant, { nickname: 'Amy', phone: '95588', roleid: role.roleid })
    await app.work()
    const rowsOf = async (kind: 'role' | 'subUser'): Promise<unknown[][]> => {
      const { body } = await app.call(staffCalls.exportStaff, { kind }, { as: merchant, locale: 'zh-CN' })
      const { job } = body.result
      const state = async () => (await app.call(jobCalls.getJob, { job }, { as: merchant })).body.result.state
      await expect.poll(state).toBe('done')
      const link = await app.call(jobCalls.getFileLink, { job }, { as: merchant })
      const [sheet] = readXlsx((await app.app.inject(link.body.result.url)).rawPayload)
      return sheet?.rows.map((row) => row.map((cell) => cell.value)) ?? []
    }
    expect((await rowsOf('subUser')).map((row) => row.slice(0, 5))).toEqual([
      ['姓名', '账号', '联系电话', '角色', '管理范围'],
      ['Amy', expect.stringMatching(/^person/), '95588', '客服', '全部门店和设备'],
    ])
    expect((await rowsOf('role')).map((row) => row[2])).toEqual(['权限', '经营概况、销售订单'])
  })
})

describe('a file that was exported', () => {
  const finished = async (as: Merchant): Promise<string> => {
    const { body } = await app.call(staffCalls.exportStaff, { kind: 'subUser' }, { as })
    const { job } = body.result
    const state = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
    await expect.poll(state).toBe('done')
    return job
  }

  test('is refused to an account that may see less by now', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const store = await makeStore(app, merchant)
    const clerk = await makeStaff(app, merchant, { permissions: ['user.subUser', 'home'] })
    const [user] = (
      await app.call(staffCalls.getSubUser, { condition: { ids: [clerk.accountId] } }, { as: merchant })
    ).body.result.data
    const edit = {
      sub_userid: clerk.accountId,
      sub_username: clerk.username,
      nickname: 'Clerk',
      roleid: user?.roleid ?? '',
    }
    const job = await finished(clerk)
    const rcode = async () => (await app.call(jobCalls.getFileLink, { job }, { as: clerk })).body.rcode
    expect(await rcode()).toBe(0)
    const limited = { ...edit, all_device: false, store: [store._id] }
    await app.call(staffCalls.editSubUser, limited, { as: merchant })
    expect(await rcode()).toBe(302)
    const { roleid } = await makeRole(app, merchant, ['home'])
    await app.call(staffCalls.editSubUser, { ...edit, roleid }, { as: merchant })
    expect(await rcode()).toBe(300)
  })

  test('is refused by a link of an account that was deleted', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant, { permissions: ['user.subUser', 'home'] })
    const job = await finished(clerk)
    const { body } = await app.call(jobCalls.getFileLink, { job }, { as: clerk })
    await app.call(staffCalls.delSubUser, { sub_userid: clerk.accountId }, { as: merchant })
    expect((await app.app.inject(body.result.url)).statusCode).toBe(404)
  })
})
