import { words } from '@slotwise/contract'

/** Texts of the saved views of a list. */
export const listViewsWords = words({
  views: ['视图', '檢視', 'Views'],
  saved: ['已保存的视图', '已儲存的檢視', 'Saved views'],
  none: [
    '还没有视图。筛选后在下方保存，下次一键打开。',
    '還沒有檢視。篩選後在下方儲存，下次一鍵開啟。',
    'No views yet. Filter the list, then save it below and open it with one click.',
  ],
  shared: ['共享', '共用', 'Shared'],
  sharedBy: ['{name} 共享', '{name} 共用', 'Shared by {name}'],
  open: ['打开视图：{name}', '開啟檢視：{name}', 'Open view: {name}'],
  delete: ['删除视图：{name}', '刪除檢視：{name}', 'Delete view: {name}'],
  deleted: ['已删除视图“{name}”', '已刪除檢視「{name}」', 'View “{name}” deleted'],
  saveTitle: ['保存当前筛选', '儲存目前篩選', 'Save current filters'],
  name: ['视图名称', '檢視名稱', 'View name'],
  share: ['与员工共享', '與員工共用', 'Share with staff'],
  save: ['保存视图', '儲存檢視', 'Save view'],
  deleteForAll: ['确认删除（全员）', '確認刪除（全員）', 'Delete for all staff'],
  replace: ['替换视图', '取代檢視', 'Replace view'],
  savedNotice: ['已保存视图“{name}”', '已儲存檢視「{name}」', 'View “{name}” saved'],
  changesShared: ['员工看到的视图也会更新', '員工看到的檢視也會更新', 'Staff will see the new filters, too'],
  endsSharing: ['员工将不再看到此视图', '員工將不再看到此檢視', 'Staff will no longer see this view'],
  filterFirst: ['请先设置筛选条件', '請先設定篩選條件', 'Set a filter first'],
})
