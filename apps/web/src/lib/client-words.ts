import { words } from '@slotwise/contract'

/** What the client itself has to say when no answer came. */
export const clientWords = words({
  'zh-CN': { readTimeout: '请求超时，请刷新', changeTimeout: '请求超时，请重试' },
  'zh-TW': { readTimeout: '請求逾時，請重新整理', changeTimeout: '請求逾時，請重試' },
  'en-US': { readTimeout: 'request timeout, please refresh', changeTimeout: 'Request timeout, please retry' },
})
