import { expect, test } from 'vitest'

import { openedBy } from './opened.ts'

test('the address opens a card, its form, the form of a new one, or nothing', () => {
  expect(openedBy(undefined)).toBeUndefined()
  expect(openedBy('12')).toEqual({ as: 'card', id: '12' })
  expect(openedBy('edit-12')).toEqual({ as: 'form', id: '12' })
  expect(openedBy('add')).toEqual({ as: 'form', id: 'add' })
  expect(openedBy('edit-x')).toEqual({ as: 'card', id: 'edit-x' })
})
