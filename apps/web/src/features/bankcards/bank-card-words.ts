import { words } from '@slotwise/contract'

/** Texts of the page itself; the names of fields are in the contract, because audit and operator use them too. */
export const bankCardWords = words({
  title: ['银行卡', '銀行卡', 'Bank cards'],
  search: ['搜索银行卡', '搜尋銀行卡', 'Search bank cards'],
  searchHint: [
    '按商户名称、联系人、开户名或卡号后四位搜索',
    '依商家名稱、聯絡人、開戶名或卡號後四位搜尋',
    'Searches merchant, contact, account holder and the last four digits',
  ],
  add: ['新增银行卡', '新增銀行卡', 'Add bank card'],
  noCards: ['还没有银行卡', '還沒有銀行卡', 'No bank cards yet'],
  noCardsHint: [
    '提交银行卡并通过审核后，设备的收入即可结算到该卡。请准备好证件和银行卡，约需 5 分钟。',
    '提交銀行卡並通過審核後，設備的收入即可結算到該卡。請準備好證件和銀行卡，約需 5 分鐘。',
    'Once a card is submitted and approved, the income of your devices is paid out to it. Have your ID and the card at hand; it takes about 5 minutes.',
  ],
  account: ['收款账户', '收款帳戶', 'Payout account'],
  usedBy: ['使用情况', '使用情況', 'Used by'],
  usedByStores: ['{count} 家门店', '{count} 家門店', '{count} {count|store|stores}'],
  usedByDevices: ['{count} 台设备', '{count} 台設備', '{count} {count|device|devices}'],
  usedByNone: ['未使用', '未使用', 'Not used'],
  stateAt: ['状态时间', '狀態時間', 'Status since'],
  createAt: ['提交时间', '提交時間', 'Submitted'],

  addPhotos: ['上传照片', '上傳照片', 'Upload photos'],
  sendAgain: ['重新提交', '重新提交', 'Submit again'],
  editCard: ['修改资料', '修改資料', 'Edit details'],
  view: ['查看', '檢視', 'View'],
  withdraw: ['撤回', '撤回', 'Withdraw'],
  withdrawTitle: [
    '撤回“{name}”的银行卡？',
    '撤回「{name}」的銀行卡？',
    'Withdraw the bank card of “{name}”?',
  ],
  withdrawText: [
    '该卡的资料和照片将被删除，不再审核。之后如需使用，请重新填写并提交。',
    '該卡的資料和照片將被刪除，不再審核。之後如需使用，請重新填寫並提交。',
    'Its details and photos are deleted, and it is no longer reviewed. To use it later, fill it in and submit it again.',
  ],
  withdrawCard: ['撤回银行卡', '撤回銀行卡', 'Withdraw bank card'],
  withdrawn: ['银行卡已撤回', '銀行卡已撤回', 'Bank card withdrawn'],

  detail: ['银行卡详情', '銀行卡詳情', 'Bank card details'],
  stateText_no_id_photo: [
    '还差最后一步：上传证件和银行卡照片，才会开始审核。',
    '還差最後一步：上傳證件和銀行卡照片，才會開始審核。',
    'One last step: the review starts once you upload photos of the ID and the bank card.',
  ],
  stateText_reviewing: [
    '资料已提交，正在审核，期间不能修改。',
    '資料已提交，正在審核，期間不能修改。',
    'It is being reviewed and cannot be changed for now.',
  ],
  stateText_approved: [
    '可在门店或设备的设置中选为收款账户。',
    '可在門店或設備的設定中選為收款帳戶。',
    'It can be selected as payout account of stores and devices.',
  ],
  stateText_not_approved: [
    '请按原因修改后重新提交。',
    '請依原因修改後重新提交。',
    'Correct what the reason says and submit it again.',
  ],
  reasonIs: ['未通过原因：{reason}', '未通過原因：{reason}', 'Not approved: {reason}'],
  merchantSection: ['商户信息', '商家資訊', 'Merchant'],
  accountSection: ['账户信息', '帳戶資訊', 'Account'],
  showNumbers: ['显示完整号码', '顯示完整號碼', 'Show full numbers'],
  hideNumbers: ['隐藏号码', '隱藏號碼', 'Hide numbers'],
  showNumbersHint: [
    '需要操作密码，每次查看都会记入操作日志。',
    '需要操作密碼，每次檢視都會記入操作紀錄。',
    'Requires the operation password. Each view is recorded in the audit log.',
  ],
  noPhotos: ['尚未上传照片', '尚未上傳照片', 'No photos yet'],
  openPhoto: ['打开照片：{name}', '開啟照片：{name}', 'Open photo: {name}'],
  validUntil: ['{start} 至 {end}', '{start} 至 {end}', '{start} to {end}'],
  validSince: ['{start} 起长期有效', '{start} 起長期有效', 'From {start}, no expiry'],
  validity: ['证件有效期', '證件有效期', 'ID validity'],

  draftWaits: [
    '您有一张未填完的银行卡，已保存为草稿。',
    '您有一張未填完的銀行卡，已儲存為草稿。',
    'You have an unfinished bank card, saved as a draft.',
  ],
  goOn: ['继续填写', '繼續填寫', 'Continue'],
})
