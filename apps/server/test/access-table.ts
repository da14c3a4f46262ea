/**
 * Who may make which call, copied by hand from the specification (sections 6 and 7) and the decisions (sections 1,
 * 3 and 11). Nothing here is read from the contract, because this table checks the contract. Calls that the
 * specification does not list follow the decisions on pickers, exports and main-only pages.
 */

/**
 * Every caller, every session, the main account alone, a main account of the operator's list, or each sub-account with one
 * of these permission ids.
 */
export type Caller = 'public' | 'signedIn' | 'main' | 'activity' | readonly number[]

/** `sign`: true when the call always needs a sign, or the fields that require one. */
export type CallAccess = { path: string; caller: Caller; sign: true | readonly string[] | undefined }

export type PermissionEntry = { id: number; key: string; flag: string; name: string }

/** Id, key in the contract, flag in `havePerms`, and the name that `getPermission` shows in English. */
export const permissionTable: readonly PermissionEntry[] = [
  [1020, 'home', 'Home', 'Overview'],
  [1021, 'order.buyBill', 'Order.BuyBill', 'Sales bills'],
  [1022, 'store.manage', 'Store.AreaStore', 'Area and stores'],
  [1023, 'device.manage', 'Device.DeviceManage', 'Device management'],
  [1024, 'goods.manage', 'Goods.GoodsManage', 'Goods'],
  [1025, 'statistics.area', 'Statistics.SicArea', 'Area statistics'],
  [1026, 'statistics.store', 'Statistics.SicStore', 'Store statistics'],
  [1027, 'statistics.device', 'Statistics.SicDevice', 'Device statistics'],
  [1028, 'bank.payBill', 'Bank.PayBill', 'Payment bills'],
  [1029, 'bank.manage', 'Bank.BankManage', 'Bank cards'],
  [1030, 'device.remote', 'Device.Remote', 'Remote control'],
  [1031, 'order.refund', 'Order.Refund', 'Refunds'],
  [1032, 'device.test', 'Device.Test', 'Testing'],
  [1033, 'statistics.report', 'Statistics.Report', 'Report download'],
  [1034, 'device.init', 'Device.Init', 'Initialization'],
  [1035, 'statistics.goods', 'Statistics.Goods', 'Goods analysis'],
  [1036, 'bank.settle', 'Bank.Settle', 'Settlement records'],
  [1037, 'user.subUser', 'User.SubUser', 'Sub-accounts'],
  [1038, 'user.role', 'User.Role', 'Roles'],
  // Parts of 1023, extensions of the specification.
  [1101, 'device.refill', 'Device.Refill', 'Refilling'],
  [1102, 'device.price', 'Device.Price', 'Slot goods and prices'],
  [1103, 'device.setting', 'Device.Setting', 'Device settings'],
].map(([id, key, flag, name]) => ({ id, key, flag, name }) as PermissionEntry)

/** The flags that an id gives besides its own: device management has its parts. */
export const flagsBeside: Readonly<Record<number, readonly string[]>> = {
  1023: ['Device.Refill', 'Device.Price', 'Device.Setting'],
}

const calls = (prefix: string, names: string, caller: Caller, sign?: CallAccess['sign']): CallAccess[] =>
  names.split(' ').map((name) => ({ path: prefix + name, caller, sign }))

export const accessTable: readonly CallAccess[] = [
  // Public.
  ...calls('/p/v1/', 'login checkAccount checkAccount/my checkSmsCode checkSmsCode/my', 'public'),
  ...calls('/p/v1/', 'signUp sendPwdSMS resetPwd branding getInvitation acceptInvitation', 'public'),

  // The caller's own account. The header's passwords are for the main account alone.
  ...calls('/api/v1/u/', 'me logout checkPwd checkOprPwd', 'signedIn'),
  // It finds only what the caller may list.
  ...calls('/api/v1/u/', 'search', 'signedIn'),
  ...calls('/api/v1/u/', 'sendPhoneSMS verifyPhone', 'signedIn'),
  // Views of lists; a list that the caller may not open is refused.
  ...calls('/api/v1/u/', 'getViews saveView deleteView', 'signedIn'),
  ...calls('/api/v1/u/', 'editOprPwd sendPwdSMS changePwd sendOprPwdSMS resetOprPwd', 'main'),

  // Areas and stores. Pickers are for every signed-in user.
  ...calls('/api/v1/u/', 'getArea addArea editArea delArea restoreArea', [1022]),
  ...calls('/api/v1/u/', 'getStore addStore editStore delStore restoreStore exportRegions', [1022]),
  ...calls('/api/v1/u/', 'getAllStore getAllArea', 'signedIn'),

  // Devices: 1023 manages them, 1030 controls them from afar, 1032 tests them, 1034 initializes them. Of 1023, 1101
  // refills them, 1102 sets their goods and prices, and 1103 their settings; each of these sees the machines.
  ...calls('/api/v1/d/', 'getDev getDevCounts getThresholds', [1023, 1101, 1102, 1103]),
  ...calls('/api/v1/d/', 'editDev editDevs setThreshold', [1023, 1103]),
  ...calls(
    '/api/v1/d/',
    'bindDev exportDev getDevHistory getDevTemperature getDevSlips exportDevHistory',
    [1023],
  ),
  ...calls('/api/v1/d/', 'getAllDevice', 'signedIn'),
  ...calls('/api/v1/d/', 'remoteOuting switchLED power refreshSetting unbind replaceDev', [1030], true),
  ...calls('/api/v1/d/', 'previewReplace', [1030]),
  ...calls('/api/v1/d/', 'testOut', [1032], true),
  ...calls('/api/v1/d/', 'setChannelNum', [1034], true),
  ...calls('/api/v1/d/', 'getCommand', [1023, 1030, 1032, 1034]),

  // Alerts are work at machines.
  ...calls('/api/v1/d/', 'getAlerts takeAlert doneAlert exportAlerts', [1023]),

  // Channels. Every work at a machine begins with its slots, so each permission for machines reads them.
  ...calls('/api/v1/c/', 'getDevChannel', [1023, 1101, 1102, 1103, 1030, 1032, 1034]),
  // A slot has pieces, which refilling changes, and goods, prices and sizes, which have a permission of their own.
  ...calls('/api/v1/c/', 'setChannelInfo exportDevChannel', [1023, 1101, 1102]),
  ...calls('/api/v1/c/', 'putDownGoods copyChannels', [1023, 1102]),
  ...calls('/api/v1/c/', 'getGoodsSlots setGoodsSlots undoGoodsSlots', [1023, 1102]),
  ...calls('/api/v1/c/', 'getListPriceSlots applyListPrices', [1023, 1102]),
  ...calls(
    '/api/v1/c/',
    'previewSlotImport getSlotImportRows applySlotImport getSlotImportUndo',
    [1023, 1102],
  ),
  ...calls('/api/v1/c/', 'setQuantity getRefillList setRefillRoute refillDevices undoRefill', [1023, 1101]),
  ...calls('/api/v1/c/', 'exportRefillList getRefillMachine sendRefillVisit', [1023, 1101]),
  ...calls('/api/v1/c/', 'getResetC', [1034]),
  ...calls('/api/v1/c/', 'resetId', [1034], true),

  // Goods and pictures.
  ...calls('/api/v1/g/', 'getImg uploadImg editImg delImg restoreImg', [1024]),
  ...calls('/api/v1/g/', 'getGoods getGoodsTags addPrivate editPrivate delPrivate restorePrivate', [1024]),
  ...calls('/api/v1/g/', 'editManyGoods delManyGoods undoGoods', [1024]),
  ...calls('/api/v1/g/', 'exportGoods previewImport getImportRows chooseImport applyImport', [1024]),
  ...calls('/api/v1/g/', 'getAllGoods', 'signedIn'),

  // Staff. Assigning a role needs the list of roles.
  ...calls('/api/v1/a/', 'getPermission addRole editRole delRole restoreRole', [1038]),
  ...calls('/api/v1/a/', 'getRole', [1037, 1038]),
  ...calls('/api/v1/u/', 'getSubUser isExistSubUser addSubUser delSubUser restoreSubUser', [1037]),
  ...calls('/api/v1/u/', 'suspendSubUser resumeSubUser inviteSubUser withdrawInvitation', [1037]),
  ...calls('/api/v1/u/', 'editSubUser', [1037], ['password', 'oper_pwd']),
  ...calls('/api/v1/u/', 'resetSubUserOprPwd', [1037], true),
  ...calls('/api/v1/u/', 'exportStaff', [1037, 1038]),
  ...calls('/api/v1/u/', 'getSessions endSession', 'main'),

  // Keys and webhooks for the merchant's systems: what makes them gives access, so it needs the operation password.
  ...calls('/api/v1/u/', 'addKey editKey addWebhook', 'main', true),
  ...calls('/api/v1/u/', 'getKeys revokeKey getWebhooks editWebhook delWebhook testWebhook', 'main'),
  ...calls('/api/v1/u/', 'getDeliveries resendEvents', 'main'),
  // Events of sales and refunds, or of machines.
  ...calls('/api/v1/u/', 'getEvents', [1021, 1023]),

  // Payment bills.
  ...calls('/api/v1/b/', 'getPayBill exportPayBill', [1028]),
  // Bills.
  ...calls('/api/v1/b/', 'getBuyBill getBuyBillTotal getBill exportBuyBill', [1021]),

  // Refunds. Their records are the main account's.
  ...calls('/api/v1/b/', 'refund', [1031], true),
  ...calls('/api/v1/b/', 'getRefundBill exportRefundBill', 'main'),

  // Bank cards: 1029. Settlements name their payout accounts; stores and machines do so only to those who manage cards.
  ...calls('/api/v1/b/', 'getBankNo', [1029]),
  ...calls('/api/v1/k/', 'getMerchant exportBank getBank getPlaces isExistEmail addBank delBank', [1029]),
  ...calls('/api/v1/k/', 'getBankDraft saveBankDraft uploadBankImg addBankImg getImage', [1029]),
  ...calls('/api/v1/k/', 'revealBank', [1029], true),
  ...calls('/api/v1/k/', 'getPayoutAccounts', [1029, 1036]),
  // Funds and their statement are the main account's; settlements have a permission.
  ...calls('/api/v1/b/', 'getFunds getFundSum getFundLines exportFundLines', 'main'),
  ...calls('/api/v1/b/', 'assignFunds', 'main', true),
  // Cases concern money, wherever it was taken.
  ...calls(
    '/api/v1/b/',
    'getCases takeCase doneCase getCaseMessage bookCaseSale exportCases getStatementRuns importStatement',
    'main',
  ),
  // Accounts of the merchant at payment providers; changes need the operation password.
  ...calls('/api/v1/k/', 'getPayAccounts tryPayAccount', 'main'),
  ...calls('/api/v1/k/', 'addPayAccount editPayAccount switchPayAccount', 'main', true),
  ...calls('/api/v1/b/', 'getSettle getSettleDetail getSettleLines exportSettle', [1036]),
  // What the owners of sites get.
  ...calls('/api/v1/b/', 'getSites getSite exportSites', [1036]),

  // The overview, and statistics by what they are about.
  ...calls('/api/v1/a/', 'overview detail getAttention getBeginnings', [1020]),
  ...calls('/api/v1/a/', 'area exportAreaSales', [1025]),
  ...calls('/api/v1/a/', 'store exportStoreSales', [1026]),
  ...calls('/api/v1/a/', 'device exportDeviceSales', [1027]),
  ...calls('/api/v1/a/', 'goods getGoodsChannels exportGoodsSales', [1035]),
  ...calls('/api/v1/a/', 'getSalesTrend', [1025, 1026, 1027, 1035]),

  // Reports.
  ...calls('/api/v1/a/', 'report getReports delReport', [1033]),
  ...calls('/api/v1/a/', 'getReportPlans addReportPlan editReportPlan delReportPlan', [1033]),

  // Member cards and members.
  ...calls('/api/v1/c/', 'getCardList addCard editCard delCard restoreCard', 'main'),
  ...calls('/api/v1/c/', 'getCardPoints getMemberList exportCard', 'main'),
  // Vouchers and referrers, for main accounts to which the operator has given the activity pages.
  ...calls('/api/v1/h/', 'getGift', 'activity'),
  ...calls('/api/v1/b/', 'addGift disableGift restoreGift disableGiftBatch getGiftBatches', 'activity'),
  ...calls('/api/v1/b/', 'getGiftCode getGiftSheet exportGift', 'activity'),
  ...calls('/api/v1/b/', 'getReferrer addReferrer editReferrer delReferrer restoreReferrer', 'activity'),
  ...calls('/api/v1/b/', 'getAllReferrer getReferrerStatement exportReferrers', 'activity'),

  // Receivers of notices are the main account's. Every account may become one, and has an inbox.
  ...calls(
    '/api/v1/u/',
    'getNotifyList getNotifyBindUrl getNotifyChannels addRobot editNotify delNotify testNotify',
    'main',
  ),
  ...calls('/api/v1/u/', 'getNotices resendNotice', 'main'),
  ...calls('/api/v1/u/', 'getNotifyBind bindNotify getInbox getInboxCount readInbox', 'signedIn'),
  ...calls('/api/v1/u/', 'getPushKey addPush delPush', 'signedIn'),

  // The activity pages.
  ...calls('/api/v1/b/', 'getCoupon addCoupon editCoupon delCoupon restoreCoupon', 'activity'),
  ...calls('/api/v1/b/', 'getCardCouponList exportCoupon', 'activity'),

  // The audit of all accounts of the merchant.
  ...calls('/api/v1/a/', 'getAudit getAuditPeople exportAudit', 'main'),

  // The caller's own exports and reports.
  ...calls('/api/v1/j/', 'getJobs getJob getFileLink', 'signedIn'),
]
