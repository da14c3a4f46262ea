import { SearchHit } from '@slotwise/contract'
import { z } from 'zod'

import { readStored, writeStored } from '../../lib/storage.ts'
import { recentKey } from '../../lib/session.ts'

/** What the user chose in the search: a record with its names, or a page or an action by its key. */
const Recent = z.union([
  SearchHit,
  z.object({ kind: z.literal('page'), id: z.string() }),
  z.object({ kind: z.literal('action'), id: z.string() }),
])
export type Recent = z.infer<typeof Recent>

const most = 6

/** The last choices of this session, the newest first. Entries that cannot be read are left out. */
export function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(readStored(recentKey) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((one) => Recent.safeParse(one).data ?? []).slice(0, most)
  } catch {
    return []
  }
}

export function rememberRecent(chosen: Recent): void {
  const others = readRecent().filter(({ kind, id }) => kind !== chosen.kind || id !== chosen.id)
  writeStored(recentKey, JSON.stringify([chosen, ...others].slice(0, most)))
}
