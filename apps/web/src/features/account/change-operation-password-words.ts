import { words } from '@slotwise/contract'

export const operationPasswordWords = words({
  'zh-CN': {
    changeTitle: '修改操作密码',
    setTitle: '设置操作密码',
    ownFirstTitle: '先设置您自己的操作密码',
    ownFirstWhy: '请先设置您自己的操作密码，设置后会继续刚才的操作。',
    why: '退款、远程出货等敏感操作需要输入操作密码。操作密码为 6 位数字，不能与登录密码相同。',
    old: '原操作密码',
    next: '新操作密码',
    confirm: '确认新操作密码',
    change: '修改操作密码',
    set: '设置操作密码',
    saved: '已保存',
  },
  'zh-TW': {
    changeTitle: '修改操作密碼',
    setTitle: '設定操作密碼',
    ownFirstTitle: '先設定您自己的操作密碼',
    ownFirstWhy: '請先設定您自己的操作密碼，設定後會繼續剛才的操作。',
    why: '退款、遠端出貨等敏感操作需要輸入操作密碼。操作密碼為 6 位數字，不能與登入密碼相同。',
    old: '原操作密碼',
    next: '新操作密碼',
    confirm: '確認新操作密碼',
    change: '修改操作密碼',
    set: '設定操作密碼',
    saved: '已儲存',
  },
  'en-US': {
    changeTitle: 'Change operation password',
    setTitle: 'Set operation password',
    ownFirstTitle: 'First set your own operation password',
    ownFirstWhy:
      'You have no operation password of your own yet. Set it now; what you were doing goes on afterwards.',
    why: 'Sensitive actions such as refunds and remote dispense ask for it: 6 digits, different from the login password.',
    old: 'Current operation password',
    next: 'New operation password',
    confirm: 'Confirm the new operation password',
    change: 'Change operation password',
    set: 'Set operation password',
    saved: 'saved',
  },
})
