import { words } from '@slotwise/contract'

/** Texts of forms that change several records. */
export const chosenFieldsWords = words({
  fields: ['要修改的内容', '要修改的內容', 'What to change'],
  fieldsHint: [
    '只修改勾选的内容，其余保持不变。',
    '只修改勾選的內容，其餘保持不變。',
    'Only ticked items are changed; the rest stays as it is.',
  ],
  chooseField: ['至少勾选一项', '至少勾選一項', 'Tick at least one item'],
})
