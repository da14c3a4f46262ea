import { channelContents } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { exportInputOf, newExport } from './slot-export-values.ts'

const common = {
  type: 'slot',
  format: 'xlsx',
  contents: [...channelContents],
  discard: false,
  locale: 'en-US',
}
const values = { ...newExport('all'), stores: ['3'], areas: ['5'] }

test('an export of slots sends only the devices, stores or areas of the chosen kind', () => {
  expect(exportInputOf({ ...values, which: 'devs' }, ['7', '8'], 'en-US')).toEqual({
    ...common,
    devs: ['7', '8'],
  })
  expect(exportInputOf(values, ['7'], 'en-US')).toEqual({ ...common, all: true })
  expect(exportInputOf({ ...values, which: 'stores' }, ['7'], 'en-US')).toEqual({ ...common, stores: ['3'] })
  expect(exportInputOf({ ...values, which: 'areas' }, [], 'en-US')).toEqual({ ...common, areas: ['5'] })
})
