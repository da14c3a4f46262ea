import { words } from '../kernel/locale.ts'

export const machineRules = words({
  sn: ['只能是数字', '只能是數字', 'Digits only'],
})
