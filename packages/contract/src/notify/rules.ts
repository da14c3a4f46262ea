import { words } from '../kernel/locale.ts'

export const notifyRules = words({
  notifyKinds: ['请至少选择一种通知内容', '請至少選擇一種通知內容', 'Choose at least one content type'],
  notifyStore: ['请至少选择一家门店', '請至少選擇一家門店', 'Choose at least one store'],
  quietHours: [
    '免打扰的开始和结束时间不能相同',
    '免打擾的開始和結束時間不能相同',
    'Quiet hours cannot begin and end at the same time',
  ],
  pushHost: [
    '不支持此浏览器的推送服务',
    '不支援此瀏覽器的推播服務',
    "This browser's push service is not supported",
  ],
})
