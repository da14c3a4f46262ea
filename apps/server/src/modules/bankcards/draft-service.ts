/** What a form holds before it is sent: one for each account, encrypted, because it has clear numbers. */
import type { BankDraft, bankCardCalls, ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { openJson, sealJson, vaultOf } from '../../kernel/vault.ts'
import { findDraft, forgetDraft, storeDraft } from './draft-queries.ts'

const draftAt = (ctx: Ctx) => ({ field: 'bank_draft.sealed', record: ctx.user.id })

export async function getBankDraft(ctx: Ctx): Promise<{ draft: BankDraft | null }> {
  const sealed = await findDraft(ctx)
  return { draft: sealed ? await openJson<BankDraft>(vaultOf(ctx), sealed, draftAt(ctx)) : null }
}

export async function saveBankDraft(
  ctx: Ctx,
  { draft }: ParsedInputOf<(typeof bankCardCalls)['saveBankDraft']>,
): Promise<Record<string, never>> {
  if (draft === null) await forgetDraft(ctx)
  else await storeDraft(ctx, await sealJson(vaultOf(ctx), draft, draftAt(ctx)))
  return {}
}
