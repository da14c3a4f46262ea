/** All machines of the platform, bound or not. Here a machine is found by its serial number alone. */
import { type Expression, type RawBuilder, sql } from 'kysely'

import type { Db, Tx } from '../../kernel/db.ts'

export type Machine = {
  sn: string
  type: string
  slots: number
  secret_hash: string
  /** When the secret was made. */
  secret_at: Date
  next_secret_hash: string | null
  next_secret_at: Date | null
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
  'secret_at',
  'next_secret_hash',
  'next_secret_at',
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
    .values({ ...machine, secret_at: now, created_at: now })
    .execute()
}

export async function changeMachine(
  db: Reader,
  sn: string,
  change: Partial<Omit<Machine, 'sn' | 'type' | 'slots'>>,
): Promise<void> {
  await db.updateTable('machine').set(change).where('sn', '=', sn).execute()
}

/** Makes the next secret the present one. */
export async function promoteSecret(db: Db['main'], sn: string, hash: string): Promise<void> {
  await db
    .updateTable('machine')
    .set((eb) => ({
      secret_hash: hash,
      secret_at: eb.fn.coalesce('next_secret_at', 'secret_at'),
      next_secret_hash: null,
      next_secret_at: null,
    }))
    .where('sn', '=', sn)
    .where('next_secret_hash', '=', hash)
    .execute()
}

/** True where a merchant other than `tenant` had the machine while its present secret existed. */
const isSecretOfOther = (tenant: Expression<string | null>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from machine_owner o
    where o.sn = machine.sn and o.tenant_id is distinct from ${tenant}
      and (o.until is null or o.until >= machine.secret_at))`

/** Whether a merchant other than this one may know the secret of the machine. */
export async function isSecretKnownElsewhere(db: Reader, sn: string, tenantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('machine')
    .select('sn')
    .where('sn', '=', sn)
    .where(isSecretOfOther(sql`${tenantId}::bigint`))
    .executeTakeFirst()
  return row !== undefined
}

type Listed = Pick<Machine, 'sn' | 'type' | 'slots' | 'tenant_id' | 'device_id'> & {
  /** Whether a merchant who had the machine before may know its secret. */
  secret_known_elsewhere: boolean
}

export const listMachines = (db: Db['main'], tenantId: string | undefined): Promise<Listed[]> => {
  const query = db
    .selectFrom('machine')
    .select(['sn', 'type', 'slots', 'tenant_id', 'device_id'])
    .select(isSecretOfOther(sql.ref('machine.tenant_id')).as('secret_known_elsewhere'))
    .orderBy('sn')
  return (tenantId === undefined ? query : query.where('tenant_id', '=', tenantId)).execute()
}

export const listSecrets = (
  db: Db['main'],
): Promise<Pick<Machine, 'sn' | 'secret_hash' | 'next_secret_hash'>[]> =>
  db.selectFrom('machine').select(['sn', 'secret_hash', 'next_secret_hash']).orderBy('sn').execute()

/** Records that the machine and its sales belong to this merchant from now on. */
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

export type Owner = { tenantId: string; deviceId: string; since: Date; until: Date | null }

/** The merchants who have or had a machine, the first one first. */
export const ownersOf = (db: Reader, sn: string): Promise<Owner[]> =>
  db
    .selectFrom('machine_owner')
    .select(['tenant_id as tenantId', 'device_id as deviceId', 'since', 'until'])
    .where('sn', '=', sn)
    .orderBy('since')
    .execute()
