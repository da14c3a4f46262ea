import type { Page } from '@playwright/test'
import { type Area, regionCalls, type Store } from '@slotwise/contract'

import { longTexts } from './long-texts.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'

type AreaWish = Partial<Omit<Area, '_id' | 'rev' | 'store_count'>>
type StoreWish = Partial<Omit<Store, '_id' | 'rev' | 'area_name' | 'device_count'>>

export const addArea = (merchant: Merchant, area_name: string, wish: AreaWish = {}): Promise<Area> =>
  callServer(regionCalls.addArea, { area_name, ...wish }, merchant.caller)

export const addStore = (merchant: Merchant, store_name: string, wish: StoreWish = {}): Promise<Store> =>
  callServer(regionCalls.addStore, { store_name, ...wish }, merchant.caller)

/** Enough for a second page; added one after the other, so that their order is defined. */
export async function addAreas(merchant: Merchant, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await addArea(merchant, `Area ${String(n).padStart(2, '0')}`)
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The headers of the list's rows, which hold their names. */
export const rowNames = (page: Page) => page.getByRole('rowheader')

/** A page of stores and an area with long texts. Returns the store that has every field filled. */
export async function addLongRegions(merchant: Merchant): Promise<Store> {
  const { area: name, store, text, manager } = longTexts
  const phone = '+86 0755-2688 0000'
  const area = await addArea(merchant, name, { phone, area_address: text, remarks: text })
  const full = await addStore(merchant, store, {
    area: area._id,
    phone,
    store_address: text,
    remarks: text,
    manager,
    manager_phone: '13800138001',
    customer_no: '2026-0017',
    auto_refund: true,
    mode: 'custom',
    mode_text: manager,
    coo_mode: 'custom',
    coo_mode_text: text.slice(0, 30),
    coo_start_date: '2026-01-01',
    coo_end_date: '2026-12-31',
  })
  for (let n = 1; n <= 10; n += 1) await addStore(merchant, `${store.slice(0, 10)} ${n}`)
  return full
}
