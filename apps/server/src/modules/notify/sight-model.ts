/** What an account may see of notices. */
import { mayAccess, type NotifyKind, notifyKinds, notifyPermissions } from '@slotwise/contract'

import { type Ctx, grantsIn, type Scope } from '../../kernel/ctx.ts'

/** The kinds of events that an account may see, and its scope. */
export type Sight = { kinds: readonly NotifyKind[]; scope: Scope }

/** By the present rights of an account. */
export const sightOf = (account: Pick<Ctx, 'user' | 'permissions' | 'scope' | 'deps'>): Sight => ({
  kinds: notifyKinds.filter((kind) => mayAccess(notifyPermissions[kind], grantsIn(account))),
  scope: account.scope,
})
