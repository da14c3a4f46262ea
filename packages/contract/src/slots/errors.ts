import { errors } from '../kernel/errors.ts'

export const slotErrors = errors({
  slotsSame: [
    103,
    '这些货道已是这些设置，无需修改',
    '這些貨道已是這些設定，無需修改',
    'These slots already have these settings',
  ],
  tooManySlots: [
    103,
    '一次最多修改 {max} 个货道，请缩小范围',
    '一次最多修改 {max} 個貨道，請縮小範圍',
    'At most {max} slots can be changed at once. Narrow the filter.',
  ],
})
