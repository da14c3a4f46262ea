import { channelContents } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { type ExportedDevices, exportInputOf, newExport, offeredDevices } from './slot-export-values.ts'

const common = {
  type: 'slot',
  format: 'xlsx',
  contents: [...channelContents],
  discard: false,
  locale: 'en-US',
}
const openedFor = { devs: ['7', '8'], filter: { low: true, order: 'stock' as const } }
const values = { ...newExport('all'), stores: ['3'], areas: ['5'] }

test('an export of slots sends only the devices, stores or areas of the chosen kind', () => {
  const inputOf = (which: ExportedDevices) => exportInputOf({ ...values, which }, openedFor, 'en-US')
  expect(inputOf('devs')).toEqual({ ...common, devs: ['7', '8'] })
  expect(inputOf('filtered')).toEqual({ ...common, condition: { low: true, order: 'stock' } })
  expect(inputOf('all')).toEqual({ ...common, all: true })
  expect(inputOf('stores')).toEqual({ ...common, stores: ['3'] })
  expect(inputOf('areas')).toEqual({ ...common, areas: ['5'] })
})

test('ticked devices come first, then those of the list’s filter, then all', () => {
  const others = ['all', 'stores', 'areas']
  expect(offeredDevices(openedFor, true)).toEqual(['devs', 'filtered', ...others])
  expect(offeredDevices({ ...openedFor, devs: [] }, true)).toEqual(['filtered', ...others])
  expect(offeredDevices({ devs: [], filter: { order: 'stock' } }, true)).toEqual(others)
  expect(offeredDevices({ devs: ['7'], filter: {} }, false)).toEqual(['devs'])
})
