import { AreaEdit, AreaInput, RoleInput, StoreInput } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { newRecord, valuesFor } from './record-values.ts'

test('a new record begins with the defaults of its schema, and with empty texts', () => {
  expect(newRecord(AreaInput)).toEqual({ area_name: '', phone: '', area_address: '', remarks: '' })
  expect(newRecord(RoleInput)).toEqual({
    name: '',
    note: '',
    perm_detail: '',
    goods_scope: 'all',
    bank_scope: 'all',
  })
  expect(newRecord(StoreInput)).toMatchObject({
    store_name: '',
    area: null,
    auto_refund: false,
    mode: 'routine',
    coo_mode: 'rent',
    coo_start_date: null,
  })
})

test('of a record, the form takes the fields that its schema knows', () => {
  const area = {
    _id: '7',
    rev: 2,
    area_name: 'Harbour',
    phone: '',
    area_address: '',
    remarks: '',
    store_count: 3,
  }
  const { store_count: _, ...edited } = area
  expect(valuesFor(AreaEdit, area)).toEqual(edited)
})
