import { errors } from '../kernel/errors.ts'

export const integrationErrors = errors({
  tooManyKeys: [
    103,
    '最多 {max} 个密钥，请先吊销不用的',
    '最多 {max} 個金鑰，請先註銷不用的',
    'At most {max} keys. Revoke some first.',
  ],
  tooManyWebhooks: [
    103,
    '最多 {max} 个推送地址，请先删除不用的',
    '最多 {max} 個推送位址，請先刪除不用的',
    'At most {max} webhooks. Delete some first.',
  ],
  tooManyEvents: [
    103,
    '一次最多 {max} 条事件，请缩小范围',
    '一次最多 {max} 筆事件，請縮小範圍',
    'At most {max} events at once. Choose a smaller range.',
  ],
})
