import { expect, test } from 'vitest'

import { subjectOf } from './provider-service.ts'

const line = (title: string, quantity = 1) => ({ channel_sn: 1, goods_id: null, title, price: 350, quantity })
const subject = (...goods: ReturnType<typeof line>[]) => subjectOf({ sn: '000000000001', goods })

test('the subject of an order names its goods', () => {
  expect(subject(line('Cola'), line("Lay's", 2))).toBe("Cola + Lay's × 2")
  expect([...subject(line('可乐'.repeat(40)))]).toHaveLength(40)
  expect(subject()).toBe('000000000001')
})

test.each([
  'Cola,`cold',
  '"Cola" `cold`',
  'Cola\r\ncold',
  'Cola, "cold",',
  'Cola\t&\u0000cold',
  '=Cola/cold',
])('goods with the name %j leave nothing that takes the cells of a statement apart', (title) => {
  expect(subject(line(title))).toBe('Cola cold')
})

test('goods whose name is nothing but signs are named by the machine', () => {
  expect(subject(line('`",'))).toBe('000000000001')
})
