import { capabilities, type MachineType } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { Tx } from '../src/kernel/db.ts'

type Machine = { deviceId: string; type: MachineType; index: number }

/**
 * Puts the merchant's goods into the slots in turn, with another first goods in every machine; every ninth slot stays
 * empty. A game costs a tenth of the price, and the winning rate is one in five. The machine reports the quantities.
 */
export async function stockSlots(
  tx: Tx,
  tenantId: string,
  { deviceId, type, index }: Machine,
): Promise<void> {
  const { game, chance } = capabilities[type]
  await sql`
    update channel set goods_id = picked.goods_id, price = picked.price,
           game_price = case when ${game} then greatest(2, picked.price / 10) end,
           rate = case when ${chance} then 2000 end
      from (select goods_id, coalesce(price, min_price) as price, row_number() over (order by goods_id) - 1 as no,
                   count(*) over () as of
              from goods where tenant_id = ${tenantId} and deleted_at is null) picked
     where channel.tenant_id = ${tenantId} and channel.device_id = ${deviceId} and channel.channel_sn % 9 <> 0
       and picked.no = (channel.channel_sn + ${index * 5}) % picked.of`.execute(tx)
}
