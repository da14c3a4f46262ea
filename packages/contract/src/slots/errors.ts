import { errors } from '../kernel/errors.ts'

export const slotErrors = errors({
  slotsSame: [
    103,
    '这些货道已经是这样设置的',
    '這些貨道已經是這樣設定的',
    'These slots are set like this already',
  ],
  tooManySlots: [
    103,
    '一次最多修改 {max} 个货道，请缩小范围',
    '一次最多修改 {max} 個貨道，請縮小範圍',
    'At most {max} slots can be changed at once. Narrow the filter',
  ],
})
