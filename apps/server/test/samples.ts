import { randomBytes } from 'node:crypto'

import { contract, countryFacts, dayOf } from '@slotwise/contract'

import { md5 } from '../src/kernel/passwords.ts'
import { giveCommand } from '../src/modules/commands/index.ts'
import { takeFault } from '../src/modules/presence/index.ts'
import type { TestApp } from './app.ts'
import { activitySamples } from './activity-samples.ts'
import { makeAlerts } from './alert-samples.ts'
import { bankCardSamples } from './bank-card-samples.ts'
import { makeCases } from './case-samples.ts'
import {
  drawPicture,
  makeArea,
  makeDevice,
  makeGoods,
  makeImage,
  makeRole,
  makeStore,
  makeSubUser,
  type Merchant,
  viewSamples,
  unlock,
} from './factories.ts'
import { bulkGoodsSamples } from './bulk-goods-samples.ts'
import { goodsSheet } from './goods-sheet.ts'
import { makeGone } from './gone-samples.ts'
import { goodsSlotSamples } from './goods-slot-samples.ts'
import { asMachine, makeBoundMachine, makeMachine, makeOnlineMachine, messageOf } from './machines.ts'
import { integrationSamples } from './integration-stand.ts'
import { notifySamples } from './notify-stand.ts'
import { otherSession, peopleSamples } from './people-samples.ts'
import { refillSamples } from './refill-stand.ts'
import { visitSamples } from './visit-samples.ts'
import { makeRefundable } from './refundable.ts'
import { makeFunds } from './fund-stand.ts'
import { payAccountSamples, statementSample } from './pay-account-stand.ts'
import { addCardPayment } from './payment-samples.ts'
import { finishedJob, makeReports, reportOrder, reportPlan } from './report-samples.ts'

export type Samples = {
  of(name: string): unknown
  /** Whether the sample of this call names a thing of the owner, which other merchants must not reach. */
  namesOwnThings(name: string): boolean
  /** Whether it names a store, a machine or a person, which users limited to others must not reach. */
  namesScopedThings(name: string): boolean
}

/** A well-formed input for every call, which succeeds when its owner sends it. */
export async function makeSamples(app: TestApp, owner: Merchant, name = 'Sample'): Promise<Samples> {
  const area = await makeArea(app, owner)
  const spareArea = await makeArea(app, owner)
  const store = await makeStore(app, owner, { store_name: name, coo_share: 10, coo_rent: 50_000 })
  const spareStore = await makeStore(app, owner, { store_name: name })
  const views = await viewSamples(app, owner)
  const role = await makeRole(app, owner)
  const spareRole = await makeRole(app, owner)
  const scope = { nickname: name, all_device: false, store: [store._id] }
  const person = await makeSubUser(app, owner, scope)
  const sparePerson = await makeSubUser(app, owner, scope)
  const accounts = await peopleSamples(app, owner, scope)
  const { sn, id: deviceId } = await makeDevice(app, owner, store._id, name)
  await addCardPayment(app, owner, { deviceId, sn, storeId: store._id })
  const machines = await makeMachines(app, owner, store._id, name)
  const visits = await visitSamples(app, owner, { store: store._id, title: name })
  const goodsSlots = await goodsSlotSamples(app, owner, { store: store._id, title: name })
  const refills = await refillSamples(app, owner, { store: store._id, title: name })
  const sales = await makeRefundable(app, owner, store._id)
  const image = await makeImage(app, owner)
  const spareImage = await makeImage(app, owner)
  const goods = await makeGoods(app, owner, { images: [image.img_id] })
  const spareGoods = await makeGoods(app, owner)
  const { file } = (await app.post(contract.media.uploadImg.path, await drawPicture(), { as: owner })).body
    .result as { file: string }
  const bulk = await bulkGoodsSamples(app, owner)
  const sheet = await goodsSheet()
  const preview = async (file: Buffer): Promise<string> => {
    const { body } = await app.post(contract.goods.previewImport.path, file, { as: owner })
    return (body.result as { import: string }).import
  }
  const importId = await preview(sheet)
  const alike = await preview(await goodsSheet(['goods_title', 'price'], [[spareGoods.title, 3]]))
  const gone = await makeGone(app, owner, scope)
  const session = await otherSession(app, owner)
  const job = await finishedJob(app, owner)
  const reports = await makeReports(app, owner)
  const funds = await makeFunds(app, owner)
  const alerts = await makeAlerts(app, owner, store._id, name)
  const cases = await makeCases(app, owner, store._id, name)
  const people = [person.sub_userid, sparePerson.sub_userid] as const
  const notify = await notifySamples(app, owner, { people, store: store._id, deviceId })
  const activity = await activitySamples(app, owner, { name, store: store._id, sn, goods: goods.goods_id })
  const sign = await unlock(app, owner)
  const payAccounts = await payAccountSamples(app, owner, sign)
  const cards = await bankCardSamples(app, owner, { name, sign })
  const systems = { role: role.roleid, store: store._id, deviceId, sign }
  const integrations = await integrationSamples(app, owner, systems)
  const password = md5(randomBytes(8).toString('hex'))
  const phone = '13912345678'
  const month = dayOf(app.clock.now, countryFacts.CN.utcOffsetMinutes).slice(0, 7)
  const table: Record<string, unknown> = {
    'account.login': { username: 'nobody', password },
    'account.checkAccount': { phone },
    'account.checkAccountMy': { phone: '0123456789' },
    'account.checkSmsCode': { sign: 'x', code: '123456' },
    'account.checkSmsCodeMy': { phone: '0123456789', code: '123456' },
    'account.signUp': {
      mchName: 'M',
      country: 'CN',
      phone,
      password,
      business: 'vm',
      sign: 'x',
      code: '123456',
    },
    'account.sendPwdSms': { phone },
    'account.resetPwd': { phone, password, code: '123456' },
    'account.branding': { agent: 'someone' },
    'account.me': {},
    'account.logout': {},
    'account.checkPwd': { password },
    'account.checkOprPwd': { password },
    'account.editOprPwd': { old_oper_pwd: password, new_oper_pwd: '907431' },
    'account.sendOprPwdSms': {},
    'account.resetOprPwd': { password, code: '123456', new_oper_pwd: '907431' },
    'account.sendPhoneSms': {},
    'account.verifyPhone': { code: '123456' },
    'account.sendHeaderSms': {},
    'account.changePwd': { code: '1234', password },
    'regions.getArea': page({ ids: [area._id] }),
    'regions.addArea': { area_name: 'A' },
    'regions.editArea': { _id: area._id, area_name: 'B' },
    'regions.delArea': { _id: spareArea._id },
    'regions.restoreArea': { _id: gone.area },
    'regions.getStore': page({ ids: [store._id] }),
    'regions.getAllArea': page({ ids: [area._id] }),
    'regions.getAllStore': page({ ids: [store._id] }),
    'regions.addStore': { store_name: 'S', area: area._id, merchant_id: cards.approved },
    'regions.editStore': { _id: store._id, store_name: 'T', coo_share: 9 },
    'regions.delStore': { _id: spareStore._id },
    'regions.restoreStore': { _id: gone.store },
    'regions.exportRegions': { kind: 'store', condition: {} },
    'devices.getAllDevice': page({ sns: [sn] }),
    'devices.getDev': page({ sns: [sn] }),
    'devices.editDev': { sn: machines.settings, title: 'T', store: store._id, power_ctrl: true },
    'devices.editDevs': { sns: [machines.settings], lamp_ctrl: false },
    'commands.remoteOuting': { sn: machines.remote, goods: [{ channel_sn: 1, count: 2 }], sign },
    'commands.testOut': { sn: machines.remote, road: 1, attach: 'a', sign },
    'commands.switchLED': { sn: machines.remote, setting: { on: true, color: 'red' }, attach: 'a', sign },
    'commands.power': { sn: machines.remote, dev: 'machine', motion: 'restart', sign },
    'commands.refreshSetting': { sn: machines.remote, setting: 'all', sign },
    'commands.setChannelNum': { sn: machines.remote, channel_num: 4, sign },
    'machines.unbind': { sn: machines.spare, sign },
    'machines.previewReplace': { sn: machines.worn, to: machines.standby },
    'machines.replaceDev': { sn: machines.worn, to: machines.standby, sign },
    'machines.bindDev': machines.free,
    'commands.getCommand': { sn: machines.remote, command: machines.command },
    'history.getDevHistory': page({ sn: machines.faulty }),
    'history.getDevTemperature': { sn: machines.faulty, span: 'day' },
    'history.getDevSlips': { sn: machines.faulty },
    'history.exportDevHistory': { condition: { sn: machines.faulty } },
    'devices.getDevCounts': {},
    'devices.exportDev': { condition: {} },
    'thresholds.getThresholds': {},
    'thresholds.setThreshold': {
      sn: machines.settings,
      low: { mode: 'pieces', value: 3 },
      offline_minutes: 20,
    },
    'slots.getDevChannel': { sn: machines.faulty },
    'slots.setChannelInfo': {
      sn: machines.edited,
      channel_sn: 1,
      goods: goods.goods_id,
      price: 350,
      quantity: 2,
      max: 5,
    },
    'slots.putDownGoods': { sn: machines.emptied, channel_sn: [1] },
    'slots.setQuantity': { sn: machines.filled, type: 1 },
    'slots.copyChannels': { sn: machines.copied, from: machines.edited },
    ...goodsSlots.inputs,
    ...refills.inputs,
    ...visits.inputs,
    'slots.getResetC': { sn: machines.faulty },
    'commands.resetId': { sn: machines.remote, channel: [{ from: 1, to: 11 }], sign },
    'slots.exportDevChannel': { devs: [sn] },
    'payments.getPayBill': page({}),
    'payments.exportPayBill': { condition: {} },
    'media.getImg': page({ ids: [image.img_id] }),
    'media.uploadImg': await drawPicture(),
    'media.editImg': { name: 'New', file },
    'media.delImg': { img_id: spareImage.img_id },
    'media.restoreImg': { img_id: gone.image },
    'goods.getGoods': page({ ids: [goods.goods_id] }),
    'goods.getAllGoods': page({ ids: [goods.goods_id] }),
    'goods.getGoodsTags': {},
    'goods.addPrivate': { title: 'G', price: 350, images: [image.img_id] },
    'goods.editPrivate': { goods_id: goods.goods_id, title: 'H', price: 360, images: [image.img_id] },
    'goods.delPrivate': { goods_id: spareGoods.goods_id },
    'goods.restorePrivate': { goods_id: gone.goods },
    ...bulk.inputs,
    'goods.exportGoods': { condition: {} },
    'goods.previewImport': sheet,
    'goods.getImportRows': page({ import: importId }),
    'goods.chooseImport': { import: alike, like: 'name', choice: 'add' },
    'goods.applyImport': { import: importId },
    'staff.getRole': page({ ids: [role.roleid] }),
    'staff.addRole': { name: `New ${name}`, note: 'N', perm_detail: '1020' },
    'staff.editRole': { roleid: role.roleid, name: `Edited ${name}`, note: 'N', perm_detail: '1020' },
    'staff.delRole': { roleid: spareRole.roleid },
    'staff.restoreRole': { roleid: gone.role },
    'staff.getSubUser': page({ ids: [person.sub_userid] }),
    'staff.addSubUser': {
      sub_username: `new${name
        .toLowerCase()
        .replace(/[^a-z]/g, '')
        .slice(0, 9)}`,
      nickname: 'N',
      password,
      roleid: role.roleid,
      all_device: false,
      area: [area._id],
      store: [store._id],
      device: [sn],
    },
    'staff.editSubUser': {
      sub_userid: person.sub_userid,
      sub_username: person.sub_username,
      nickname: 'N',
      roleid: role.roleid,
      all_device: false,
      store: [store._id],
    },
    'staff.delSubUser': { sub_userid: sparePerson.sub_userid },
    'staff.restoreSubUser': { sub_userid: gone.person },
    ...accounts.inputs,
    'staff.resetSubUserOprPwd': { sub_userid: person.sub_userid, new_oper_pwd: '907431', sign },
    'staff.exportStaff': { kind: 'subUser', condition: {} },
    'staff.getSessions': page({}),
    'staff.endSession': { session },
    'bills.getBuyBill': page({ orderno: sales.refundable }),
    'bills.getBuyBillTotal': { condition: {} },
    'bills.getBill': { orderno: sales.refundable },
    'bills.exportBuyBill': { condition: {} },
    'bills.refund': { orderno: sales.refundable, part_refund: false, remarks: 'broken', sign },
    'bills.getRefundBill': page({ orderno: sales.refunded }),
    'bills.exportRefundBill': { condition: {} },
    ...cards.inputs,
    'funds.getFunds': page({ ids: [funds.account] }),
    'funds.getFundSum': {},
    'funds.getFundLines': page({ merchant_id: funds.account, kind: 'paid' }),
    'funds.exportFundLines': { condition: {} },
    'funds.assignFunds': { merchant_id: funds.account, sign },
    'funds.getSettle': page({ ids: [funds.settle] }),
    'funds.getSettleDetail': { settle: funds.settle },
    'funds.getSettleLines': page({ settle: funds.settle }),
    'funds.exportSettle': { condition: {} },
    'alerts.getAlerts': page({ ids: [alerts.open] }),
    'alerts.takeAlert': { alert: alerts.open, take: true },
    'alerts.doneAlert': { alert: alerts.spare, done: true, remarks: 'fixed' },
    'alerts.exportAlerts': { condition: {} },
    'exceptions.getCases': page({ ids: [cases.open] }),
    'exceptions.takeCase': { case: cases.open, take: true },
    'exceptions.doneCase': { case: cases.spare, done: true, remarks: 'paid back' },
    'exceptions.getCaseMessage': { case: cases.unclear },
    'exceptions.bookCaseSale': {
      case: cases.unclear,
      client: 'coin',
      amount: 350,
      result: 'delivered',
      items: [],
    },
    'exceptions.exportCases': { condition: {} },
    'exceptions.getStatementRuns': page({}),
    'exceptions.importStatement': statementSample(app.clock.now),
    'overview.overview': { day: 'today' },
    'overview.detail': { kind: 'storeRank', range: 'month' },
    'overview.getAttention': {},
    'overview.getBeginnings': {},
    'search.search': { q: name },
    ...views.samples,
    ...payAccounts.samples,
    'statistics.area': page({ store: store._id }),
    'statistics.store': page({ store: store._id }),
    'statistics.device': page({ sn: sales.sn }),
    'statistics.goods': page({ sn: sales.sn }),
    'statistics.getGoodsChannels': { condition: { store: store._id, sn: sales.sn } },
    'statistics.getSalesTrend': { condition: { store: store._id } },
    'statistics.exportAreaSales': { condition: {} },
    'statistics.exportStoreSales': { condition: {} },
    'statistics.exportDeviceSales': { condition: {} },
    'statistics.exportGoodsSales': { condition: {} },
    'sites.getSites': page({ month, store: store._id }),
    'sites.getSite': { month, store: store._id },
    'sites.exportSites': { condition: { month } },
    'reports.report': reportOrder,
    'reports.getReports': page({}),
    'reports.delReport': { job: reports.job },
    'reports.getReportPlans': page({ ids: [reports.plan] }),
    'reports.addReportPlan': { ...reportPlan, store: store._id, sn: sales.sn },
    'reports.editReportPlan': { ...reportPlan, plan: reports.plan, area: area._id },
    'reports.delReportPlan': { plan: reports.sparePlan },
    ...notify.inputs,
    ...integrations.inputs,
    ...activity.inputs,
    'audit.getAudit': page({}),
    'audit.getAuditPeople': page({}),
    'audit.exportAudit': { condition: {} },
    'jobs.getJobs': page({}),
    'jobs.getJob': { job },
    'jobs.getFileLink': { job },
  }
  const { free: _nobodys, ...owned } = machines
  const scoped = new Set([
    store._id,
    spareStore._id,
    gone.store,
    person.sub_userid,
    sparePerson.sub_userid,
    ...accounts.ids,
    gone.person,
    sn,
    sales.refundable,
    sales.sn,
    ...Object.values(alerts),
    ...Object.values(owned),
    ...goodsSlots.sns,
    ...refills.sns,
    ...visits.sns,
  ])
  const shared = [
    area._id,
    spareArea._id,
    gone.area,
    role.roleid,
    spareRole.roleid,
    gone.role,
    session,
    job,
    ...Object.values(reports),
    ...Object.values(cases),
    ...cards.ids,
    ...notify.ids,
    ...integrations.ids,
    ...activity.ids,
    ...goodsSlots.ids,
    ...refills.ids,
    ...visits.ids,
    ...Object.values(funds),
    image.img_id,
    spareImage.img_id,
    gone.image,
    goods.goods_id,
    spareGoods.goods_id,
    gone.goods,
    file,
    ...bulk.ids,
    importId,
    alike,
    views.id,
    ...payAccounts.ids,
  ]
  const things = new Set([...shared, ...scoped])
  return {
    of(name) {
      if (!(name in table)) throw new Error(`add a sample input for ${name} to test/samples.ts`)
      return table[name]
    },
    namesOwnThings: (call) => leaves(table[call]).some((value) => things.has(value)),
    namesScopedThings: (call) => leaves(table[call]).some((value) => scoped.has(value)),
  }
}

/** One machine for each call that changes it, so that the calls do not affect each other. */
async function makeMachines(app: TestApp, owner: Merchant, store: string, title: string) {
  const options = { type: 'vending', slots: 2, store, title } as const
  const bound = async () => (await makeBoundMachine(app, owner, options)).sn
  const remote = await makeOnlineMachine(app, owner, options)
  const faulty = await makeBoundMachine(app, owner, { ...options, slots: 1 })
  const by = { id: null, username: 'tester' }
  const { command } = await asMachine(app, remote, (ctx) =>
    giveCommand(ctx, { op: 'led', args: { on: true }, by }),
  )
  await asMachine(app, faulty, (ctx) =>
    takeFault(ctx, messageOf(faulty, 'fault', { code: 'MOTOR', raw: '', active: true })),
  )
  const { sn, code } = await makeMachine(app)
  return {
    remote: remote.sn,
    faulty: faulty.sn,
    command,
    settings: await bound(),
    spare: await bound(),
    worn: await bound(),
    standby: (await makeBoundMachine(app, owner, { type: 'vending', slots: 2, title })).sn,
    edited: await bound(),
    emptied: await bound(),
    filled: await bound(),
    copied: await bound(),
    free: { sn, code },
  }
}

const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })

/** Every text in a value, at any depth. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}
