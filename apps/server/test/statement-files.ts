/** Statements as providers write them. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type WechatRow = {
  order: string
  /** The provider's own number; of its order, where it has one payment. */
  txn?: string
  amount?: string
  refund?: string
  at?: string
  status?: string
  goods?: string
  mch?: string
}

/** The day of the rows. */
export const sampleDay = '2026-11-14'

/** The accounts that the files are of. */
export const wechatMch = '1900000001'
export const alipayPid = '2088722682748354'

const wechatHeader =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const wechatSums =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const cells = (values: readonly string[]): string => values.map((value) => `\`${value}`).join(',')

function wechatRow({
  order,
  txn = `420000${order.slice(10, 24)}`,
  amount = '3.50',
  refund,
  at = '2026-11-14 12:00:00',
  status,
  goods = 'Cola, cold',
  mch = wechatMch,
}: WechatRow): string {
  const isRefund = refund !== undefined
  return cells(
    [
      [at, 'wx1', mch, '0', '', txn, order, 'openid', 'NATIVE'],
      [status ?? (isRefund ? 'REFUND' : 'SUCCESS'), 'OTHERS', 'CNY', amount, '0.00'],
      isRefund
        ? [`500000${order.slice(10, 24)}`, `${order}R1`, refund, '0.00', 'ORIGINAL', 'PROCESSING']
        : ['0', '0', '0.00', '0.00', '', ''],
      [goods, '', '0.02000', '0.60%', isRefund ? '0.00' : amount, refund ?? '0.00', ''],
    ].flat(),
  )
}

/** A bill of all trades of WeChat Pay. */
export function wechatBill(rows: readonly WechatRow[]): string {
  const refunded = rows.reduce((sum, { refund = '0' }) => sum + Math.round(Number(refund) * 100), 0)
  return [
    `\uFEFF${wechatHeader}`,
    ...rows.map(wechatRow),
    wechatSums,
    cells([String(rows.length), '0.00', '0.00', '0.00', '0.00000', '0.00', (refunded / 100).toFixed(2)]),
    '',
  ].join('\r\n')
}

/** A list of transactions of Alipay, as text; it is written in GBK. */
export const alipayList = (
  rows: readonly { order: string; amount: string; refundNo?: string; goods?: string }[],
): string =>
  [
    '#支付宝业务明细查询',
    `#账号：[${alipayPid}0156]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
    ...rows.map(({ order, amount, refundNo, goods = '"可乐, 冰"' }) => {
      const type = refundNo === undefined ? '交易' : '退款'
      return `20261114${order.slice(0, 20)}\t,${order}\t,${type}\t,${goods},2026-11-14 12:00:00,2026-11-14 12:00:05,\t,\t,\t,\t,**博\t,${amount},${amount},0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,${refundNo ?? ''}\t,0.00,0.00,`
    }),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${rows.filter(({ refundNo }) => refundNo === undefined).length}笔，商家实收共0.00元`,
    `#退款合计：${rows.filter(({ refundNo }) => refundNo !== undefined).length}笔，商家实收退款共0.00元`,
    '',
  ].join('\r\n')

/** Our columns for transactions of GKash. */
export const gkashList = (rows: readonly string[]): string =>
  ['Date,PO ID,Cart ID,Currency,Amount,Status,Refunded', ...rows, `Total,${rows.length}`, ''].join('\n')

/** Writes a file into a folder of its own. */
export async function fileOf(contents: string | Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'slotwise-statement-')), 'statement.csv')
  await writeFile(path, contents)
  return path
}

/**
 * A text in GBK. Node decodes it, and does not encode it: the characters of two bytes are found by decoding all of them.
 */
export function inGbk(text: string): Uint8Array {
  const decoder = new TextDecoder('gbk')
  const bytesOf = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      const char = decoder.decode(new Uint8Array([first, second]))
      if (char.length === 1 && !bytesOf.has(char)) bytesOf.set(char, [first, second])
    }
  return new Uint8Array(
    [...text].flatMap((char) => {
      const code = char.charCodeAt(0)
      const bytes = code < 0x80 ? [code] : bytesOf.get(char)
      if (!bytes) throw new Error(`${char} is not in GBK`)
      return bytes
    }),
  )
}
