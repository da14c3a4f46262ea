/** The machines of the platform, whoever has them: the one table that a machine can be looked up in by itself. */
import { sql } from 'kysely'

import type { Db, Tx } from '../../kernel/db.ts'

export type Machine = {
  sn: string
  type: string
  slots: number
  secret_hash: string
  next_secret_hash: string | null
  bind_code_hash: Buffer | null
  tenant_id: string | null
  device_id: string | null
  settings_rev: string
}

type Reader = Db['main'] | Tx

const columns = [
  'sn',
  'type',
  'slots',
  'secret_hash',
  'next_secret_hash',
  'bind_code_hash',
  'tenant_id',
  'device_id',
  'settings_rev',
] as const

export const findMachine = (db: Reader, sn: string): Promise<Machine | undefined> =>
  db.selectFrom('machine').select(columns).where('sn', '=', sn).executeTakeFirst()

export const lockMachine = (tx: Tx, sn: string): Promise<Machine | undefined> =>
  tx.selectFrom('machine').select(columns).where('sn', '=', sn).forUpdate().executeTakeFirst()

export async function insertMachine(
  db: Db['main'],
  machine: Pick<Machine, 'sn' | 'type' | 'slots' | 'secret_hash'> & { bind_code_hash: Buffer },
  now: Date,
): Promise<void> {
  await db
    .insertInto('machine')
    .values({ ...machine, created_at: now })
    .execute()
}

export async function changeMachine(
  db: Reader,
  sn: string,
  change: Partial<Omit<Machine, 'sn' | 'type' | 'slots'>>,
): Promise<void> {
  await db.updateTable('machine').set(change).where('sn', '=', sn).execute()
}

/** The next secret is the one from now on. */
export async function promoteSecret(db: Db['main'], sn: string, hash: string): Promise<void> {
  await db
    .updateTable('machine')
    .set({ secret_hash: hash, next_secret_hash: null })
    .where('sn', '=', sn)
    .where('next_secret_hash', '=', hash)
    .execute()
}

export const listMachines = (
  db: Db['main'],
  tenantId: string | undefined,
): Promise<Pick<Machine, 'sn' | 'type' | 'slots' | 'tenant_id' | 'device_id'>[]> => {
  const query = db
    .selectFrom('machine')
    .select(['sn', 'type', 'slots', 'tenant_id', 'device_id'])
    .orderBy('sn')
  return (tenantId === undefined ? query : query.where('tenant_id', '=', tenantId)).execute()
}

export const listSecrets = (
  db: Db['main'],
): Promise<Pick<Machine, 'sn' | 'secret_hash' | 'next_secret_hash'>[]> =>
  db.selectFrom('machine').select(['sn', 'secret_hash', 'next_secret_hash']).orderBy('sn').execute()

/** From now on the machine is this merchant's; what it sells is his. */
export async function beginOwner(
  tx: Tx,
  sn: string,
  { tenantId, deviceId }: { tenantId: string; deviceId: string },
  since: Date,
): Promise<void> {
  await tx
    .insertInto('machine_owner')
    .values({ sn, tenant_id: tenantId, device_id: deviceId, since })
    .execute()
}

export async function endOwner(tx: Tx, tenantId: string, deviceId: string, until: Date): Promise<void> {
  await tx
    .updateTable('machine_owner')
    .set({ until })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .execute()
}

/**
 * Who had a machine when it said something. Clocks are a little off, so whoever got it within two minutes after may have
 * had it then. What is dated before anybody had it, or in the future, has a wrong date: then it was now.
 */
export async function ownerThen(
  db: Reader,
  sn: string,
  said: Date,
  now: Date,
): Promise<{ tenantId: string; deviceId: string } | undefined> {
  const { rows } = await sql<{ tenantId: string; deviceId: string }>`
    select o.tenant_id as "tenantId", o.device_id as "deviceId"
      from machine_owner o,
           (select case when ${said}::timestamptz between min(since) - interval '2 minutes' and ${now}::timestamptz
                        then ${said}::timestamptz else ${now}::timestamptz end as moment
              from machine_owner where sn = ${sn}) as said
     where o.sn = ${sn} and o.since - interval '2 minutes' <= moment and (o.until is null or o.until > moment)
     order by o.since <= moment desc, o.since desc limit 1`.execute(db)
  return rows[0]
}

/** Merchants who have machines. */
export async function merchantsWithMachines(db: Db['main']): Promise<string[]> {
  const rows = await db
    .selectFrom('machine')
    .select('tenant_id')
    .distinct()
    .where('tenant_id', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.tenant_id ?? [])
}

/** What gateways listen to: whose a machine is has changed. */
export const machineChannel = 'slotwise_machine'

export async function tellGateways(tx: Reader, sn: string): Promise<void> {
  await sql`select pg_notify(${machineChannel}, ${sn})`.execute(tx)
}
