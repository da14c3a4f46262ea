import { expect, test } from 'vitest'

import { chosenOf } from './remote-picker.tsx'

const toOption = (name: string) => ({ value: name, label: `Store ${name}` })
const unknown = (id: string): string => `Unknown ${id}`
const query = { data: undefined, isFetching: false, error: null, refetch: () => undefined }
const rowsOf = (...data: string[]) => ({ ...query, data: { data, count: data.length } })

test('what was chosen has its name; what cannot be found is said to be unknown', () => {
  expect(chosenOf(['7', '8'], rowsOf('8', '9'), toOption, unknown)).toEqual([
    { value: '8', label: 'Store 8' },
    { value: '7', label: 'Unknown 7' },
  ])
})

test('what was chosen is not called unknown while its name is read, nor when it could not be read', () => {
  expect(chosenOf(['7'], { ...query, isFetching: true }, toOption, unknown)).toEqual([
    { value: '7', label: '…' },
  ])
  expect(chosenOf(['7'], { ...query, error: new Error('offline') }, toOption, unknown)).toEqual([])
})
