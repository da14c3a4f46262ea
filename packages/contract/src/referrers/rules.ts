import { words } from '../kernel/locale.ts'

export const referrerRules = words({
  referrerNumber: ['该编号已被使用', '該編號已被使用', 'Another referrer has this number'],
  unknownReferrer: ['所选推荐人不存在', '所選推薦人不存在', 'The selected referrer does not exist'],
})
