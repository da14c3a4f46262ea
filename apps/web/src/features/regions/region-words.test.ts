import { deviceFieldWords, locales, regionFieldWords } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { deviceWords } from '../../entities/device/device-words.ts'
import { regionWords } from './region-words.ts'

test.each(locales)('a filter that is not set does not read like one of its choices, %s', (locale) => {
  const { inArea, inNoArea } = regionWords[locale]
  expect([inArea, inNoArea]).not.toContain(regionFieldWords[locale].in_area)
  const { inStore, inNoStore } = deviceWords[locale]
  expect([inStore, inNoStore]).not.toContain(deviceFieldWords[locale].in_store)
})
