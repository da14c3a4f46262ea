/**
 * Every call of the contract, made by its owner, changes only the rows declared here. The merchant has everything
 * twice, so that a statement without its machine, store or person also changes the second one. Each call is then
 * made for the second one too, which must not be affected by the first.
 */
import { type Call, contract } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { md5 } from '../src/kernel/passwords.ts'
import { hashToken } from '../src/kernel/tokens.ts'
import { foldFunds } from '../src/modules/ledger/index.ts'
import { testApp } from './app.ts'
import { photoRow } from './bank-cards.ts'
import {
  type Declared,
  differencesOf,
  everyRow,
  idleIn,
  misdirectedIn,
  type Row,
  type Stored,
  undeclaredIn,
} from './blast-radius.ts'
import {
  makeMerchant,
  makeStaff,
  type Merchant,
  nextAddress,
  testOperation,
  testPassword,
  unlock,
} from './factories.ts'
import { makePaid } from './fund-stand.ts'
import { asOwner } from './owner.ts'
import { makeSamples, type Samples } from './samples.ts'

type Input = Record<string, unknown>
type Named = {
  input: Input
  by: Merchant
  /** Rows of the machines that the input names. */
  machine(): Row
  /** A row as it was before the call. */
  before(table: string, column: string, value: unknown): Row
  /** The place of the bill that the input names. */
  bill(): { device_id: unknown; store_id: unknown }
  /** Rows of the machines that have these goods in a slot. */
  selling(goods: unknown): Row
}

const calls = Object.entries(contract).flatMap(([domain, table]) =>
  Object.entries(table).map(([name, row]) => [`${domain}.${name}`, row as Call] as const),
)

/** A second set of the same things, of the same merchant. */

const app = await testApp()
const owner = await makeMerchant(app)
const sets = [await makeSamples(app, owner, 'First'), await makeSamples(app, owner, 'Second')]
await makeSamples(app, await makeMerchant(app), 'Neighbour')

/** What each call may change, besides adding audit entries and live events. */
const declared: Record<string, (named: Named) => Declared> = {
  'account.login': () => ({ session: 'added' }),
  'account.checkAccount': ({ input }) => ({ sms_code: { phone: input['phone'] }, sms_inbox: 'added' }),
  'account.checkAccountMy': () => ({ sms_code: 'added', sms_inbox: 'added' }),
  'account.signUp': ({ input }) => ({
    tenant: 'added',
    account: 'added',
    login: { username: input['phone'] },
    sms_code: { phone: input['phone'] },
  }),
  'account.sendPwdSms': ({ input }) => ({ sms_code: { phone: input['phone'] }, sms_inbox: 'added' }),
  'account.resetPwd': ({ input, by }) => ({
    account: { account_id: by.accountId },
    session: { account_id: by.accountId },
    sms_code: { phone: input['phone'] },
  }),
  'account.logout': ({ by }) => ({ session: { account_id: by.accountId } }),
  'account.checkOprPwd': () => ({ operation_sign: 'added' }),
  'account.editOprPwd': ({ by }) => ({ account: { account_id: by.accountId } }),
  'account.sendOprPwdSms': ({ by }) => ({ sms_code: { phone: by.username }, sms_inbox: 'added' }),
  'account.resetOprPwd': ({ by }) => ({
    account: { account_id: by.accountId },
    sms_code: { phone: by.username },
  }),
  'account.sendHeaderSms': ({ by }) => ({ sms_code: { phone: by.username }, sms_inbox: 'added' }),
  'account.changePwd': ({ by }) => ({
    account: { account_id: by.accountId },
    session: { account_id: by.accountId },
    sms_code: { phone: by.username },
  }),
  'regions.addArea': () => ({ area: 'added' }),
  'regions.editArea': ({ input }) => ({ area: { area_id: input['_id'] } }),
  'regions.delArea': ({ input }) => ({ area: { area_id: input['_id'] } }),
  'regions.restoreArea': ({ input }) => ({ area: { area_id: input['_id'] } }),
  'regions.addStore': () => ({ store: 'added' }),
  // A share that changes keeps the one before.
  'regions.editStore': ({ input }) => ({ store: { store_id: input['_id'] }, store_past_terms: 'added' }),
  'regions.delStore': ({ input }) => ({ store: { store_id: input['_id'] } }),
  'regions.restoreStore': ({ input }) => ({ store: { store_id: input['_id'] } }),
  'devices.editDev': ({ machine }) => ({ device: machine() }),
  'devices.editDevs': ({ machine }) => ({ device: machine() }),
  'alerts.takeAlert': ({ input }) => ({ alert: { alert_id: input['alert'] } }),
  'alerts.doneAlert': ({ input }) => ({ alert: { alert_id: input['alert'] } }),
  'bankcards.addBank': ({ input }) => ({ bank_card: { merchant_id: input['merchant_id'] } }),
  'bankcards.delBank': ({ input }) => ({ bank_card: { merchant_id: input['merchant_id'] } }),
  'bankcards.uploadBankImg': () => ({ bank_photo: 'added' }),
  // The new photo, and the one that it replaces.
  'bankcards.addBankImg': ({ input: { merchant_id, bank_z } }) => ({
    bank_card: { merchant_id },
    bank_photo: [{ file: bank_z }, { file: photoRow(String(merchant_id), 'bank_z') }],
  }),
  'bankcards.saveBankDraft': ({ by }) => ({ bank_draft: { account_id: by.accountId } }),
  'bills.refund': ({ input: { orderno }, bill }) => {
    const { device_id, store_id } = bill()
    return {
      bill: { orderno },
      bill_refund: { orderno },
      notice_event: { orderno },
      pay_order: { orderno },
      sales_device_day: { device_id },
      sales_device_hour: { device_id },
      sales_device_month: { device_id },
      sales_goods_day: { device_id },
      sales_goods_month: { device_id },
      sales_store_day: { store_id, client: 'ezcard' },
      sales_store_month: { store_id, client: 'ezcard' },
      sales_store_hour: { store_id, client: 'ezcard' },
    }
  },
  'funds.assignFunds': () => ({ ledger_line: 'added' }),
  'commands.remoteOuting': ({ machine }) => ({ command: machine() }),
  'commands.testOut': ({ machine }) => ({ command: machine(), device_cooldown: machine() }),
  'commands.switchLED': ({ machine }) => ({ command: machine() }),
  'commands.power': ({ machine }) => ({ command: machine(), device_cooldown: machine() }),
  'commands.refreshSetting': ({ machine }) => ({ command: machine() }),
  'commands.setChannelNum': ({ machine }) => ({ command: machine() }),
  'machines.unbind': ({ machine, input }) => ({
    device: machine(),
    device_state: machine(),
    machine_owner: machine(),
    machine: { sn: input['sn'] },
  }),
  'machines.bindDev': ({ input }) => ({
    device: 'added',
    device_state: 'added',
    channel: 'added',
    machine_owner: 'added',
    machine: { sn: input['sn'] },
  }),
  'thresholds.setThreshold': ({ machine }) => ({ threshold: machine(), channel: machine() }),
  'slots.setChannelInfo': ({ machine, input }) => ({
    channel: { ...machine(), channel_sn: input['channel_sn'] },
    stock_move: { ...machine(), channel_sn: input['channel_sn'] },
    device: machine(),
    device_cooldown: machine(),
  }),
  'slots.putDownGoods': ({ machine, input }) => ({
    channel: { ...machine(), channel_sn: input['channel_sn'] },
    device: machine(),
    device_cooldown: machine(),
  }),
  'slots.setQuantity': ({ machine }) => ({ device_cooldown: machine() }),
  'slots.copyChannels': ({ machine }) => ({
    channel: machine(),
    device: machine(),
    device_cooldown: machine(),
  }),
  'refills.sendRefillVisit': ({ machine }) => ({
    channel: { ...machine(), channel_sn: 1 },
    stock_move: { ...machine(), channel_sn: 1 },
    refill_visit: 'added',
  }),
  'slots.setGoodsSlots': ({ machine, input }) => ({
    channel: { ...machine(), goods_id: input['goods_id'] },
    device: machine(),
    device_cooldown: machine(),
    slot_change: 'added',
  }),
  'slots.undoGoodsSlots': ({ input, before }) => {
    const change = before('slot_change', 'change_id', input['change'])
    const machines = { device_id: change['device_ids'] }
    return {
      channel: { ...machines, channel_sn: change['channel_sns'] },
      device: machines,
      slot_change: { change_id: input['change'] },
    }
  },
  'commands.resetId': ({ machine }) => ({ command: machine() }),
  'media.uploadImg': () => ({ upload: 'added' }),
  'media.editImg': ({ input }) => ({ image: 'added', upload: { file: input['file'] } }),
  'media.delImg': ({ input }) => ({ image: { image_id: input['img_id'] } }),
  'media.restoreImg': ({ input }) => ({ image: { image_id: input['img_id'] } }),
  'goods.addPrivate': () => ({ goods: 'added', goods_image: 'added' }),
  // The machines that sell the goods get their new name.
  'goods.editPrivate': ({ input, selling }) => ({
    goods: { goods_id: input['goods_id'] },
    channel: { goods_id: input['goods_id'] },
    device: selling(input['goods_id']),
  }),
  'goods.delPrivate': ({ input }) => ({ goods: { goods_id: input['goods_id'] } }),
  'goods.restorePrivate': ({ input }) => ({ goods: { goods_id: input['goods_id'] } }),
  'goods.previewImport': () => ({ goods_import: 'added', goods_import_row: 'added' }),
  'goods.applyImport': ({ input }) => ({ goods_import: { import_id: input['import'] }, job: 'added' }),
  'staff.addRole': () => ({ role: 'added' }),
  'staff.editRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.delRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.restoreRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.addSubUser': () => ({
    account: 'added',
    login: 'added',
    account_store: 'added',
    account_device: 'added',
  }),
  'staff.editSubUser': ({ input }) => ({ account: { account_id: input['sub_userid'] } }),
  'staff.delSubUser': ({ input }) => ({
    account: { account_id: input['sub_userid'] },
    login: { account_id: input['sub_userid'] },
  }),
  'staff.restoreSubUser': ({ input }) => ({
    account: { account_id: input['sub_userid'] },
    login: { account_id: input['sub_userid'] },
  }),
  'staff.resetSubUserOprPwd': ({ input }) => ({ account: { account_id: input['sub_userid'] } }),
  'staff.endSession': ({ input }) => ({ session: { session_id: input['session'] } }),
  'coupons.addCoupon': () => ({ coupon: 'added' }),
  'coupons.editCoupon': ({ input }) => ({ coupon: { coupon_id: input['coupon_id'] } }),
  'coupons.delCoupon': ({ input }) => ({ coupon: { coupon_id: input['coupon_id'] } }),
  'coupons.restoreCoupon': ({ input }) => ({ coupon: { coupon_id: input['coupon_id'] } }),
  'reports.delReport': ({ input }) => ({ job: { job_id: input['job'] } }),
  'reports.addReportPlan': () => ({ report_plan: 'added' }),
  'reports.editReportPlan': ({ input }) => ({ report_plan: { plan_id: input['plan'] } }),
  'reports.delReportPlan': ({ input }) => ({ report_plan: { plan_id: input['plan'] } }),
  'members.addCard': () => ({ card: 'added', point_move: 'added' }),
  'members.editCard': ({ input }) => ({ card: { cardno: input['cardno'] }, point_move: 'added' }),
  'members.delCard': ({ input }) => ({ card: { cardno: input['cardno'] } }),
  'members.restoreCard': ({ input }) => ({ card: { card_id: input['card_id'] } }),
  'referrers.addReferrer': () => ({ referrer: 'added' }),
  'referrers.editReferrer': ({ input }) => ({ referrer: { referrer_id: input['referrer_id'] } }),
  'referrers.delReferrer': ({ input }) => ({ referrer: { referrer_id: input['referrer_id'] } }),
  'referrers.restoreReferrer': ({ input }) => ({ referrer: { referrer_id: input['referrer_id'] } }),
  'vouchers.addGift': () => ({ voucher_batch: 'added', voucher: 'added' }),
  'vouchers.disableGift': ({ input }) => ({ voucher: { gift_id: input['gift_id'] } }),
  'vouchers.disableGiftBatch': ({ input }) => ({ voucher: { batch_id: input['batch'] } }),
  'notify.getNotifyBindUrl': () => ({ receiver_bind: 'added' }),
  'notify.editNotify': ({ input }) => ({ receiver: { notify_id: input['notify_id'] } }),
  'notify.delNotify': ({ input }) => ({ receiver: { notify_id: input['notify_id'] } }),
  'notify.testNotify': () => ({ notice: 'added' }),
  'notify.bindNotify': ({ input }) => ({
    receiver: 'added',
    receiver_bind: { scene: `\\x${hashToken(String(input['scene'])).toString('hex')}` },
  }),
  'notify.resendNotice': ({ input }) => ({ notice: { notice_id: input['notice'] } }),
  // Read messages change the number at the caller's bell.
  'notify.readInbox': ({ input, by }) => ({
    inbox_message: { account_id: by.accountId, notice_id: input['ids'] },
    live_event: 'added',
    live_event_counter: { tenant_id: by.tenantId },
  }),
  'notify.addPush': () => ({ push_subscription: 'added', push_endpoint: 'added' }),
  'notify.delPush': ({ by }) => ({ push_subscription: { account_id: by.accountId } }),
  'jobs.getFileLink': () => ({ file_link: 'added' }),
}

/** An export only adds a row for the worker. */
const isExport = (name: string): boolean => /\.export\w+$|^reports\.report$/.test(name)

describe('only what is named and what belongs to it changes', () => {
  test('every declaration belongs to a call that exists', () => {
    const names = new Set<string>(calls.map(([name]) => name))
    expect(Object.keys(declared).filter((name) => !names.has(name))).toEqual([])
  })

  test.each(calls)('%s', async (name, row) => {
    await commandsEnd()
    for (const samples of sets) {
      await timePasses()
      const { input, by } = await prepared(name, samples)
      const as = row.access === 'public' ? undefined : by
      const before = await everyRow(app)
      const { body } = await app.post(row.path, input, { as, address: nextAddress() })
      expect(body.rcode, JSON.stringify(body)).toBe(0)
      // A list shows the requested thing and not its sibling.
      const { count, data } = (body.result ?? {}) as { count?: number; data?: unknown }
      if (!row.changes && count !== undefined && data !== undefined && samples.namesOwnThings(name))
        expect(count).toBe(1)
      const after = await everyRow(app)
      const differences = differencesOf(before, after)
      const own = isExport(name)
        ? { job: 'added' as const }
        : (declared[name]?.(namedIn(before, input, by)) ?? {})
      const counter = { tenant_id: by.tenantId }
      const always: Declared = row.changes
        ? { audit: 'added', live_event: 'added', live_event_counter: counter }
        : {}
      expect(undeclaredIn(differences, { ...always, ...own })).toEqual([])
      expect(misdirectedIn(differences, after)).toEqual([])
      expect(idleIn(differences, own)).toEqual([])
    }
  })
})

/** Advances the clock by a minute, because of limits per minute. Machines stay online and exports end. */
async function timePasses(): Promise<void> {
  app.clock.advance(61)
  await asOwner(app, 'update device_state set heard_at = $1 where online', [app.clock.now])
  await asOwner(app, `update job set state = 'done' where state = 'waiting'`)
}

/** Ends all commands, because a machine runs one command at a time. A command at the sibling must not block it. */
async function commandsEnd(): Promise<void> {
  await asOwner(app, `update command set state = 'done', finished_at = $1 where finished_at is null`, [
    app.clock.now,
  ])
}

function namedIn(before: Stored, input: unknown, by: Merchant): Named {
  const named = input as Input
  return {
    input: named,
    by,
    machine() {
      const slots = (named['slots'] ?? []) as { sn: string }[]
      const given: unknown = named['sn'] ?? named['sns'] ?? slots.map(({ sn }) => sn)
      const sns = new Set<unknown>([given].flat())
      const devices = [...before.values()].filter(
        ({ table, row }) => table === 'device' && row['unbound_at'] === null && sns.has(row['sn']),
      )
      return { device_id: devices.map(({ row }) => row['device_id']) }
    },
    before(name, column, value) {
      const found = [...before.values()].find(
        ({ table, row }) => table === name && String(row[column]) === String(value),
      )
      return found?.row ?? {}
    },
    bill() {
      const { row } =
        [...before.values()].find((one) => one.table === 'bill' && one.row['orderno'] === named['orderno']) ??
        {}
      return { device_id: row?.['device_id'], store_id: row?.['store_id'] }
    },
    selling(goods) {
      const slots = [...before.values()].filter(
        ({ table, row }) => table === 'channel' && String(row['goods_id']) === goods,
      )
      return { device_id: slots.map(({ row }) => row['device_id']) }
    },
  }
}

/** The sample and its sender, after the steps that the call needs: a code that was sent, a session to leave. */
async function prepared(name: string, samples: Samples): Promise<{ input: unknown; by: Merchant }> {
  if (!name.startsWith('account.')) {
    const input = samples.of(name) as Input
    // An account is one receiver.
    if (name === 'notify.bindNotify')
      await asOwner(app, 'update receiver set deleted_at = $2 where account_id = $1', [
        owner.accountId,
        app.clock.now,
      ])
    // A change can be undone for an hour, and more than that has passed.
    if (name === 'slots.undoGoodsSlots') await asOwner(app, 'update slot_change set at = $1', [app.clock.now])
    // All money without an account is given away at once.
    if (name === 'funds.assignFunds') {
      await makePaid(app, owner, null)
      await foldFunds(app.deps, owner.tenantId)
    }
    return { input: 'sign' in input ? { ...input, sign: await unlock(app, owner) } : input, by: owner }
  }
  const by = await makeMerchant(app)
  await unlock(app, await makeStaff(app, by, { operation: testOperation }))
  const send = async (call: Call, input: object) =>
    (await app.post(call.path, input, { as: by, address: nextAddress() })).body.result as Input
  const steps: Record<string, () => Promise<Input>> = {
    'account.login': async () => ({ username: by.username, password: md5(testPassword) }),
    'account.checkAccount': async () => ({ phone: nextPhone() }),
    'account.checkAccountMy': async () => ({ phone: nextMalaysian() }),
    'account.checkSmsCodeMy': async () => {
      const phone = nextMalaysian()
      await send(contract.account.checkAccountMy, { phone })
      return { phone, code: await app.lastCode(phone.slice(1)) }
    },
    'account.signUp': async () => {
      const phone = nextPhone()
      const { sign } = await send(contract.account.checkAccount, { phone })
      return { ...(samples.of(name) as Input), phone, sign, code: await app.lastCode(phone) }
    },
    'account.sendPwdSms': async () => ({ phone: by.username }),
    'account.resetPwd': async () => {
      await send(contract.account.sendPwdSms, { phone: by.username })
      return { phone: by.username, password: md5('another one'), code: await app.lastCode(by.username) }
    },
    'account.checkOprPwd': async () => ({ password: md5(testOperation) }),
    'account.editOprPwd': async () => ({ old_oper_pwd: md5(testOperation), new_oper_pwd: '907431' }),
    'account.resetOprPwd': async () => {
      await send(contract.account.sendOprPwdSms, {})
      const code = await app.lastCode(by.username)
      return { password: md5(testPassword), code, new_oper_pwd: '907431' }
    },
    'account.changePwd': async () => {
      await send(contract.account.sendHeaderSms, {})
      return { code: await app.lastCode(by.username), password: md5('another one') }
    },
  }
  return { input: (await steps[name]?.()) ?? samples.of(name), by }
}

let serial = 0
const nextPhone = (): string => `137${String((serial += 1)).padStart(8, '0')}`
const nextMalaysian = (): string => `012${String((serial += 1)).padStart(7, '0')}`
