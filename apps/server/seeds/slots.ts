import { capabilities, type MachineType } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { Tx } from '../src/kernel/db.ts'

type Machine = { deviceId: string; type: MachineType; place: number }

/**
 * Goods of the merchant in turn, another beginning in every machine; every ninth slot stays free. A game costs a tenth of
 * what one can win, and chances are one in five. What is in the slots the machine will say.
 */
export async function stockSlots(
  tx: Tx,
  tenantId: string,
  { deviceId, type, place }: Machine,
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
       and picked.no = (channel.channel_sn + ${place * 5}) % picked.of`.execute(tx)
}
