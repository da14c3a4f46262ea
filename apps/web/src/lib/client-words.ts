import { words } from '@slotwise/contract'

/** What the client itself has to say when no answer came. */
export const clientWords = words({
  'zh-CN': {
    readTimeout: '请求超时，请刷新',
    changeTimeout: '请求超时，请重试',
    offline: '没有网络连接，请检查后重试',
  },
  'zh-TW': {
    readTimeout: '請求逾時，請重新整理',
    changeTimeout: '請求逾時，請重試',
    offline: '沒有網路連線，請檢查後重試',
  },
  'en-US': {
    readTimeout: 'request timeout, please refresh',
    changeTimeout: 'Request timeout, please retry',
    offline: 'No network connection. Check it and try again',
  },
})
