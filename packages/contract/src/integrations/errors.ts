import { errors } from '../kernel/errors.ts'

export const integrationErrors = errors({
  tooManyKeys: [
    103,
    '最多可有 {max} 个有效密钥，请先吊销不用的密钥',
    '最多可有 {max} 個有效金鑰，請先撤銷不用的金鑰',
    'You can have at most {max} keys. Revoke some that you no longer use',
  ],
  tooManyWebhooks: [
    103,
    '最多可添加 {max} 个推送地址，请先删除不用的地址',
    '最多可新增 {max} 個推送位址，請先刪除不用的位址',
    'You can have at most {max} webhooks. Delete some that you no longer use',
  ],
  tooManyEvents: [
    103,
    '一次最多重发 {max} 条事件，请缩小范围',
    '一次最多重發 {max} 筆事件，請縮小範圍',
    'At most {max} events can be sent again at once. Choose a smaller range',
  ],
})
