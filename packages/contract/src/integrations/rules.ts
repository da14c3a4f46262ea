import { words } from '../kernel/locale.ts'

export const integrationRules = words({
  eventKinds: ['请至少选择一种事件', '請至少選擇一種事件', 'Choose at least one kind of event'],
  keyNameTaken: [
    '另一密钥的名称和末四位与此相同，请换一个名称',
    '另一金鑰的名稱和末四碼與此相同，請換一個名稱',
    'Another key with the same last characters has this name',
  ],
  eventRange: [
    '结束编号不能小于起始编号',
    '結束編號不能小於起始編號',
    'The last number cannot be below the first',
  ],
})
