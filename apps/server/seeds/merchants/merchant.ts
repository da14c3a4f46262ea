import type { BankInput, Country, Locale, LowRule, PayClient, Permission } from '@slotwise/contract'
import type { z } from 'zod'

import type { Decision } from '../../src/modules/bankcards/index.ts'
import type { MachineType } from '@slotwise/machine-protocol'

/** What kind of place a store is: it decides when customers come. */
export type StoreKind = 'office' | 'mall' | 'station' | 'campus' | 'street'

export type DemoArea = {
  area_name: string
  phone: string
  area_address: string
  remarks: string
  stores: readonly (readonly [name: string, place: StoreKind])[]
}

export type DemoPerson = {
  role: { name: string; note: string; granted: readonly Permission[] }
  sub_username: string
  nickname: string
  phone: string
  /** The manager knows the operation password, the clerk has none. */
  hasOperation: boolean
  stores: 'all' | 'first'
}

/** Machines of a type. Those of the same title are numbered. */
export type DemoMachines = {
  type: MachineType
  slots: number
  titles: readonly string[]
  /** Where the first goods of the machine are on their shelf; by chance where it does not matter. */
  firstGoods?: number
}

/** A bank card, and what the operator decided on the day after it was handed in; without a decision it is in review. */
export type DemoCard = z.input<typeof BankInput> & {
  /** How many days ago it was handed in. A card that sales are paid out to is older than these. */
  daysAgo: number
  decision?: Decision
}

/** A merchant of the demo. All of them have the same passwords. */
export type DemoMerchant = {
  username: string
  mchName: string
  country: Country
  /** The language of everything that the merchant has named. */
  locale: Locale
  areas: readonly DemoArea[]
  /** The first one is approved and paid out to. */
  cards: readonly DemoCard[]
  /** Their money waits until an account is chosen. */
  storesWithoutAccount: readonly string[]
  storeAddress(area: string, store: string, index: number): string
  storePhone(index: number): string
  managers: readonly string[]
  staff: readonly DemoPerson[]
  /** The serial number of the first machine; the others follow. */
  firstSn: number
  machines: readonly DemoMachines[]
  /** The title of a machine that is not played: it is offline since yesterday. */
  dark: string
  /** A store with its own thresholds, by its name. */
  threshold: { store: string; low: LowRule | null; offline_minutes: number | null }
  /** What the manager notes about alerts: of a connection, a fault, a refill, and a refill of the dark machine. */
  alertRemarks: readonly string[]
  /** Referrers, by the names of their stores; none means all stores. */
  referrers: readonly { name: string; number: string; commission: number; stores: readonly string[] }[]
  /** The names of batches of vouchers. The first is new, the others were handed out by the first referrers. */
  voucherNames: readonly string[]
  /** In which shares of a hundred customers pay; machines that take coins have more of them. */
  shares: readonly (readonly [PayClient, number])[]
  /** People with member cards by their nicknames, and what the merchant notes about some of the cards. */
  members: { people: readonly string[]; notes: readonly string[] }
  /** What the merchant notes with refunds. */
  refundRemarks: readonly string[]
}
