import { errorCodes } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { refusalLines } from './refusal-lines.ts'

const invalid = { message: 'Check the highlighted fields', rcode: errorCodes.invalid }
const unknownSlot = { path: 'channel_sn', message: 'There is no slot 7' }

describe('a refusal that has no field', () => {
  test('says what is wrong, and does not point at fields that are not marked', () => {
    expect(refusalLines(invalid, [unknownSlot], false)).toEqual(['There is no slot 7'])
  })

  test('says it besides the fields that are marked', () => {
    expect(refusalLines(invalid, [unknownSlot], true)).toEqual([invalid.message, 'There is no slot 7'])
  })

  test('shows its own message if there is no other, and each message once', () => {
    expect(refusalLines(invalid, [], false)).toEqual([invalid.message])
    const busy = { message: 'The device is busy', rcode: errorCodes.busy }
    expect(refusalLines(busy, [{ path: 'sn', message: busy.message }], false)).toEqual([busy.message])
    expect(refusalLines(busy, [unknownSlot, unknownSlot], false)).toEqual([busy.message, unknownSlot.message])
  })
})
