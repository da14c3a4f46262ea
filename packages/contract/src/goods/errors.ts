import { errors } from '../kernel/errors.ts'

export const goodsErrors = errors({
  goodsInUse: [
    103,
    '商品仍在 {count} 个货道中（{names}），请先下架',
    '商品仍在 {count} 個貨道中（{names}），請先下架',
    'These goods are still in slots ({count}): {names}. Take them out first.',
  ],
  goodsInUseElsewhere: [
    103,
    '商品仍在 {count} 个您不负责的货道中，请联系主账号',
    '商品仍在 {count} 個您不負責的貨道中，請聯絡主帳號',
    'These goods are still in slots ({count}) of devices that are not assigned to you. Ask the main account.',
  ],
  goodsInVouchers: [
    103,
    '商品仍在 {count} 张未使用的兑换券中，请先删除这些兑换券',
    '商品仍在 {count} 張未使用的兌換券中，請先刪除這些兌換券',
    'There are still unused vouchers for these goods ({count}). Delete the vouchers first.',
  ],
  goodsAllInUse: [
    103,
    '所选商品都在使用中，未删除任何商品',
    '所選商品都在使用中，未刪除任何商品',
    'All selected goods are in use, so none were deleted',
  ],
  goodsSame: [
    103,
    '所选商品已是这些值，无需修改',
    '所選商品已是這些值，無需修改',
    'The selected goods already have these values',
  ],
  importApplied: [103, '这份表格已导入过', '這份表格已匯入過', 'This sheet has been imported already'],
  importStale: [
    103,
    '预览之后商品已有变化，请重新上传表格',
    '預覽之後商品已有變化，請重新上傳表格',
    'Goods have changed since the preview. Upload the sheet again.',
  ],
  badSheet: [
    100,
    '无法读取表格，请使用导出的 xlsx 文件',
    '無法讀取表格，請使用匯出的 xlsx 檔案',
    'The sheet cannot be read. Use an xlsx file like the exported one.',
  ],
  sheetEmpty: [100, '表头下面没有内容', '標題列下方沒有內容', 'There is nothing below the header row'],
  sheetNoColumn: [
    100,
    '第一行缺少“{name}”列',
    '第一列缺少「{name}」欄',
    'The first row has no column “{name}”',
  ],
  sheetColumnTwice: [100, '“{name}”列出现了两次', '「{name}」欄出現了兩次', 'There are two columns “{name}”'],
  sheetTooLong: [
    100,
    '表格最多 {max} 行，请拆分后再导入',
    '表格最多 {max} 列，請拆分後再匯入',
    'A sheet may have at most {max} rows. Split it and import the parts.',
  ],
  sheetLocked: [
    100,
    '表格有密码，请去掉密码后再导入',
    '表格設有密碼，請移除密碼後再匯入',
    'The sheet has a password. Remove it and try again.',
  ],
})
