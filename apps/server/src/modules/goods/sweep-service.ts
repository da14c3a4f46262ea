import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { removeImage } from '../../kernel/pictures.ts'
import { forgetFile, oldFiles } from './image-store.ts'
import { forgetImports } from './import-store.ts'

/** The rest is for the next sweep. */
const filesAtOnce = 500

/**
 * Forgets a merchant's old imports, uploads without a name and pictures deleted long ago, with their files. A file goes
 * before the rows that led to it: cut off in between, the next sweep comes back to it, and nobody else takes such rows.
 */
export async function sweepGoods(deps: Deps, tenantId: string): Promise<void> {
  const { main } = deps.db
  const now = deps.now()
  const files = await inTenant(main, tenantId, async (tx) => {
    await forgetImports(tx, tenantId, now)
    return oldFiles(tx, tenantId, now, filesAtOnce)
  })
  for (const file of files)
    await inTenant(main, tenantId, async (tx) => {
      if (await forgetFile(tx, tenantId, file, now)) await removeImage(deps.blobs, file)
    })
}
