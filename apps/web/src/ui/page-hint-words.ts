import { words } from '@slotwise/contract'

/**
 * The purpose of each page, in one sentence. Only the start page shows them, so they are loaded with it and not with
 * the frame.
 */
export const pageHintWords = words({
  dashboardHint: [
    '一眼了解您管理的门店和设备。',
    '一眼掌握您管理的門店和設備。',
    'What you look after, at a glance.',
  ],
  buyOrderHint: [
    '每一笔销售、支付方式、出货结果和退款。',
    '每一筆銷售、支付方式、出貨結果和退款。',
    'Each sale: how it was paid, what came out, what was given back.',
  ],
  payOrderHint: [
    '顾客下单支付的账单及其状态。',
    '顧客下單支付的帳單及其狀態。',
    'What customers were asked to pay, and whether they did.',
  ],
  refundBillHint: [
    '自动和手动退款，以及在支付渠道的进度。',
    '自動和手動退款，以及在支付渠道的進度。',
    'Automatic refunds and those by hand, and how far they are.',
  ],
  bankcardHint: [
    '提交收款银行卡，查看审核进度。',
    '提交收款銀行卡，檢視審核進度。',
    'The cards that you are paid out to, and how far their review is.',
  ],
  fundHint: [
    '各收款账户的余额、下次结算和每一笔明细。',
    '各收款帳戶的餘額、下次結算和每一筆明細。',
    'What is owed to you, when it comes, and each line of it.',
  ],
  settleHint: [
    '每天结算到银行卡的金额、进度和包含的订单。',
    '每天結算到銀行卡的金額、進度和包含的訂單。',
    'What was paid out to your bank cards, and the bills inside.',
  ],
  siteHint: [
    '每月应付各场地方的分成和租金。',
    '每月應付各場地方的分成和租金。',
    'What the owner of each site gets for a month.',
  ],
  deviceHint: [
    '查看设备实时状态，管理货道与设置，远程控制设备。',
    '檢視設備即時狀態，管理貨道與設定，遠端控制設備。',
    'Your machines: what they do now, their slots, settings and remote control.',
  ],
  refillListHint: [
    '需要补多少货、带什么货、按什么顺序去哪些门店；可打印、导出，批量补满设备。',
    '需要補多少貨、帶什麼貨、依什麼順序去哪些門店；可列印、匯出，批次補滿設備。',
    'What to load, which stores to visit in which order, and what each slot needs.',
  ],
  alertsHint: [
    '离线、库存不足和故障的设备，按潜在损失排序，由谁处理一目了然。',
    '離線、庫存不足和故障的設備，依潛在損失排序，由誰處理一目了然。',
    'Devices that need a hand, what costs most first, and who takes care of them.',
  ],
  regionHint: [
    '管理设备所在的区域和门店，包括联系方式与合作信息。',
    '管理設備所在的區域和門店，包括聯絡方式與合作資訊。',
    'Where your devices stand: areas, stores, contacts and cooperation.',
  ],
  giftHint: [
    '让顾客免费领取一次商品的券：生成、打印，查看由谁在哪里使用。',
    '讓顧客免費領取一次商品的券：產生、列印，檢視由誰在哪裡使用。',
    'Vouchers that give customers goods once: make them, print them, see where they were used.',
  ],
  referrerHint: [
    '推荐人负责的门店、佣金和发放的兑换券。',
    '推薦人負責的門店、佣金和發放的兌換券。',
    'Who brings you customers, and the commission for it.',
  ],
  goodsHint: [
    '您售卖的商品：名称、价格、标签和图片，供各货道选用。',
    '您販售的商品：名稱、價格、標籤和圖片，供各貨道選用。',
    'What you sell: names, prices, tags and pictures, ready for every slot.',
  ],
  couponHint: [
    '折扣券和现金券：顾客扫码领取，在设备上使用。',
    '折扣券和現金券：顧客掃碼領取，在設備上使用。',
    'Discounts that customers receive by a QR code and use at your devices.',
  ],
  sicHint: [
    '收入、退款和失败率，与上期比较。',
    '收入、退款和失敗率，與上期比較。',
    'Income, refunds and failures, against the period before.',
  ],
  sicGoodsHint: ['各商品的收入和售出件数。', '各商品的收入和售出件數。', 'What each of your goods earned.'],
  downloadHint: [
    'Excel 或 CSV 报表，可定期自动生成。',
    'Excel 或 CSV 報表，可定期自動產生。',
    'Excel or CSV reports, on demand or by themselves.',
  ],
  cardHint: [
    '会员卡的积分、可用设备、充值和消费记录。',
    '會員卡的點數、可用設備、儲值和消費紀錄。',
    'Cards that pay at your devices: their points, and who holds them.',
  ],
  subUserHint: [
    '为员工开通账号，指定角色以及可管理的门店和设备。',
    '為員工開通帳號，指定角色以及可管理的門店和設備。',
    'Accounts for your staff, with a role and the stores and devices they look after.',
  ],
  roleHint: [
    '设定各类员工可以查看和操作的内容。',
    '設定各類員工可以查看和操作的內容。',
    'What each kind of staff may see and do.',
  ],
  inboxHint: [
    '设备告警和退款的消息，以及是否在浏览器中提醒。',
    '設備告警和退款的訊息，以及是否在瀏覽器中提醒。',
    'Messages about alerts and refunds, and whether this browser shows them.',
  ],
  notifyHint: [
    '谁在设备异常或退款时收到通知，以及已发送的通知。',
    '誰在設備異常或退款時收到通知，以及已傳送的通知。',
    'Who is told of trouble and refunds, and what was sent.',
  ],
  integrationsHint: [
    '供您自己的系统使用的 API 密钥和事件推送。',
    '供您自己的系統使用的 API 金鑰和事件推送。',
    'API keys and webhooks for your own systems.',
  ],
  auditHint: [
    '谁在何时何地做了什么，以及变更前后的内容。',
    '誰在何時何地做了什麼，以及變更前後的內容。',
    'Who did what, when and from where, before and after.',
  ],
})
export type PageHint = keyof (typeof pageHintWords)['en-US']
