import { words } from '@slotwise/contract'

export const durationWords = words({
  moment: ['不到 1 分钟', '不到 1 分鐘', 'under 1 min'],
  minutes: ['{minutes} 分钟', '{minutes} 分鐘', '{minutes} min'],
  hours: ['{hours} 小时', '{hours} 小時', '{hours} h'],
  hoursMinutes: ['{hours} 小时 {minutes} 分钟', '{hours} 小時 {minutes} 分鐘', '{hours} h {minutes} min'],
  days: ['{days} 天', '{days} 天', '{days} d'],
  daysHours: ['{days} 天 {hours} 小时', '{days} 天 {hours} 小時', '{days} d {hours} h'],
})
