import { isIPv6 } from 'node:net'

import { type Kysely, sql } from 'kysely'

import { AppError } from './errors.ts'
import type { Database } from './schema.ts'
import { isOneOfTexts } from './search.ts'

/** Allows `max` tries in a window. With `blockSeconds`, the last allowed try blocks further ones for that long. */
export type Limit = { max: number; windowSeconds: number; blockSeconds?: number }
export type Taken = { allowed: true; left: number } | { allowed: false; retryAfter: number }

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/**
 * Counts a try before its result is known, in a statement that commits by itself: of concurrent requests no more
 * than `max` get through, and a failed request does not give its try back.
 */
export async function take(db: Kysely<Database>, key: string, limit: Limit, now: Date): Promise<Taken> {
  const blockEnd = limit.blockSeconds === undefined ? null : later(now, limit.blockSeconds)
  const { rows } = await sql<{ count: number; resets_at: Date }>`
    insert into limit_counter as c (key, count, resets_at) values (${key}, 1, ${later(now, limit.windowSeconds)})
    on conflict (key) do update set
      count = case when c.resets_at <= ${now} then 1 else c.count + 1 end,
      resets_at = case
        when c.resets_at <= ${now} then excluded.resets_at
        when c.count + 1 = ${limit.max} and ${blockEnd}::timestamptz is not null then ${blockEnd}::timestamptz
        else c.resets_at end
    returning count, resets_at`.execute(db)
  const { count = 1, resets_at: resetsAt = now } = rows[0] ?? {}
  if (count <= limit.max) return { allowed: true, left: limit.max - count }
  return { allowed: false, retryAfter: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)) }
}

/** Whether no try is left. Takes none. */
export async function isSpent(db: Kysely<Database>, key: string, limit: Limit, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('limit_counter')
    .select('count')
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .executeTakeFirst()
  return row !== undefined && row.count >= limit.max
}

/** Gives one try back, when the counted action did not happen. */
export async function giveBack(db: Kysely<Database>, key: string): Promise<void> {
  await sql`update limit_counter set count = count - 1 where key = ${key} and count > 0`.execute(db)
}

/**
 * The key of an address in a counter. Of IPv6 only the first 64 bits, because one household owns all addresses
 * behind them.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = address.includes('::') ? tail.split(':') : []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

/** Forgets the tries, after the right password or when the message was not sent. */
export async function release(db: Kysely<Database>, ...keys: string[]): Promise<void> {
  await db.deleteFrom('limit_counter').where(isOneOfTexts(keys, 'key')).execute()
}

/** Takes a try, or refuses with the number of seconds to wait. */
export async function takeOrWait(
  db: Kysely<Database>,
  key: string,
  limit: Limit,
  now: Date,
  error: 'wait' | 'smsWait' = 'wait',
): Promise<void> {
  const taken = await take(db, key, limit, now)
  if (!taken.allowed) throw new AppError(error, { seconds: taken.retryAfter })
}
