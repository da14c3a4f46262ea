import { words } from '@slotwise/contract'

/** Texts of the frame around every page: menu, header, and the names of the pages. */
export const shellWords = words({
  home: ['首页', '首頁', 'Home'],
  dashboard: ['经营概况', '經營概況', 'Overview'],
  buyOrder: ['销售订单', '銷售訂單', 'Sales list'],
  payOrder: ['支付账单', '支付帳單', 'Payment bills'],
  refundBill: ['退款记录', '退款紀錄', 'Refund records'],
  exceptions: ['异常处理', '異常處理', 'Exceptions'],
  bankcard: ['银行卡', '銀行卡', 'Bank cards'],
  payAccount: ['支付账户', '支付帳戶', 'Payment accounts'],
  fund: ['资金查询', '資金查詢', 'Fund query'],
  settle: ['结算记录', '結算紀錄', 'Settlement records'],
  site: ['场地对账', '場地對帳', 'Site statements'],
  device: ['设备', '設備', 'Devices'],
  oneDevice: ['设备详情', '設備詳情', 'Device'],
  refillList: ['补货清单', '補貨清單', 'Refill list'],
  refillVisit: ['现场补货', '現場補貨', 'Refill'],
  alerts: ['设备告警', '設備告警', 'Alerts'],
  region: ['区域门店', '區域門店', 'Area and stores'],
  goods: ['商品', '商品', 'Goods'],
  gift: ['兑换券', '兌換券', 'Vouchers'],
  referrer: ['推荐人', '推薦人', 'Referrers'],
  sicArea: ['区域统计', '區域統計', 'Area statistics'],
  sicStore: ['门店统计', '門店統計', 'Store statistics'],
  sicDevice: ['设备统计', '設備統計', 'Device statistics'],
  sicGoods: ['商品分析', '商品分析', 'Goods analysis'],
  download: ['报表下载', '報表下載', 'Report download'],
  card: ['会员', '會員', 'Members'],
  member: ['会员名单', '會員名單', 'Member list'],
  coupon: ['优惠券', '優惠券', 'Coupons'],
  subUser: ['子账号', '子帳號', 'Sub-accounts'],
  role: ['角色', '角色', 'Roles'],
  inbox: ['站内消息', '站內訊息', 'Inbox'],
  notify: ['消息通知', '訊息通知', 'Notifications'],
  audit: ['操作日志', '操作紀錄', 'Audit log'],

  activity: ['活动', '活動', 'Activity'],
  statistics: ['统计', '統計', 'Statistics'],
  finance: ['财务', '財務', 'Finance'],
  account: ['账号', '帳號', 'Account'],

  menu: ['菜单', '選單', 'Menu'],
  collapseMenu: ['收起菜单', '收合選單', 'Collapse menu'],
  expandMenu: ['展开菜单', '展開選單', 'Expand menu'],
  openMenu: ['打开菜单', '開啟選單', 'Open menu'],
  closeMenu: ['关闭菜单', '關閉選單', 'Close menu'],
  skipToContent: ['跳到正文', '跳到內容', 'Skip to content'],
  brandHome: ['{name}，首页', '{name}，首頁', '{name}, home'],

  search: ['搜索', '搜尋', 'Search'],
  searchAll: ['搜索全部（{key}）', '搜尋全部（{key}）', 'Search everything ({key})'],

  userMenu: ['{name} 的账号', '{name} 的帳號', 'Account of {name}'],
  changeOperationPassword: ['修改操作密码', '修改操作密碼', 'Change operation password'],
  setOperationPassword: ['设置操作密码', '設定操作密碼', 'Set operation password'],
  resetLoginPassword: ['重置登录密码', '重設登入密碼', 'Reset login password'],
  logOut: ['退出登录', '登出', 'Log out'],

  unlocked: [
    '敏感操作已解锁，{until} 前有效。点击立即锁定。',
    '敏感操作已解鎖，{until} 前有效。點擊立即鎖定。',
    'Sensitive actions are unlocked until {until}. Click to lock now.',
  ],
  locked: [
    '已锁定，下次敏感操作需输入操作密码。',
    '已鎖定，下次敏感操作需輸入操作密碼。',
    'Locked. The next sensitive action asks for the operation password.',
  ],

  offline: [
    '网络已断开，暂时无法加载和保存。',
    '網路已中斷，暫時無法載入和儲存。',
    'You are offline. Nothing can be loaded or saved.',
  ],
  offlineKept: [
    '网络已断开，补货照常记录。保持后台页面打开，恢复后自动发送。',
    '網路已中斷，補貨照常記錄。保持後台頁面開啟，恢復後自動傳送。',
    'You are offline. Keep the console open; what you enter here is sent once you are back online.',
  ],
  demo: ['演示环境，数据仅供体验。', '示範環境，資料僅供體驗。', 'Demo environment. Try anything you like.'],
})
export type ShellWord = keyof (typeof shellWords)['en-US']
