import type { DownMessage, DownName } from '@slotwise/machine-protocol'

import type { Deps, MachineCtx } from '../kernel/ctx.ts'
import type { ownersOf } from '../modules/machines/index.ts'
import type { Binding, rememberBindings } from './bindings.ts'
import type { RefusalReason } from './broker.ts'
import type { Rank } from './turnstile.ts'

/** What the parts of the gateway share: the merchants of the machines, and the ways to both. */
export type Link = {
  deps: Deps
  bindings: ReturnType<typeof rememberBindings<Binding>>
  /** All merchants that a machine has had. */
  owners: ReturnType<typeof rememberBindings<Awaited<ReturnType<typeof ownersOf>>>>
  /** Works in a transaction of the machine's merchant. */
  inMachine<T>(sn: string, binding: Binding, work: (ctx: MachineCtx) => Promise<T>, rank?: Rank): Promise<T>
  /** As `send` of the broker. */
  send<Name extends DownName>(sn: string, name: Name, data: DownMessage<Name>): Promise<boolean | undefined>
  refuse(reason: RefusalReason, sn?: string): void
}
