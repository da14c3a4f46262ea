import { expect, test } from 'vitest'

import { awaitsWords, isComposingKey, keyName } from './input-method.ts'

test('a key of a word that is being composed is told from a key of its own, in Safari too', () => {
  expect(isComposingKey({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposingKey({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposingKey({ isComposing: false, keyCode: 13 })).toBe(false)
})

test('a key without a name is none', () => {
  expect(keyName({ key: 'K' })).toBe('k')
  expect(keyName({})).toBe('')
})

test('Android composes every word, so that its words are not awaited', () => {
  expect(awaitsWords('Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile')).toBe(false)
  expect(awaitsWords('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605')).toBe(true)
})
