import { words } from '../kernel/locale.ts'

export const reportRules = words({
  reportTooLong: ['报表最多覆盖三年', '報表最多涵蓋三年', 'A report covers at most three years'],
})
