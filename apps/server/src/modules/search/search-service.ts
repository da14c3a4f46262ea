/** One search over the records of all modules. Each module searches its own table; this one knows who may ask for it. */
import {
  type Access,
  billCalls,
  deviceCalls,
  goodsCalls,
  isBillNumber,
  mayAccess,
  memberCalls,
  type ParsedInputOf,
  referrerCalls,
  regionCalls,
  type searchCalls,
  type SearchHit,
  type SearchKind,
  searchKinds,
  searchLimit,
  slotCalls,
  staffCalls,
} from '@slotwise/contract'

import { within } from '../../kernel/bounded.ts'
import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { searchBills } from '../bills/index.ts'
import { searchDevices } from '../devices/index.ts'
import { searchGoods } from '../goods/index.ts'
import { searchCards } from '../members/index.ts'
import { ordernoIn } from '../payments/index.ts'
import { searchReferrers } from '../referrers/index.ts'
import { searchAreas, searchStores } from '../regions/index.ts'
import { searchSubUsers } from '../staff/index.ts'

type Found = Omit<SearchHit, 'kind' | 'notes'> & { notes: (string | null)[] }
type Source = { access: Access; find: (ctx: Ctx, typed: string) => Promise<Found[]> }

/**
 * The console waits for the whole answer, and a merchant may have as many cards as customers. A kind that takes longer
 * is left out, and so are those for which no time is left.
 */
const kindMs = 1_000
const allMs = 3_000

/** Where each kind is found. Its access is that of its list. */
const sources: Readonly<Record<SearchKind, Source>> = {
  device: {
    access: deviceCalls.getDev.access,
    find: async (ctx, typed) =>
      (await searchDevices(ctx, typed, searchLimit)).map(({ sn, title, store_name: store }) => ({
        id: sn,
        name: title || sn,
        notes: [title && sn, store],
      })),
  },
  store: {
    access: regionCalls.getStore.access,
    find: async (ctx, typed) =>
      (await searchStores(ctx, typed, searchLimit)).map((store) => ({
        id: store.store_id,
        name: store.store_name,
        notes: [store.area_name, store.store_address],
      })),
  },
  area: {
    access: regionCalls.getArea.access,
    find: async (ctx, typed) =>
      (await searchAreas(ctx, typed, searchLimit)).map((area) => ({
        id: area.area_id,
        name: area.area_name,
        notes: [area.area_address],
      })),
  },
  goods: {
    // Accounts for prices open the slots that hold the goods.
    access: [goodsCalls.getGoods.access, slotCalls.getGoodsSlots.access],
    find: async (ctx, typed) =>
      (await searchGoods(ctx, typed, searchLimit)).map(({ goods_id: id, title, code }) => ({
        id,
        name: title,
        notes: [code],
      })),
  },
  bill: {
    access: billCalls.getBuyBill.access,
    find: async (ctx, typed) => {
      const number = isBillNumber(typed) ? typed : ordernoIn(ctx.tenant.id, typed)
      const bills = number === undefined ? [] : await searchBills(ctx, number, searchLimit)
      return bills.map((bill) => ({
        id: bill.orderno,
        name: bill.orderno,
        notes: [bill.dev_title || bill.sn, bill.store_name],
        at: bill.create_at.toISOString(),
        amount: bill.total_price,
      }))
    },
  },
  staff: {
    access: staffCalls.getSubUser.access,
    find: async (ctx, typed) =>
      (await searchSubUsers(ctx, typed, searchLimit)).map((user) => ({
        id: user.account_id,
        name: user.nickname || user.username,
        notes: [user.nickname && user.username, user.role_name, user.phone],
      })),
  },
  card: {
    access: memberCalls.getCardList.access,
    find: async (ctx, typed) =>
      (await searchCards(ctx, typed, searchLimit)).map(({ card_id: id, cardno, nickname }) => ({
        id,
        name: nickname || cardno,
        notes: [nickname && cardno],
      })),
  },
  referrer: {
    access: referrerCalls.getReferrer.access,
    find: async (ctx, typed) =>
      (await searchReferrers(ctx, typed, searchLimit)).map(({ referrer_id: id, name, number }) => ({
        id,
        name,
        notes: [number],
      })),
  },
}

export async function search(
  ctx: Ctx,
  { q }: ParsedInputOf<typeof searchCalls.search>,
): Promise<{ data: SearchHit[]; unsearched: SearchKind[] }> {
  const grants = grantsIn(ctx)
  const ends = performance.now() + allMs
  const data: SearchHit[] = []
  const unsearched: SearchKind[] = []
  for (const kind of searchKinds.filter((one) => mayAccess(sources[one].access, grants))) {
    const ms = Math.min(kindMs, ends - performance.now())
    const hits = ms > 0 ? await within(ctx.tx, ms, () => sources[kind].find(ctx, q)) : undefined
    if (!hits) unsearched.push(kind)
    for (const { notes, ...found } of hits ?? [])
      data.push({ kind, ...found, notes: notes.flatMap((note) => note || []) })
  }
  return { data, unsearched }
}
