import { words } from '@slotwise/contract'

export const monthWords = words({
  month: ['月份', '月份', 'Month'],
  before: ['上一个月', '上一個月', 'Previous month'],
  after: ['下一个月', '下一個月', 'Next month'],
})
