import { words } from '@slotwise/contract'

/** Texts of failures in which the server gave no answer. */
export const clientWords = words({
  readTimeout: ['请求超时，请刷新', '請求逾時，請重新整理', 'request timeout, please refresh'],
  changeTimeout: ['请求超时，请重试', '請求逾時，請重試', 'Request timeout, please retry'],
  offline: [
    '没有网络连接，请检查后重试',
    '沒有網路連線，請檢查後重試',
    'No network connection. Check it and try again.',
  ],
})
