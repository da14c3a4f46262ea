import { words } from '@slotwise/contract'

/** Texts of the pages; names of fields are in the contract, because exports use them too. */
export const voucherWords = words({
  title: ['兑换券', '兌換券', 'Vouchers'],
  tabVouchers: ['兑换券', '兌換券', 'Vouchers'],
  tabBatches: ['批次', '批次', 'Batches'],
  search: ['搜索兑换券', '搜尋兌換券', 'Search vouchers'],
  searchHint: ['名称，或完整的兑换码', '名稱，或完整的兌換碼', 'Search by name or full code'],
  searchBatches: ['搜索批次', '搜尋批次', 'Search batches'],
  searchBatchesHint: ['按名称搜索', '依名稱搜尋', 'Search by name'],
  goodsTimes: ['{goods} × {count}', '{goods} × {count}', '{goods} × {count}'],
  someDevices: ['{name} 等 {count} 台', '{name} 等 {count} 台', '{name} and others ({count})'],

  add: ['新增兑换券', '新增兌換券', 'Make vouchers'],
  made: ['已生成 {count} 张兑换券', '已產生 {count} 張兌換券', '{count} {count|voucher|vouchers} made'],
  goodsHint: [
    '顾客凭券免费领取的商品。',
    '顧客憑券免費領取的商品。',
    'What the customer gets free of charge.',
  ],
  deviceHint: ['不选则所有设备都可使用。', '不選則所有設備都可使用。', 'Leave empty to allow all devices.'],
  referrerHint: [
    '由谁发放；使用情况计入其名下。',
    '由誰發放；使用情況計入其名下。',
    'Who hands them out; their use counts for this person.',
  ],
  copiesHint: [
    '每张都有自己的兑换码，可一起打印。',
    '每張都有自己的兌換碼，可一起列印。',
    'Each has its own code. They can be printed together.',
  ],

  showCode: ['二维码', 'QR 碼', 'QR code'],
  codeTitle: ['兑换券二维码', '兌換券 QR 碼', 'Voucher QR code'],
  qrLabel: ['兑换券“{name}”的二维码', '兌換券「{name}」的 QR 碼', 'QR code of the voucher “{name}”'],
  howToUse: [
    '顾客在设备上扫码或输入兑换码，即可领取一次商品。',
    '顧客在設備上掃碼或輸入兌換碼，即可領取一次商品。',
    'The customer scans the code at a device, or enters it, and gets the goods once.',
  ],
  download: ['下载图片', '下載圖片', 'Download picture'],
  print: ['打印', '列印', 'Print'],
  missing: ['没有这张兑换券', '沒有這張兌換券', 'This voucher does not exist'],

  delete: ['删除兑换券', '刪除兌換券', 'Delete voucher'],
  deleteTitle: ['删除兑换券“{name}”？', '刪除兌換券「{name}」？', 'Delete the voucher “{name}”?'],
  deleteText: [
    '删除后顾客不能再用它领取商品，已打印的券也随之失效，且无法恢复。',
    '刪除後顧客不能再用它領取商品，已列印的券也隨之失效，且無法復原。',
    'Customers can no longer get goods for it, and printed copies become invalid. This cannot be undone.',
  ],
  deleted: ['兑换券“{name}”已删除', '兌換券「{name}」已刪除', 'Voucher “{name}” deleted'],
  restore: ['恢复', '還原', 'Restore'],
  restoreTitle: ['恢复兑换券“{name}”？', '還原兌換券「{name}」？', 'Restore the voucher “{name}”?'],
  restoreText: [
    '设备没有上报出货结果。请先确认顾客没有领到商品：恢复后，这张券可以再次使用。',
    '設備沒有回報出貨結果。請先確認顧客沒有領到商品：還原後，這張券可以再次使用。',
    'The device has not reported that anything came out. First make sure that the customer did not get the goods: the voucher can then be used again.',
  ],
  restored: ['兑换券“{name}”已恢复', '兌換券「{name}」已還原', 'Voucher “{name}” restored'],
  deleteBatch: ['删除未使用的券', '刪除未使用的券', 'Delete unused vouchers'],
  deleteBatchTitle: [
    '删除“{name}”的 {count} 张未使用兑换券？',
    '刪除「{name}」的 {count} 張未使用兌換券？',
    'Delete the {count} unused {count|voucher|vouchers} of “{name}”?',
  ],
  deleteBatchText: [
    '这些券立即失效，包括已打印和发出的，且无法恢复。已使用的券及其订单不受影响。',
    '這些券立即失效，包括已列印和發出的，且無法復原。已使用的券及其訂單不受影響。',
    'They become invalid at once, including those printed and handed out. This cannot be undone. Used vouchers and their sales are not affected.',
  ],
  batchDeleted: [
    '“{name}”的未使用兑换券已删除',
    '「{name}」的未使用兌換券已刪除',
    'Unused vouchers of “{name}” deleted',
  ],

  selected: ['已选 {count} 张', '已選 {count} 張', '{count} selected'],
  printSelected: ['打印所选', '列印所選', 'Print selected'],
  showVouchers: ['查看兑换券', '檢視兌換券', 'Show vouchers'],
  used: ['已使用', '已使用', 'Used'],
  usedOf: ['{used} / {count} 张', '{used} / {count} 張', '{used} of {count}'],

  none: ['还没有兑换券', '還沒有兌換券', 'No vouchers yet'],
  noneHint: [
    '兑换券让顾客免费领取一次商品，适合开业赠饮、补偿或推荐人发放。生成后打印，顾客在设备上扫码即可。',
    '兌換券讓顧客免費領取一次商品，適合開業贈飲、補償或推薦人發放。產生後列印，顧客在設備上掃碼即可。',
    'A voucher gives a customer goods once, free of charge: for an opening, as an apology, or through a referrer. Make vouchers, print them, and customers scan them at a device.',
  ],

  printTitle: ['打印兑换券', '列印兌換券', 'Print vouchers'],
  backToList: ['返回兑换券', '返回兌換券', 'Back to vouchers'],
  printCount: [
    '{count} 张未使用的兑换券，{pages} 页 A4',
    '{count} 張未使用的兌換券，{pages} 頁 A4',
    '{count} unused {count|voucher|vouchers} on {pages} {pages|page|pages} of A4',
  ],
  nothingToPrint: ['没有可打印的兑换券', '沒有可列印的兌換券', 'No vouchers to print'],
  nothingToPrintHint: [
    '只有未使用的兑换券可以打印。',
    '只有未使用的兌換券可以列印。',
    'Only unused vouchers can be printed.',
  ],
  once: ['限用一次', '限用一次', 'Single use'],
})
