import { words } from '@slotwise/contract'

export const durationWords = words({
  'zh-CN': {
    moment: '不到 1 分钟',
    minutes: '{minutes} 分钟',
    hours: '{hours} 小时',
    hoursMinutes: '{hours} 小时 {minutes} 分钟',
    days: '{days} 天',
    daysHours: '{days} 天 {hours} 小时',
  },
  'zh-TW': {
    moment: '不到 1 分鐘',
    minutes: '{minutes} 分鐘',
    hours: '{hours} 小時',
    hoursMinutes: '{hours} 小時 {minutes} 分鐘',
    days: '{days} 天',
    daysHours: '{days} 天 {hours} 小時',
  },
  'en-US': {
    moment: 'under 1 min',
    minutes: '{minutes} min',
    hours: '{hours} h',
    hoursMinutes: '{hours} h {minutes} min',
    days: '{days} d',
    daysHours: '{days} d {hours} h',
  },
})
