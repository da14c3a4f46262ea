import { words } from '@slotwise/contract'

/** Texts of a form whose record was changed by others, which are loaded with the first form. */
export const conflictWords = words({
  latestLoaded: [
    '已载入最新内容，您的修改已保留，请核对后再次保存。',
    '已載入最新內容，您的修改已保留，請核對後再次儲存。',
    'The latest version is loaded and your changes are kept. Check them and save again.',
  ],
  latestLoadedBoth: [
    '已载入最新内容，您的修改已保留；他人也修改过的字段已标出。',
    '已載入最新內容，您的修改已保留；他人也修改過的欄位已標出。',
    'The latest version is loaded and your changes are kept. Fields that someone else changed as well are marked.',
  ],
  changedByBoth: [
    '他人也修改了此项，保存将覆盖对方的内容。',
    '他人也修改了此項，儲存將覆蓋對方的內容。',
    'Someone else changed this as well. Saving overwrites their value.',
  ],
})
