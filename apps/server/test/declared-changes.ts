/** Which rows each call of the contract may change; `call-radius.test.ts` compares. */
import { hashToken } from '../src/kernel/tokens.ts'
import { photoRow } from './bank-cards.ts'
import { type Declared, goodsIn, type Row } from './blast-radius.ts'
import type { Merchant } from './factories.ts'

export type Input = Record<string, unknown>
export type Named = {
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

/** What each call may change, besides adding audit entries and live events. */
export const declaredChanges: Record<string, (named: Named) => Declared> = {
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
  'account.acceptInvitation': ({ by, before }) => ({
    account: { account_id: before('invitation', 'tenant_id', by.tenantId)['account_id'] },
    invitation: { tenant_id: by.tenantId },
    phone_login: 'added',
  }),
  'account.logout': ({ by }) => ({ session: { account_id: by.accountId } }),
  'account.checkOprPwd': () => ({ operation_sign: 'added' }),
  'account.editOprPwd': ({ by }) => ({ account: { account_id: by.accountId } }),
  'account.sendOprPwdSms': ({ by }) => ({ sms_code: { phone: by.username }, sms_inbox: 'added' }),
  'account.sendPhoneSms': () => ({ sms_code: 'added', sms_inbox: 'added' }),
  'account.verifyPhone': ({ by, before }) => ({
    account: { account_id: by.accountId },
    phone_login: 'added',
    sms_code: { phone: before('account', 'account_id', by.accountId)['phone'] },
  }),
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
  'exceptions.takeCase': ({ input }) => ({ exception_case: { case_id: input['case'] } }),
  'exceptions.doneCase': ({ input }) => ({ exception_case: { case_id: input['case'] } }),
  'exceptions.bookCaseSale': ({ input, before }) => {
    const { device_id, store_id } = before('exception_case', 'case_id', input['case'])
    const ofStore = { store_id, client: 'coin' }
    return {
      exception_case: { case_id: input['case'] },
      machine_inbox: { device_id },
      webhook_event: { device_id },
      bill: { device_id },
      sales_device_day: { device_id },
      sales_device_hour: { device_id },
      sales_device_month: { device_id },
      sales_store_day: ofStore,
      sales_store_month: ofStore,
      sales_store_hour: ofStore,
    }
  },
  // The line of the sample is of no order here.
  'exceptions.importStatement': () => ({}),
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
      webhook_event: { device_id },
      pay_order: { orderno },
      sales_device_day: { device_id },
      sales_device_hour: { device_id },
      sales_device_month: { device_id },
      sales_goods_client_day: { device_id },
      sales_goods_client_month: { device_id },
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
  'machines.replaceDev': ({ input: { sn, to }, before }) => {
    const [old, next] = [before('device', 'sn', sn)['device_id'], before('device', 'sn', to)['device_id']]
    return {
      device: { device_id: [old, next] },
      device_past_place: 'added',
      channel: { device_id: next },
      device_state: { device_id: old },
      machine_owner: { device_id: old },
      machine: { sn },
    }
  },
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
    slot_past_goods: { ...machine(), channel_sn: input['channel_sn'] },
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
    slot_past_goods: machine(),
    device: machine(),
    device_cooldown: machine(),
  }),
  'refills.sendRefillVisit': ({ machine }) => ({
    channel: { ...machine(), channel_sn: 1 },
    stock_move: { ...machine(), channel_sn: 1 },
    refill_visit: 'added',
    bulk_refill: 'added',
  }),
  'slots.setGoodsSlots': ({ machine, input }) => ({
    channel: { ...machine(), goods_id: input['goods_id'] },
    device: machine(),
    device_cooldown: machine(),
    slot_change: 'added',
  }),
  'slots.applyListPrices': ({ input, before, selling }) => {
    const changed = before('goods_change', 'change_id', input['change'])['before']
    const [{ goods_id } = { goods_id: '' }] = changed as { goods_id: string }[]
    const machines = selling(goods_id)
    return { channel: { goods_id }, device: machines, device_cooldown: machines, slot_change: 'added' }
  },
  'slots.undoGoodsSlots': ({ input, before }) => {
    const change = before('slot_change', 'change_id', input['change'])
    const machines = { device_id: change['device_ids'] }
    return {
      channel: { ...machines, channel_sn: change['channel_sns'] },
      device: machines,
      slot_change: { change_id: input['change'] },
    }
  },
  'slots.previewSlotImport': () => ({ slot_import: 'added', slot_import_row: 'added' }),
  'slots.applySlotImport': ({ input, before }) => {
    const { device_id, channel_sn } = before('slot_import_row', 'import_id', input['import'])
    return {
      channel: { device_id, channel_sn },
      device: { device_id },
      device_cooldown: { device_id },
      slot_change: 'added',
      slot_import: { import_id: input['import'] },
    }
  },
  'refills.setRefillRoute': ({ by }) => ({ refill_route: { account_id: by.accountId } }),
  'refills.refillDevices': ({ machine }) => ({
    channel: machine(),
    device_cooldown: machine(),
    stock_move: 'added',
    bulk_refill: 'added',
  }),
  'refills.undoRefill': ({ input, before }) => {
    const refill = before('bulk_refill', 'refill_id', input['refill'])
    return {
      channel: { device_id: refill['device_ids'], channel_sn: refill['channel_sns'] },
      stock_move: 'added',
      bulk_refill: { refill_id: input['refill'] },
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
    goods_change: 'added',
    channel: { goods_id: input['goods_id'] },
    device: selling(input['goods_id']),
  }),
  'goods.delPrivate': ({ input }) => ({ goods: { goods_id: input['goods_id'] } }),
  'goods.restorePrivate': ({ input }) => ({ goods: { goods_id: input['goods_id'] } }),
  'goods.editManyGoods': ({ input }) => ({ goods: goodsIn(input), goods_change: 'added' }),
  'goods.delManyGoods': ({ input }) => ({ goods: goodsIn(input), goods_change: 'added' }),
  'goods.undoGoods': ({ input, before }) => ({
    goods: goodsIn({ goods: before('goods_change', 'change_id', input['change'])['before'] }),
    goods_change: { change_id: input['change'] },
  }),
  'goods.previewImport': () => ({ goods_import: 'added', goods_import_row: 'added' }),
  'goods.chooseImport': ({ input }) => ({ goods_import_row: { import_id: input['import'] } }),
  'goods.applyImport': ({ input }) => ({ goods_import: { import_id: input['import'] }, job: 'added' }),
  'staff.addRole': () => ({ role: 'added' }),
  'staff.editRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.delRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.restoreRole': ({ input }) => ({ role: { role_id: input['roleid'] } }),
  'staff.addSubUser': () => ({
    account: 'added',
    login: 'added',
    account_area: 'added',
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
  'staff.suspendSubUser': ({ input }) => ({ account: { account_id: input['sub_userid'] } }),
  'staff.resumeSubUser': ({ input }) => ({ account: { account_id: input['sub_userid'] } }),
  'staff.inviteSubUser': () => ({ invitation: 'added', sms_inbox: 'added' }),
  'staff.withdrawInvitation': ({ input }) => ({ invitation: { account_id: input['sub_userid'] } }),
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
  'payaccounts.addPayAccount': () => ({ pay_account: 'added' }),
  'payaccounts.editPayAccount': ({ input }) => ({ pay_account: { pay_account_id: input['pay_account_id'] } }),
  // It replaces the account of the same provider that was in use.
  'payaccounts.switchPayAccount': () => ({ pay_account: { provider: 'wechat' } }),
  'integrations.addKey': () => ({ account: 'added', api_key: 'added', account_store: 'added' }),
  'integrations.editKey': ({ input }) => ({
    account: { account_id: input['key_id'] },
    account_store: 'added',
  }),
  'integrations.revokeKey': ({ input }) => ({
    account: { account_id: input['key_id'] },
    api_key: { key_id: input['key_id'] },
  }),
  'integrations.addWebhook': () => ({ webhook: 'added' }),
  'integrations.editWebhook': ({ input }) => ({ webhook: { webhook_id: input['webhook_id'] } }),
  'integrations.delWebhook': ({ input }) => ({ webhook: { webhook_id: input['webhook_id'] } }),
  'integrations.resendEvents': ({ input }) => ({
    webhook_delivery: { webhook_id: input['webhook_id'] },
  }),
  'views.saveView': () => ({ list_view: 'added' }),
  'views.deleteView': ({ input }) => ({ list_view: { view_id: input['view_id'] } }),
  'referrers.addReferrer': () => ({ referrer: 'added' }),
  'referrers.editReferrer': ({ input }) => ({
    referrer: { referrer_id: input['referrer_id'] },
    referrer_past_terms: 'added',
  }),
  'referrers.delReferrer': ({ input }) => ({ referrer: { referrer_id: input['referrer_id'] } }),
  'referrers.restoreReferrer': ({ input }) => ({
    referrer: { referrer_id: input['referrer_id'] },
    referrer_past_terms: 'added',
  }),
  'vouchers.addGift': () => ({ voucher_batch: 'added', voucher: 'added' }),
  'vouchers.disableGift': ({ input }) => ({ voucher: { gift_id: input['gift_id'] } }),
  'vouchers.restoreGift': ({ input }) => ({
    voucher: { gift_id: input['gift_id'] },
    bill: { client: 'gift' },
    webhook_event: 'added',
  }),
  'vouchers.disableGiftBatch': ({ input }) => ({ voucher: { batch_id: input['batch'] } }),
  'notify.getNotifyBindUrl': () => ({ receiver_bind: 'added' }),
  'notify.editNotify': ({ input }) => ({ receiver: { notify_id: input['notify_id'] } }),
  'notify.delNotify': ({ input }) => ({ receiver: { notify_id: input['notify_id'] } }),
  'notify.testNotify': () => ({ notice: 'added' }),
  'notify.bindNotify': ({ input }) => ({
    receiver: 'added',
    receiver_bind: { scene: `\\x${hashToken(String(input['scene'])).toString('hex')}` },
  }),
  'notify.addRobot': () => ({ receiver: 'added' }),
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
