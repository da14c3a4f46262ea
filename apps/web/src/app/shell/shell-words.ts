import { words } from '@slotwise/contract'

/** Texts of the frame around every page: menu, header, and the names of the pages. */
export const shellWords = words({
  home: ['首页', '首頁', 'Start'],
  dashboard: ['经营概况', '經營概況', 'Overview'],
  dashboardHint: [
    '一眼了解您管理的门店和设备。',
    '一眼掌握您管理的門店和設備。',
    'What you look after, at a glance.',
  ],
  buyOrder: ['销售订单', '銷售訂單', 'Sales list'],
  buyOrderHint: [
    '每一笔销售、支付方式、出货结果和退款。',
    '每一筆銷售、支付方式、出貨結果和退款。',
    'Each sale: how it was paid, what came out, what was given back.',
  ],
  payOrder: ['支付账单', '支付帳單', 'Payment bills'],
  payOrderHint: [
    '顾客下单支付的账单及其状态。',
    '顧客下單支付的帳單及其狀態。',
    'What customers were asked to pay, and whether they did.',
  ],
  refundBill: ['退款记录', '退款紀錄', 'Refund records'],
  refundBillHint: [
    '自动和手动退款，以及在支付渠道的进度。',
    '自動和手動退款，以及在支付渠道的進度。',
    'Automatic refunds and those by hand, and how far they are.',
  ],
  fund: ['资金查询', '資金查詢', 'Fund query'],
  fundHint: [
    '各收款账户的余额、下次结算和每一笔明细。',
    '各收款帳戶的餘額、下次結算和每一筆明細。',
    'What is owed to you, when it comes, and each line of it.',
  ],
  settle: ['结算记录', '結算紀錄', 'Settlement records'],
  settleHint: [
    '每天结算到银行卡的金额、进度和包含的订单。',
    '每天結算到銀行卡的金額、進度和包含的訂單。',
    'What was paid out to your bank cards, and the bills inside.',
  ],
  site: ['场地对账', '場地對帳', 'Site owners'],
  siteHint: [
    '每月应付各场地方的分成和租金。',
    '每月應付各場地方的分成和租金。',
    'What the owner of each site gets for a month.',
  ],
  device: ['设备', '設備', 'Devices'],
  deviceHint: [
    '查看设备实时状态，管理货道与设置，远程控制设备。',
    '檢視設備即時狀態，管理貨道與設定，遠端控制設備。',
    'Your machines: what they do now, their slots, settings and remote control.',
  ],
  oneDevice: ['设备详情', '設備詳情', 'Device'],
  region: ['区域门店', '區域門店', 'Area and stores'],
  regionHint: [
    '管理设备所在的区域和门店，包括联系方式与合作信息。',
    '管理設備所在的區域和門店，包括聯絡方式與合作資訊。',
    'Where your devices stand: areas, stores, contacts and cooperation.',
  ],
  goods: ['商品', '商品', 'Goods'],
  goodsHint: [
    '您售卖的商品：名称、价格、标签和图片，供各货道选用。',
    '您販售的商品：名稱、價格、標籤和圖片，供各貨道選用。',
    'What you sell: names, prices, tags and pictures, ready for every slot.',
  ],
  sicArea: ['区域统计', '區域統計', 'Area statistics'],
  sicHint: [
    '收入、退款和失败率，与上期比较。',
    '收入、退款和失敗率，與上期比較。',
    'Income, refunds and failures, against the period before.',
  ],
  sicStore: ['门店统计', '門店統計', 'Store statistics'],
  sicDevice: ['设备统计', '設備統計', 'Device statistics'],
  sicGoods: ['商品分析', '商品分析', 'Goods analysis'],
  sicGoodsHint: ['各商品的收入和售出件数。', '各商品的收入和售出件數。', 'What each of your goods earned.'],
  download: ['报表下载', '報表下載', 'Report download'],
  downloadHint: [
    'Excel 或 CSV 报表，可定期自动生成。',
    'Excel 或 CSV 報表，可定期自動產生。',
    'Excel or CSV reports, on demand or by themselves.',
  ],
  subUser: ['子账号', '子帳號', 'Sub-accounts'],
  subUserHint: [
    '为员工开通账号，指定角色以及可管理的门店和设备。',
    '為員工開通帳號，指定角色以及可管理的門店和設備。',
    'Accounts for your staff, with a role and the stores and devices they look after.',
  ],
  role: ['角色', '角色', 'Roles'],
  roleHint: [
    '设定各类员工可以查看和操作的内容。',
    '設定各類員工可以查看和操作的內容。',
    'What each kind of staff may see and do.',
  ],
  audit: ['操作日志', '操作紀錄', 'Audit log'],
  auditHint: [
    '谁在何时何地做了什么，以及变更前后的内容。',
    '誰在何時何地做了什麼，以及變更前後的內容。',
    'Who did what, when and from where, before and after.',
  ],

  activity: ['活动', '活動', 'Activity'],
  statistics: ['统计', '統計', 'Statistics'],
  finance: ['财务', '財務', 'Finance'],
  account: ['账户', '帳戶', 'Account'],

  menu: ['菜单', '選單', 'Menu'],
  collapseMenu: ['收起菜单', '收合選單', 'Collapse menu'],
  expandMenu: ['展开菜单', '展開選單', 'Expand menu'],
  openMenu: ['打开菜单', '開啟選單', 'Open menu'],
  closeMenu: ['关闭菜单', '關閉選單', 'Close menu'],
  skipToContent: ['跳到正文', '跳到內容', 'Skip to content'],
  brandHome: ['{name}，首页', '{name}，首頁', '{name}, start page'],

  userMenu: ['{name} 的账户', '{name} 的帳戶', 'Account of {name}'],
  changeOperationPassword: ['修改操作密码', '修改操作密碼', 'Change operation password'],
  setOperationPassword: ['设置操作密码', '設定操作密碼', 'Set operation password'],
  resetLoginPassword: ['重置登录密码', '重設登入密碼', 'Reset login password'],
  logOut: ['退出登录', '登出', 'Log out'],

  unlocked: [
    '敏感操作已解锁，{until} 前有效。点击立即锁定',
    '敏感操作已解鎖，{until} 前有效。點擊立即鎖定',
    'Sensitive actions are unlocked until {until}. Lock now',
  ],
  locked: [
    '已锁定，下次敏感操作需输入操作密码。',
    '已鎖定，下次敏感操作需輸入操作密碼。',
    'Locked. The next sensitive action asks for the operation password.',
  ],

  offline: [
    '网络已断开，暂时无法加载和保存',
    '網路已中斷，暫時無法載入和儲存',
    'You are offline. Nothing can be loaded or saved.',
  ],
  demo: ['演示环境，数据仅供体验', '示範環境，資料僅供體驗', 'Demo environment. Try anything you like.'],
})
export type ShellWord = keyof (typeof shellWords)['en-US']
