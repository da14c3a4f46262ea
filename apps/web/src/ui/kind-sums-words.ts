import { words } from '@slotwise/contract'

export const kindSumsWords = words({
  showOnly: ['只看{name}：{count}', '只看{name}：{count}', 'Show only {name}: {count}'],
  showThese: ['只看这些', '只看這些', 'Show only these'],
  showAll: ['显示全部', '顯示全部', 'Show all'],
})
