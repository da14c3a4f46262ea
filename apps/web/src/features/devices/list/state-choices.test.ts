import { expect, test } from 'vitest'

import { chosenStates, filterOf } from './state-choices.ts'

const nothing = { online: undefined, off: undefined, low: undefined, fault: undefined }

test('the states of the filter are chosen', () => {
  expect(chosenStates({})).toEqual([])
  expect(chosenStates({ online: false, low: true })).toEqual(['offline', 'low'])
  expect(chosenStates({ online: true, off: true })).toEqual(['online', 'off'])
})

test('several states narrow together', () => {
  expect(filterOf(['offline', 'noFault'])).toEqual({ ...nothing, online: false, fault: false })
  expect(filterOf(['online', 'off'])).toEqual({ ...nothing, online: true, off: true })
})

test('of two contradicting states the later one holds', () => {
  expect(filterOf(['offline', 'low', 'online'])).toEqual({ ...nothing, online: true, low: true })
})

test('nothing chosen filters by nothing', () => {
  expect(filterOf([])).toEqual(nothing)
})
