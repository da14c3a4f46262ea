/** The titles of a report's columns, so that the form can tell how the file will look. */
import { billFieldWords } from '../bills/words.ts'
import type { Locale } from '../kernel/locale.ts'
import type { Currency } from '../kernel/money.ts'
import { statisticsFieldWords } from '../statistics/words.ts'
import type { ReportPrecision, ReportScale } from './schemas.ts'
import { reportFieldWords } from './words.ts'

type Asked = { data_scale: ReportScale; data_precision: ReportPrecision }

export function reportColumns(
  locale: Locale,
  { data_scale: scale, data_precision: precision }: Asked,
  currency: Currency,
): string[] {
  const label = statisticsFieldWords[locale]
  const bill = billFieldWords[locale]
  const time = reportFieldWords[locale]
  const amount = (title: string): string => `${title} (${currency})`
  if (precision === 'deal')
    return [
      ...(scale === 'area' ? [label.area] : []),
      bill.orderno,
      bill.create_at,
      bill.dev_title,
      bill.sn,
      bill.store,
      bill.goods,
      bill.client,
      bill.status,
      amount(bill.total_price),
      amount(bill.discount),
      amount(bill.refunded),
      bill.fault,
      bill.remarks,
    ]
  const times = { month: [time.month], week: [time.weekFrom, time.weekTo], day: [time.day] }
  const names = {
    area: [label.area],
    store: [label.store, label.area, label.address],
    device: [label.device, bill.sn, label.store],
    goods: [label.goods],
    bill: [],
  }
  const amounts = [amount(label.income), amount(label.refund)]
  const counts = [label.count, label.successCount, label.abnormalCount, label.refundCount]
  const figures =
    scale === 'goods'
      ? [label.pieces, label.lines, ...amounts]
      : [...amounts, ...counts, `${label.failRate} (%)`]
  return [...times[precision], ...names[scale], ...figures]
}
