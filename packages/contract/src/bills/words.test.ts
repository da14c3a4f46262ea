import { expect, test } from 'vitest'

import { refundReasonText } from './words.ts'

test.each([
  ['noRight', "The merchant account may not refund. Grant the right in the provider's merchant platform."],
  [
    'customerAccount: 用户账户已注销',
    "The customer's account cannot receive the refund, or is closed (用户账户已注销)",
  ],
  ['Transaction has been settled', 'Transaction has been settled'],
  ['Error: it has been settled', 'Error: it has been settled'],
  ['', ''],
])('the reason %j of a refund reads %j', (why, text) => {
  expect(refundReasonText('en-US', why)).toBe(text)
})

test('the words before a text of the provider follow the language', () => {
  expect(refundReasonText('zh-CN', 'frozen: x')).toBe('交易已被支付渠道冻结 (x)')
  expect(refundReasonText('zh-TW', 'frozen: x')).toBe('交易已被支付管道凍結 (x)')
})
