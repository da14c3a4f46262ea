import type { Readable } from 'node:stream'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { hashToken, tenantOfToken } from '../../kernel/tokens.ts'
import * as queries from './job-queries.ts'

type OpenFile = { name: string; mime: string; bytes: number; body: Readable }

/** Opens the file of a single-use link and uses the link up. */
export async function openFile(deps: Deps, token: string): Promise<OpenFile | undefined> {
  const tenantId = tenantOfToken(token)
  if (!tenantId) return undefined
  const file = await inTenant(deps.db.main, tenantId, (tx) =>
    queries.takeLink(tx, tenantId, hashToken(token), deps.now()),
  )
  const blob = file && (await deps.blobs.read(file.blobKey))
  return blob && { name: file.fileName, mime: blob.mime, bytes: blob.bytes, body: blob.body }
}
