import { errors } from '../kernel/errors.ts'

export const exceptionErrors = errors({
  caseClosed: [
    103,
    '该异常已自动关闭，无需处理',
    '該異常已自動關閉，無需處理',
    'The exception was closed automatically: its cause is resolved',
  ],
  statementUnknown: [
    100,
    '无法识别账单。请选择微信支付、支付宝或 GKash 下载的 CSV 账单；压缩包请先解压。',
    '無法識別帳單。請選擇微信支付、支付寶或 GKash 下載的 CSV 帳單；壓縮檔請先解壓縮。',
    'This is not a known statement. Choose the CSV file as downloaded from WeChat Pay, Alipay or GKash; unpack an archive first.',
  ],
  statementBroken: [
    100,
    '账单不完整或被改动过。请重新下载，不要用表格软件打开保存。未导入任何内容。',
    '帳單不完整或被改動過。請重新下載，不要用試算表軟體開啟儲存。未匯入任何內容。',
    'The statement is incomplete or was changed. Download it again, and do not save it with a spreadsheet program. Nothing was imported.',
  ],
  statementBrokenAt: [
    100,
    '账单第 {line} 行无法读取。请重新下载，不要用表格软件打开保存。未导入任何内容。',
    '帳單第 {line} 行無法讀取。請重新下載，不要用試算表軟體開啟儲存。未匯入任何內容。',
    'Line {line} of the statement cannot be read. Download it again, and do not save it with a spreadsheet program. Nothing was imported.',
  ],
  statementTooLong: [
    100,
    '账单超过 {max} 笔，请交给平台导入。',
    '帳單超過 {max} 筆，請交給平台匯入。',
    'The statement has more than {max} items. Hand it to the platform.',
  ],
  statementEmpty: [
    100,
    '账单里没有交易，无需导入。',
    '帳單裡沒有交易，無需匯入。',
    'The statement has no transactions, so there is nothing to import.',
  ],
  statementDays: [
    100,
    '账单包含多天（{from}、{to}）。请每天分别下载并导入。',
    '帳單包含多天（{from}、{to}）。請每天分別下載並匯入。',
    'The statement covers several days ({from}, {to}). Download and import each day on its own.',
  ],
  statementNotOver: [
    100,
    '{day} 尚未结束，请在次日导入。',
    '{day} 尚未結束，請在次日匯入。',
    '{day} is not over yet. Import its statement on the next day.',
  ],
  statementTooOld: [
    100,
    '{day} 已超过 {days} 天，不能再导入。',
    '{day} 已超過 {days} 天，不能再匯入。',
    '{day} is more than {days} days ago, so its statement cannot be imported any more.',
  ],
  statementAccount: [
    100,
    '账单属于账户 {account}，不是您自己的支付账户。',
    '帳單屬於帳戶 {account}，不是您自己的支付帳戶。',
    'The statement is of the account {account}, which is none of your own payment accounts.',
  ],
  statementNoAccount: [
    100,
    '账单没有写明属于您的哪个支付账户。请加上 CID 列后再导入。',
    '帳單沒有寫明屬於您的哪個支付帳戶。請加上 CID 欄後再匯入。',
    'The statement does not say of which of your payment accounts it is. Add the column CID and import it again.',
  ],
})
