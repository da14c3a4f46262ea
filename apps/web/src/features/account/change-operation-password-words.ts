import { words } from '@slotwise/contract'

export const operationPasswordWords = words({
  changeTitle: ['修改操作密码', '修改操作密碼', 'Change operation password'],
  setTitle: ['设置操作密码', '設定操作密碼', 'Set operation password'],
  ownFirstTitle: [
    '先设置您自己的操作密码',
    '先設定您自己的操作密碼',
    'Set your own operation password first',
  ],
  ownFirstWhy: [
    '请先设置您自己的操作密码，设置后会继续刚才的操作。',
    '請先設定您自己的操作密碼，設定後會繼續剛才的操作。',
    'You have no operation password yet. Set one now, and your action continues afterwards.',
  ],
  why: [
    '退款、远程出货等敏感操作需要输入操作密码。操作密码为 6 位数字，不能与登录密码相同。',
    '退款、遠端出貨等敏感操作需要輸入操作密碼。操作密碼為 6 位數字，不能與登入密碼相同。',
    'Sensitive actions such as refunds and remote dispensing require it. It has 6 digits and must differ from the login password.',
  ],
  old: ['原操作密码', '原操作密碼', 'Current operation password'],
  next: ['新操作密码', '新操作密碼', 'New operation password'],
  confirm: ['确认新操作密码', '確認新操作密碼', 'Confirm the new operation password'],
  change: ['修改操作密码', '修改操作密碼', 'Change operation password'],
  set: ['设置操作密码', '設定操作密碼', 'Set operation password'],
  saved: ['已保存', '已儲存', 'saved'],
})
