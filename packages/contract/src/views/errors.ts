import { errors } from '../kernel/errors.ts'

export const viewErrors = errors({
  tooManyViews: [
    103,
    '最多可保存 {max} 个视图，请先删除不用的视图',
    '最多可儲存 {max} 個檢視，請先刪除不用的檢視',
    'You can save at most {max} views. Delete those that you no longer use.',
  ],
})
