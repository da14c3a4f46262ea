import type { Kysely } from 'kysely'

import type { Database } from '../../kernel/db.ts'
import type { SmsSender } from './sms.ts'

export type InboxMessage = { phone: string; purpose: string; code: string; sent_at: Date }

const mostKept = 100

/** For development and the demo: stores messages in a table that /dev/inbox shows. */
export const devInbox = (db: Kysely<Database>, now: () => Date): SmsSender => ({
  name: 'inbox',
  async send({ to, purpose, code, link }) {
    const { inbox_id: id } = await db
      .insertInto('sms_inbox')
      .values({ phone: to, purpose, code: link ?? code, sent_at: now() })
      .returning('inbox_id')
      .executeTakeFirstOrThrow()
    await db
      .deleteFrom('sms_inbox')
      .where('inbox_id', '<=', String(BigInt(id) - BigInt(mostKept)))
      .execute()
    return { ok: true, id }
  },
})

export const readInbox = (db: Kysely<Database>): Promise<InboxMessage[]> =>
  db
    .selectFrom('sms_inbox')
    .select(['phone', 'purpose', 'code', 'sent_at'])
    .orderBy('inbox_id', 'desc')
    .limit(mostKept)
    .execute()
