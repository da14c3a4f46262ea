import { open } from 'node:fs/promises'

import type { OnlineClient } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import {
  alipayList,
  alipayPid,
  fileOf,
  gkashList,
  inGbk,
  wechatBill,
  wechatMch,
} from '../../../../test/statement-files.ts'
import type { StatementLine } from '../payments.ts'
import { readStatementFile } from './statement-file.ts'

const order = '20261114040000000123456700000007'

async function read(
  client: OnlineClient,
  contents: string | Uint8Array,
  accountNo?: string,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const line of readStatementFile(client, await fileOf(contents), accountNo)) lines.push(line)
  return lines
}

const refusal = (client: OnlineClient, contents: string | Uint8Array, accountNo?: string): Promise<string> =>
  read(client, contents, accountNo).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('a bill of WeChat Pay', () => {
  test('has payments and refunds, and goods with commas', async () => {
    expect(await read('wechat', wechatBill([{ order }, { order, refund: '1.20' }]))).toEqual([
      {
        kind: 'pay',
        merchantOrder: order,
        refundNo: '',
        txn: `420000${order.slice(10, 24)}`,
        amount: 350,
        at: new Date('2026-11-14T12:00:00+08:00'),
      },
      expect.objectContaining({ kind: 'refund', merchantOrder: order, refundNo: `${order}R1`, amount: 120 }),
    ])
  })

  test('of a day without trades is empty', async () => {
    expect(await read('wechat', wechatBill([]))).toEqual([])
  })

  const whole = wechatBill([{ order }, { order, refund: '1.20' }])
  const halves = whole.split('\r\n')
  test.each([
    ['is empty', '', 'its sums are missing'],
    ['is half', halves.slice(0, 2).join('\r\n'), 'its sums are missing'],
    ['ends within a line', whole.slice(0, 500), 'instead of 27'],
    ['lacks the sums themselves', halves.slice(0, 4).join('\r\n'), 'its sums are missing'],
    ['lacks a row', [halves[0], ...halves.slice(2)].join('\r\n'), 'has 1 rows and says 2'],
    ['has a refund less than its sum', whole.replace('`1.20\r\n', '`1.30\r\n'), 'do not add up'],
    ['goes on', `${whole}x`, 'goes on after its sums'],
    ['has another header', alipayList([]), 'are missing'],
    [
      'is the bill of payments alone',
      whole.replace('申请退款金额', 'x'),
      'the columns 申请退款金额 are missing',
    ],
    ['has amounts with commas', wechatBill([{ order, amount: '1,000.00' }]), '订单金额 is no amount'],
    ['has words as amounts', wechatBill([{ order, amount: 'three' }]), '订单金额 is no amount'],
    ['has three decimals', wechatBill([{ order, amount: '3.505' }]), '订单金额 is no amount'],
    ['has no time', wechatBill([{ order, at: 'yesterday' }]), '交易时间 is no time'],
    ['has another state', wechatBill([{ order, status: 'MAYBE' }]), 'the state MAYBE is not known'],
    ['has an order without a number', wechatBill([{ order: '一' }]), '商户订单号 is no number'],
    ['has a line without end', `${halves[0]}\n${'x'.repeat(20_000)}`, 'the line is too long'],
    ['is a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0x80]), 'not written in utf-8'],
  ])('that %s is refused', async (_, contents, why) => {
    expect(await refusal('wechat', contents)).toContain(why)
  })
})

describe('a list of Alipay', () => {
  test('is written in GBK and has payments and refunds', async () => {
    const text = alipayList([
      { order, amount: '3.50' },
      { order, amount: '-3.50', refundNo: `${order}R1` },
    ])
    expect(await read('alipay', inGbk(text))).toEqual([
      expect.objectContaining({ kind: 'pay', merchantOrder: order, amount: 350, refundNo: '' }),
      expect.objectContaining({ kind: 'refund', merchantOrder: order, amount: 350, refundNo: `${order}R1` }),
    ])
    expect(await refusal('alipay', new TextEncoder().encode(text))).not.toBe('read')
  })

  const whole = alipayList([{ order, amount: '3.50' }])
  test.each([
    [
      'is half',
      whole.slice(0, whole.indexOf('#-----------------------------------------业务明细列表结束')),
      'its end is missing',
    ],
    ['has fewer rows than it says', whole.replace('合计：1笔', '合计：2笔'), 'says that it has 2'],
    ['goes on after its end', `${whole}x,y`, 'goes on after its end'],
    ['has no header', '#支付宝业务明细查询\n', 'no header'],
    ['lacks a cell', whole.replace('"可乐, 冰",', ''), '24 cells instead of 25'],
  ])('that %s is refused', async (_, text, why) => {
    expect(await refusal('alipay', inGbk(text))).toContain(why)
  })
})

describe('a list of GKash', () => {
  test('has payments, and what was given back of them', async () => {
    const rows = [
      `2026-11-14 12:00:00,PO1,${order},MYR,3.50,88 - Transferred,0.00`,
      `2026-11-14 12:10:00,PO2,${order},MYR,5.00,88 - Transferred,5.00`,
      `2026-11-14 12:20:00,PO3,${order},MYR,9.00,66 - Failed,0.00`,
    ]
    expect(
      (await read('gkash', gkashList(rows))).map(({ kind, txn, amount }) => `${kind} ${txn} ${amount}`),
    ).toEqual(['pay PO1 350', 'pay PO2 500', 'refund PO2 500'])
    expect(await refusal('gkash', gkashList(rows).replace('Total,3', 'Total,4'))).toContain(
      'has 3 rows and says 4',
    )
    expect(await refusal('gkash', gkashList(rows).replace('Total,3', ''))).toContain('Total is missing')
    expect(await refusal('gkash', gkashList(rows).replace('MYR', 'CNY'))).toContain('the currency is not MYR')
    expect(await refusal('gkash', gkashList(rows).replace('88 -', '99 -'))).toContain(
      'the status is not known',
    )
  })
})

/** Names of goods that hold what stands between cells, as a provider may write them. */
const goodsNames = [
  'Cola,`cold',
  '`Cola`',
  '"Cola" 330',
  '5" pipe',
  'Cola,',
  ',,',
  '"',
  'a","b',
  'Cola, "cold", `0.00',
]

test.each(goodsNames)('goods with the name %s are read', async (goods) => {
  const rows = [
    { order, goods },
    { order, goods, refund: '1.20' },
  ]
  expect((await read('wechat', wechatBill(rows))).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['pay', 350],
    ['refund', 120],
  ])
  const quoted = `"${goods.replaceAll('"', '""')}"`
  for (const written of [goods, quoted]) {
    const lists = [
      { order, amount: '3.50', goods: written },
      { order, amount: '-1.20', refundNo: 'R1', goods: written },
    ]
    expect(
      (await read('alipay', inGbk(alipayList(lists)))).map(({ kind, amount, refundNo }) => [
        kind,
        amount,
        refundNo,
      ]),
    ).toEqual([
      ['pay', 350, ''],
      ['refund', 120, 'R1'],
    ])
  }
})

test('a file of another account is refused', async () => {
  const bill = wechatBill([{ order }, { order, mch: '1900000002' }])
  expect(await refusal('wechat', wechatBill([{ order }]), wechatMch)).toBe('read')
  expect(await refusal('wechat', bill, wechatMch)).toBe(
    'line 3: the file is of the account 1900000002, not of 1900000001',
  )
  const list = inGbk(alipayList([{ order, amount: '3.50' }]))
  expect(await refusal('alipay', list, alipayPid)).toBe('read')
  expect(await refusal('alipay', list, '2088000000000001')).toContain(
    `the file is of the account ${alipayPid}, not of 2088000000000001`,
  )
  const rows = (cid: string) =>
    gkashList([`2026-11-14 12:00:00,PO1,${order},MYR,3.50,88 - Transferred,0.00,${cid}`]).replace(
      'Refunded',
      'Refunded,CID',
    )
  expect(await refusal('gkash', rows('M102-U-1'), 'M102-U-1')).toBe('read')
  expect(await refusal('gkash', rows('M102-U-2'), 'M102-U-1')).toContain(
    'the account M102-U-2, not of M102-U-1',
  )
})

test('a file of a hundred megabytes is read in a bounded memory', async () => {
  const path = await fileOf('')
  const file = await open(path, 'w')
  const [header = '', row = '', sums = ''] = wechatBill([{ order }]).split('\r\n')
  const rows = 480_000
  await file.write(`${header}\n`)
  const piece = `${row}\n`.repeat(1_000)
  for (let i = 0; i < rows / 1_000; i += 1) await file.write(piece)
  await file.write(`${sums}\n\`${rows},\`0,\`0,\`0,\`0,\`0,\`0.00\n`)
  expect((await file.stat()).size).toBeGreaterThan(100_000_000)
  await file.close()
  const before = process.memoryUsage().heapUsed
  let most = 0
  let count = 0
  for await (const line of readStatementFile('wechat', path)) {
    count += line.amount > 0 ? 1 : 0
    if (count % 20_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  expect(count).toBe(rows)
  expect(most).toBeLessThan(150_000_000)
}, 60_000)
