import type { Beginnings } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { hasSales } from '../sums/index.ts'
import { hasDevices } from '../devices/index.ts'
import { hasGoods } from '../goods/index.ts'
import { hasStores } from '../regions/index.ts'
import { hasPricedSlot } from '../slots/index.ts'

/** What the caller sees of what comes before the first sale. */
export const getBeginnings = async (ctx: Ctx): Promise<Beginnings> => ({
  store: await hasStores(ctx),
  goods: await hasGoods(ctx),
  device: await hasDevices(ctx),
  slot: await hasPricedSlot(ctx),
  sale: await hasSales(ctx),
})
