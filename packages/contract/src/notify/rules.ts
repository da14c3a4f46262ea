import { words } from '../kernel/locale.ts'

export const notifyRules = words({
  notifyKinds: ['请至少选择一种通知内容', '請至少選擇一種通知內容', 'Choose at least one content type'],
  notifyStore: ['请至少选择一家门店', '請至少選擇一家門店', 'Choose at least one store'],
  quietHours: [
    '免打扰的开始和结束时间不能相同',
    '免打擾的開始和結束時間不能相同',
    'Quiet hours cannot begin and end at the same time',
  ],
  robotUrl: [
    '不是该渠道的地址，请从群机器人设置中复制完整地址',
    '不是該管道的位址，請從群組機器人設定中複製完整位址',
    'This is not an address of this channel. Copy the full address from the settings of the robot.',
  ],
  webhookUrl: [
    '须为 https 开头的公网地址',
    '須為 https 開頭的公開網路位址',
    'Enter a public address that begins with https',
  ],
  webhookSecret: [
    '请填写至少 16 个字符的密钥，用于验证消息来源',
    '請填寫至少 16 個字元的金鑰，用於驗證訊息來源',
    'Enter a secret of at least 16 characters, so that your server can verify the sender',
  ],
  pushHost: [
    '不支持此浏览器的推送服务',
    '不支援此瀏覽器的推播服務',
    "This browser's push service is not supported",
  ],
})
