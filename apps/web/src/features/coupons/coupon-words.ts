import { words } from '@slotwise/contract'

/** Texts of the page itself; the names of fields are in the contract, because exports use them too. */
export const couponWords = words({
  title: ['优惠券', '優惠券', 'Coupons'],
  couponsTab: ['优惠券', '優惠券', 'Coupons'],
  receivedTab: ['领取与使用', '領取與使用', 'Received and used'],
  search: ['搜索优惠券', '搜尋優惠券', 'Search coupons'],
  searchHint: ['按名称搜索', '依名稱搜尋', 'Search by name'],
  searchCard: ['搜索会员卡号', '搜尋會員卡號', 'Search card no.'],
  searchCardHint: ['输入完整卡号', '輸入完整卡號', 'Enter the full card no.'],

  add: ['新增优惠券', '新增優惠券', 'Add coupon'],
  edit: ['编辑优惠券', '編輯優惠券', 'Edit coupon'],
  save: ['保存优惠券', '儲存優惠券', 'Save coupon'],
  added: ['优惠券已新增', '優惠券已新增', 'Coupon added'],
  saved: ['已保存', '已儲存', 'Saved'],
  delete: ['删除优惠券', '刪除優惠券', 'Delete coupon'],
  deleteTitle: ['删除优惠券“{name}”？', '刪除優惠券「{name}」？', 'Delete the coupon “{name}”?'],
  deleteText: [
    '删除后顾客不能再领取，已领取但未使用的也不能在设备上使用。恢复后可继续使用。',
    '刪除後顧客不能再領取，已領取但未使用的也不能在設備上使用。還原後可繼續使用。',
    'Customers can no longer receive it, and received but unused ones no longer work at devices. They work again if you restore it.',
  ],
  deleted: ['优惠券“{name}”已删除', '優惠券「{name}」已刪除', 'Coupon “{name}” deleted'],
  restore: ['恢复', '還原', 'Restore'],
  restored: ['优惠券“{name}”已恢复', '優惠券「{name}」已還原', 'Coupon “{name}” restored'],
  none: ['还没有优惠券', '還沒有優惠券', 'No coupons yet'],
  noneHint: [
    '新增优惠券后，把二维码贴在设备旁；顾客用手机领取，付款前在设备上出示券码即可减价。优惠由您承担。',
    '新增優惠券後，把 QR 碼貼在設備旁；顧客用手機領取，付款前在設備上出示券碼即可減價。優惠由您承擔。',
    'Add a coupon and put its QR code next to your devices. Customers receive it on their phones and show the code before they pay. You bear the discount.',
  ],
  noneDeleted: ['没有已删除的优惠券', '沒有已刪除的優惠券', 'No deleted coupons'],
  noneDeletedHint: [
    '删除的优惠券会显示在这里，可随时恢复。',
    '刪除的優惠券會顯示在這裡，可隨時還原。',
    'Deleted coupons are listed here and can be restored at any time.',
  ],

  of: ['{received} / {quantity}', '{received} / {quantity}', '{received} of {quantity}'],
  receivedOf: ['“{name}”的领取与使用记录', '「{name}」的領取與使用紀錄', '“{name}”, received and used'],
  valid: ['有效期', '有效期', 'Validity'],
  between: ['{from} 至 {to}', '{from} 至 {to}', '{from} to {to}'],
  from: ['{from} 起', '{from} 起', 'From {from}'],
  until: ['至 {to}', '至 {to}', 'Until {to}'],
  always: ['长期有效', '長期有效', 'No expiry'],
  someStores: ['{name} 等 {count} 家', '{name} 等 {count} 家', '{name} and others ({count})'],

  percentOff: ['减免比例', '減免比例', 'Percent off'],
  percentHint: [
    '填写减去的比例：八折请填 20。',
    '填寫減去的比例：八折請填 20。',
    'The percentage taken off: with 20, a price of 10.00 becomes 8.00.',
  ],
  cashOff: ['减免金额', '減免金額', 'Amount off'],
  cashHint: ['顾客至少支付 0.01。', '顧客至少支付 0.01。', 'Customers pay at least 0.01.'],
  isFixed: [
    '已有人领取，类型和优惠不能再改。',
    '已有人領取，類型和優惠不能再改。',
    'Customers have already received it, so type and value can no longer be changed.',
  ],
  quantityHint: [
    '可领取的总张数，0 为不限。',
    '可領取的總張數，0 為不限。',
    'How many can be received in total; 0 means no limit.',
  ],
  quantityReceived: [
    '已领取 {count} 张；0 为不限。',
    '已領取 {count} 張；0 為不限。',
    '{count} already received; 0 means no limit.',
  ],
  limitHint: [
    '每位顾客在周期内可领的张数，0 为不限；每周从周一开始。',
    '每位顧客在週期內可領的張數，0 為不限；每週從週一開始。',
    'How many each customer can receive per period; 0 means no limit. Weeks start on Monday.',
  ],
  datesHint: [
    '当天有效；不填则不限。',
    '當天有效；不填則不限。',
    'Both days are included. Leave empty for no limit.',
  ],
  regionsHint: ['不选则在全部门店可用。', '不選則在全部門店可用。', 'Leave empty to allow all stores.'],

  showCode: ['二维码', 'QR 碼', 'QR code'],
  codeTitle: ['领取“{name}”', '領取「{name}」', 'Receive “{name}”'],
  codeHint: [
    '顾客扫码打开领取页面，无需注册。可打印后贴在设备旁。',
    '顧客掃碼開啟領取頁面，無需註冊。可列印後貼在設備旁。',
    'Customers scan it to open the coupon page, without registering. Print it and put it next to your devices.',
  ],
  codeLabel: ['领取“{name}”的二维码', '領取「{name}」的 QR 碼', 'QR code to receive “{name}”'],
  link: ['领取链接', '領取連結', 'Link'],
  copyLink: ['复制链接', '複製連結', 'Copy link'],
  linkCopied: ['链接已复制', '連結已複製', 'Link copied'],
  download: ['下载二维码', '下載 QR 碼', 'Download QR code'],
  print: ['打印', '列印', 'Print'],
  open: ['打开页面', '開啟頁面', 'Open page'],

  aBrowser: ['手机浏览器', '手機瀏覽器', 'Phone browser'],
  aCard: ['会员卡 {cardno}', '會員卡 {cardno}', 'Card {cardno}'],
  noneReceived: ['还没有人领取', '還沒有人領取', 'None received yet'],
  noneReceivedHint: [
    '顾客扫描优惠券的二维码领取后，会显示在这里。',
    '顧客掃描優惠券的 QR 碼領取後，會顯示在這裡。',
    'Coupons that customers receive by scanning the QR code are listed here.',
  ],
  deletedCoupon: ['已删除的优惠券', '已刪除的優惠券', 'A deleted coupon'],
})
