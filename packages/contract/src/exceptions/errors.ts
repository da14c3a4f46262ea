import { errors } from '../kernel/errors.ts'

export const exceptionErrors = errors({
  caseClosed: [
    103,
    '该异常已自动关闭，无需处理',
    '該異常已自動關閉，無需處理',
    'The exception was closed automatically: its cause is resolved',
  ],
  caseDone: [
    103,
    '该异常已处理，请先重新打开',
    '該異常已處理，請先重新開啟',
    'The exception is done. Reopen it first.',
  ],
  saleBooked: [
    103,
    '该销售已由设备重新上报并入账，无需再次入账',
    '該銷售已由設備重新回報並入帳，無需再次入帳',
    'The device has reported this sale again, and it was booked. Mark the exception as done.',
  ],
  saleNotBooked: [
    103,
    '无法入账：该订单已上报，或销售时设备已不属于您',
    '無法入帳：該訂單已回報，或銷售時設備已不屬於您',
    'It cannot be booked: its order was reported already, or the device was not yours any more when it sold',
  ],
  statementUnknown: [
    100,
    '请选择微信支付、支付宝或 GKash 的 CSV 账单，压缩包请先解压',
    '請選擇微信支付、支付寶或 GKash 的 CSV 帳單，壓縮檔請先解壓縮',
    'Choose the unpacked CSV statement of WeChat Pay, Alipay or GKash',
  ],
  statementBroken: [
    100,
    '账单无法读取（第 {line} 行）。请使用原样下载的文件。',
    '帳單無法讀取（第 {line} 行）。請使用原樣下載的檔案。',
    'The statement cannot be read (line {line}). Use the file as it was downloaded.',
  ],
  statementTooLong: [
    100,
    '账单最多 {max} 笔',
    '帳單最多 {max} 筆',
    'The statement may have at most {max} items',
  ],
  statementEmpty: [100, '账单里没有交易', '帳單裡沒有交易', 'The statement has no transactions'],
  statementDays: [
    100,
    '账单须为同一天，此文件有 {from} 和 {to}',
    '帳單須為同一天，此檔案有 {from} 和 {to}',
    'The statement must be of one day, and has {from} and {to}',
  ],
  statementDay: [
    100,
    '只能导入最近 {days} 天内已结束的日期，此账单为 {day}',
    '只能匯入最近 {days} 天內已結束的日期，此帳單為 {day}',
    'The statement is of {day}; the last {days} days that are over can be imported',
  ],
  statementAccount: [
    100,
    '账单属于 {account}，不是您自己的支付账户',
    '帳單屬於 {account}，不是您自己的支付帳戶',
    'The statement is of {account}, which is none of your own payment accounts',
  ],
  statementNoAccount: [
    100,
    '账单未写明属于哪个支付账户，请加上 CID 列',
    '帳單未寫明屬於哪個支付帳戶，請加上 CID 欄',
    'The statement names none of your payment accounts. Add the column CID.',
  ],
})
