import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deleteCommandsBefore } from './command-queries.ts'

const commandDays = 180

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteCommandsBefore({ tx, tenantId }, daysBefore(now, commandDays), atMost),
  )
