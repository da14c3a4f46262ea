import type { UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { beginSearch, endSearch, tellOfMachine } from '../presence/index.ts'
import { markApplied } from './settings-queries.ts'

/** Handles a machine's report that it has applied settings, or begins or ends its search for slots. */
export async function takeConfig(ctx: MachineCtx, config: UpMessage<'config'>): Promise<void> {
  const isNews = await applyConfig(ctx, config)
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}

async function applyConfig(ctx: MachineCtx, config: UpMessage<'config'>): Promise<boolean> {
  if (!('init' in config)) return markApplied(ctx, config)
  if (config.init === 'done') return endSearch(ctx)
  await beginSearch(ctx)
  return true
}
