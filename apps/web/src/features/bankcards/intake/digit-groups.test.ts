import { expect, test } from 'vitest'

import { caretAfter, digitsOf, grouped } from './digit-groups.ts'

test('a number stands in groups of four', () => {
  expect(['', '6222', '62220', '6222021234567890123'].map(grouped)).toEqual([
    '',
    '6222',
    '6222 0',
    '6222 0212 3456 7890 123',
  ])
})

test('pasted numbers lose what is no digit', () => {
  expect(digitsOf(' ６２２２-0212 3456x')).toBe('622202123456')
})

test('the caret stays behind the same digit', () => {
  for (let before = 0; before <= 19; before += 1) {
    const text = grouped('6222021234567890123')
    expect(digitsOf(text.slice(0, caretAfter(before)))).toHaveLength(before)
  }
})
