import { errors } from '../kernel/errors.ts'

export const reportErrors = errors({
  tooManyPlans: [
    103,
    '最多可设置 {max} 个定期报表',
    '最多可設定 {max} 個定期報表',
    'At most {max} regular reports are possible',
  ],
  reportUnderWay: [
    103,
    '报表正在生成，完成后才能删除',
    '報表正在產生，完成後才能刪除',
    'The report is still being made. Delete it when it is done.',
  ],
})
