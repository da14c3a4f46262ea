import type { Readable } from 'node:stream'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { hashToken, tenantOfToken } from '../../kernel/tokens.ts'
import * as store from './store.ts'

type OpenFile = { name: string; mime: string; bytes: number; body: Readable }

/** The file behind a single-use link, once. */
export async function openFile(deps: Deps, token: string): Promise<OpenFile | undefined> {
  const tenantId = tenantOfToken(token)
  if (!tenantId) return undefined
  const file = await inTenant(deps.db.main, tenantId, (tx) =>
    store.takeLink(tx, tenantId, hashToken(token), deps.now()),
  )
  const blob = file && (await deps.blobs.read(file.blobKey))
  return blob && { name: file.fileName, mime: blob.mime, bytes: blob.bytes, body: blob.body }
}

/** Forgets a merchant's old work and its files. */
export async function sweepJobs(deps: Deps, tenantId: string, before: Date): Promise<void> {
  const gone = await inTenant(deps.db.main, tenantId, (tx) => store.deleteJobsBefore(tx, tenantId, before))
  for (const { blob_key: key } of gone) if (key) await deps.blobs.remove(key)
}
