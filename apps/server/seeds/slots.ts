import { capabilities, type MachineType } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { Tx } from '../src/kernel/db.ts'
import { codesOf } from './goods-catalogue.ts'
import type { Tint } from './goods-pictures/scene.ts'

type Machine = { deviceId: string; type: MachineType; firstGoods: number }

/** The shelves of the catalogue that machines of a type are filled from. */
const shelves: Readonly<Record<MachineType, readonly Tint[]>> = {
  vending: ['drinks', 'snacks'],
  gashapon: ['capsules'],
  lipstick: ['lipsticks'],
  pulse: ['sessions'],
  single: ['drinks'],
  luckybag: ['luckyBags'],
  betelnut: ['betel'],
  lattice: ['daily'],
  osm: ['snacks', 'daily', 'drinks'],
}

/** Winning rates in hundredths of a percent. A lipstick has to cost the players a little more than its price. */
const usualRate = 2_000
const rates: Partial<Record<MachineType, number>> = { lipstick: 800 }
export const winningRate = (type: MachineType): number => rates[type] ?? usualRate

/**
 * Puts goods of the machine's kind into the slots in turn, beginning at one place of the shelf; every ninth slot stays
 * empty. A merchant without such goods gets all of its goods. A game costs a tenth of the price. The machine reports
 * the quantities.
 */
export async function stockSlots(
  tx: Tx,
  tenantId: string,
  { deviceId, type, firstGoods }: Machine,
): Promise<void> {
  const { game, chance } = capabilities[type]
  await sql`
    with kind as (
      select goods_id, coalesce(price, min_price) as price, code like any(${codesOf(shelves[type])}::text[]) as fits
        from goods where tenant_id = ${tenantId} and deleted_at is null),
    picked as (
      select goods_id, price, row_number() over (order by goods_id desc) - 1 as no, count(*) over () as of
        from kind where fits or not exists (select from kind where fits))
    update channel set goods_id = picked.goods_id, price = picked.price,
           game_price = case when ${game} then greatest(2, picked.price / 10) end,
           rate = case when ${chance} then ${winningRate(type)}::int end
      from picked
     where channel.tenant_id = ${tenantId} and channel.device_id = ${deviceId} and channel.channel_sn % 9 <> 0
       and picked.no = (channel.channel_sn - 1 + ${firstGoods}) % picked.of`.execute(tx)
}
