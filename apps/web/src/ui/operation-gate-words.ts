import { words } from '@slotwise/contract'

export const operationGateWords = words({
  title: ['请输入操作密码', '請輸入操作密碼', 'Enter the operation password'],
  why: [
    '这是敏感操作。验证后 2 小时内无需再次输入，可随时在页面顶部重新锁定。',
    '這是敏感操作。驗證後 2 小時內無需再次輸入，可隨時在頁面頂部重新鎖定。',
    'This is a sensitive action. You will not be asked again for 2 hours, and can lock again at any time at the top of the page.',
  ],
  password: ['操作密码', '操作密碼', 'Operation password'],
  unlock: ['验证并继续', '驗證並繼續', 'Unlock and continue'],
  forgotten: ['忘记操作密码？', '忘記操作密碼？', 'Forgot operation password?'],
  noneTitle: ['需要操作密码', '需要操作密碼', 'Operation password required'],
})
