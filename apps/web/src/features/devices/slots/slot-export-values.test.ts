import { channelContents } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { exportInputOf, newExport } from './slot-export-values.ts'

const common = { type: 'slot', contents: [...channelContents], discard: false, locale: 'en-US' }
const values = { ...newExport('all'), stores: ['3'], areas: ['5'] }

test('of all that was chosen for an export of slots, only what it is for travels', () => {
  expect(exportInputOf({ ...values, which: 'devs' }, ['7', '8'], 'en-US')).toEqual({
    ...common,
    devs: ['7', '8'],
  })
  expect(exportInputOf(values, ['7'], 'en-US')).toEqual({ ...common, all: true })
  expect(exportInputOf({ ...values, which: 'stores' }, ['7'], 'en-US')).toEqual({ ...common, stores: ['3'] })
  expect(exportInputOf({ ...values, which: 'areas' }, [], 'en-US')).toEqual({ ...common, areas: ['5'] })
})
