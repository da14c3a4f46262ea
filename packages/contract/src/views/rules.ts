import { words } from '../kernel/locale.ts'

export const viewRules = words({
  viewTooLong: ['筛选条件过多，无法保存', '篩選條件過多，無法儲存', 'Too many filters to save'],
})
