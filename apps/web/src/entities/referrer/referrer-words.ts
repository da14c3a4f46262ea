import { words } from '@slotwise/contract'

export const referrerPickWords = words({
  pick: ['选择推荐人', '選擇推薦人', 'Choose a referrer'],
  deletedReferrer: ['{name}（已删除）', '{name}（已刪除）', '{name} (deleted)'],
})
