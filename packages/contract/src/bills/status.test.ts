import { describe, expect, test } from 'vitest'

import { payClients } from '../payments/clients.ts'
import { payClientWords, payStateWords } from '../payments/words.ts'
import { amountsOf, type BillStatus, classOf } from './status.ts'
import { billStatusWords } from './words.ts'

/** Written from the specification and its decisions, not from the code. */
const statuses: [BillStatus, label: string, ReturnType<typeof classOf>][] = [
  [0, 'Delivery success', 'normal'],
  [1, 'Delivery fail', 'abnormal'],
  [2, 'Abnormal', 'abnormal'],
  [3, 'Game success', 'normal'],
  [4, 'Game fail', 'normal'],
  [5, 'Refunding', 'abnormal'],
  [6, 'Reserved', 'normal'],
  [7, 'Device working', 'normal'],
  [8, 'Automatic refund', 'refund'],
  [9, 'Manual refund', 'refund'],
  [10, 'Partial refund', 'mixed'],
  [11, 'Partial refund, automatic', 'mixed'],
]

describe('the status of a bill', () => {
  test('has its label and its class', () => {
    expect(Object.keys(billStatusWords['en-US'])).toHaveLength(statuses.length)
    for (const [status, label, kind] of statuses)
      expect([billStatusWords['en-US'][`${status}`], classOf(status)], String(status)).toEqual([label, kind])
  })

  test('decides what is income and what was refunded', () => {
    const amounts = (status: BillStatus) => amountsOf({ status, total_price: 500, refunded: 200 })
    const byClass = {
      normal: { income: 500, refund: 0 },
      abnormal: { income: 0, refund: 0 },
      refund: { income: 0, refund: 200 },
      mixed: { income: 300, refund: 200 },
    }
    for (const [status, , kind] of statuses) expect(amounts(status), String(status)).toEqual(byClass[kind])
  })

  test('"refunded" is a label of payments', () => {
    expect(payStateWords['en-US'].refunded).toBe('Refunded')
  })
})

test('a sale is paid in one of nine ways', () => {
  expect(Object.fromEntries(payClients.map((client) => [client, payClientWords['en-US'][client]]))).toEqual({
    wechat: 'WeChat',
    alipay: 'Alipay',
    gkash: 'GKash',
    card: 'Card',
    ezcard: 'Easy card',
    gift: 'Gift',
    coin: 'Coin',
    bill: 'Cash',
    remote: 'Remote dispense',
  })
})
