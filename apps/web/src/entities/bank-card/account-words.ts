import { words } from '@slotwise/contract'

export const accountWords = words({
  pick: ['选择收款账户', '選擇收款帳戶', 'Choose a payout account'],
  none: ['还没有审核通过的银行卡。', '還沒有審核通過的銀行卡。', 'No bank card has been approved yet.'],
  addCard: ['新增银行卡', '新增銀行卡', 'Add bank card'],
  ofStore: [
    '店内设备的收入结算到此账户；单独设置了账户的设备除外。',
    '店內設備的收入結算到此帳戶；單獨設定了帳戶的設備除外。',
    'Income of the devices in this store is paid out to this account, unless a device has its own.',
  ],
  ofDevice: [
    '留空则使用门店的收款账户。',
    '留空則使用門店的收款帳戶。',
    'Leave empty to use the payout account of the store.',
  ],
})
