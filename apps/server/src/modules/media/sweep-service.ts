import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { forgetFile, lockFile, oldFiles, oldest } from './image-queries.ts'
import { removeImage } from './stored-pictures.ts'

/** Files per sweep; the next sweep does the rest. */
const filesAtOnce = 500

/**
 * Deletes a merchant's unused uploads and pictures deleted long ago, with their files. A file is removed before its
 * rows are: after an interruption the next sweep finds it by those rows, which no call uses.
 */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const { main } = deps.db
  const files = await inTenant(main, tenantId, (tx) => oldFiles(tx, tenantId, now, filesAtOnce))
  for (const file of files)
    await inTenant(main, tenantId, async (tx) => {
      await lockFile(tx, tenantId, file)
      await deps.hooks.pictureUse.forget(tx, tenantId, file, oldest(now).deleted)
      if (await forgetFile(tx, tenantId, file, now)) await removeImage(deps.blobs, file)
    })
}
