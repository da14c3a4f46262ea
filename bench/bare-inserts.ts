/** The reference for sales: rows of the shape of a bill, with its indexes, each stored in a transaction of its own. */
import pg from 'pg'

import { goodsOfOne, price } from './sale-fleet.ts'

const machines = 200

export const makeBareTable = async (owner: pg.Client): Promise<unknown> =>
  owner.query('create table bare_bill (like bill including all)')

const text = `
  insert into bare_bill (tenant_id, create_at, orderno, device_id, sn, dev_type, store_id, merchant_id, client, kind, status,
                         total_price, list_price, refunded, goods, oddities, sale_id, sent_ts, reported_at, command_id)
  values (1, $1, $2, $3, $4, 'vending', null, null, 'coin', 'buy', 0, ${price}, ${price}, 0, $5, '{}', $6, $7, $1, null)`

/** Returns how many rows a second were committed over so many connections. */
export async function bareInserts(url: string, places: number, count: number): Promise<number> {
  const clients = Array.from({ length: places }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  const goods = JSON.stringify([goodsOfOne])
  let begun = 0
  const insertUntilDone = async (client: pg.Client): Promise<void> => {
    while (begun < count) {
      const number = (begun += 1)
      const now = new Date()
      const orderno = now.toISOString().replace(/\D/g, '') + String(number).padStart(7, '0')
      const machine = number % machines
      const sn = String(97_000_000 + machine)
      const values = [now, orderno, machine, sn, goods, `${sn}-${number}`, now.getTime()]
      await client.query({ name: 'bare', text, values })
    }
  }
  const began = performance.now()
  await Promise.all(clients.map(insertUntilDone))
  const rate = count / ((performance.now() - began) / 1000)
  await Promise.all(clients.map((client) => client.end()))
  return rate
}
