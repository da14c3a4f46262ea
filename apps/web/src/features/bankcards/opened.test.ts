import { expect, test } from 'vitest'

import { openedBy } from './opened.ts'

test('the address opens a card, or the form at one of its beginnings', () => {
  expect(openedBy(undefined)).toBeUndefined()
  expect(openedBy('7')).toEqual({ as: 'card', id: '7' })
  expect(openedBy('add')).toEqual({ as: 'intake', id: undefined })
  expect(openedBy('send-7')).toEqual({ as: 'intake', id: '7' })
  expect(openedBy('photos-7')).toEqual({ as: 'photos', id: '7' })
})

test('what is no number is a card that does not exist', () => {
  expect(openedBy('send-x')).toEqual({ as: 'card', id: 'send-x' })
})
