import { describe, expect, test } from 'vitest'

import { consoleRoutes } from '../routes.tsx'
import { jumps, type Situation, shortcutOf } from './shortcut-keys.ts'

const idle: Situation = { isAwaiting: false, isTyping: false, isCovered: false }
const press = (key: string, situation: Partial<Situation> = {}, held: object = {}) =>
  shortcutOf(
    { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...held },
    { ...idle, ...situation },
  )

describe('a key', () => {
  test('acts on the page', () => {
    expect(press('?')).toEqual({ kind: 'list' })
    expect(press('/')).toEqual({ kind: 'search' })
    expect(press('n')).toEqual({ kind: 'press', key: 'n' })
    expect(press('j')).toEqual({ kind: 'row', step: 1 })
    expect(press('k')).toEqual({ kind: 'row', step: -1 })
    expect(press('x')).toBeUndefined()
  })

  test('after g leads to a page, or nowhere', () => {
    expect(press('g')).toEqual({ kind: 'await' })
    expect(press('d', { isAwaiting: true })).toEqual({ kind: 'jump', path: '/device' })
    expect(press('n', { isAwaiting: true })).toBeUndefined()
    expect(press('d')).toBeUndefined()
  })

  test('is text in a field, and nothing while another key is held or a word is composed', () => {
    for (const key of ['?', '/', 'n', 'j', 'g', ']']) {
      expect(press(key, { isTyping: true })).toBeUndefined()
      expect(press(key, {}, { ctrlKey: true })).toBeUndefined()
      expect(press(key, {}, { metaKey: true })).toBeUndefined()
      expect(press(key, {}, { isComposing: true })).toBeUndefined()
    }
  })

  test('does not reach the page below a dialog, but turns to the next record in it', () => {
    for (const key of ['?', '/', 'n', 'j', 'g']) expect(press(key, { isCovered: true })).toBeUndefined()
    expect(press(']', { isCovered: true })).toEqual({ kind: 'press', key: ']' })
    expect(press('[', { isCovered: true })).toEqual({ kind: 'press', key: '[' })
  })
})

test('every jump leads to a page of the console', () => {
  const paths = consoleRoutes.map(({ path }) => path)
  for (const path of Object.values(jumps)) expect(paths).toContain(path)
})
