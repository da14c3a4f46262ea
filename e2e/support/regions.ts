import type { Page } from '@playwright/test'
import { type Area, regionCalls, type Store } from '@slotwise/contract'

import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'

type AreaWish = Partial<Omit<Area, '_id' | 'rev' | 'store_count'>>
type StoreWish = Partial<Omit<Store, '_id' | 'rev' | 'area_name' | 'device_count'>>

export const addArea = (merchant: Merchant, area_name: string, wish: AreaWish = {}): Promise<Area> =>
  callServer(regionCalls.addArea, { area_name, ...wish }, merchant.caller)

export const addStore = (merchant: Merchant, store_name: string, wish: StoreWish = {}): Promise<Store> =>
  callServer(regionCalls.addStore, { store_name, ...wish }, merchant.caller)

/** Enough for a second page, one at a time, so that their order is theirs. */
export async function addAreas(merchant: Merchant, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await addArea(merchant, `Area ${String(n).padStart(2, '0')}`)
}

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** The data rows of the list. */
export const rowNames = (page: Page) => page.getByRole('rowheader')
