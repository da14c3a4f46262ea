import type { Country, Custom, Grants, Locale, NotifyChannel, Permission } from '@slotwise/contract'
import type { FastifyBaseLogger } from 'fastify'

import type { BlobStore } from '../ports/blobs/blobs.ts'
import type { ChatChannel } from '../ports/chat/chat.ts'
import type { PersonChats } from '../ports/chat/chat.ts'
import type { PostWiring } from '../ports/outgoing/outgoing.ts'
import type { AccountProviders, Payments } from '../ports/payments/payments.ts'
import type { PayoutProvider } from '../ports/payout/payout.ts'
import type { PushSender } from '../ports/push/push.ts'
import type { SmsSender } from '../ports/sms/sms.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'
import type { Hooks } from './hooks.ts'

/** What the process is made of. Tests inject other clocks and senders. */
export type Deps = {
  config: Config
  db: Db
  now(): Date
  sms: SmsSender
  payments: Payments
  /** Adapters for accounts that merchants and agents have at payment providers. */
  payAccounts: AccountProviders
  /** Undefined where no provider pays out. */
  payout: PayoutProvider | undefined
  /** Channels of notices besides the inbox, or in its place. */
  chat?: Partial<Record<NotifyChannel, ChatChannel>>
  /** The operator's accounts in chat apps. */
  personChats: PersonChats
  /** How messages to addresses of merchants leave; tests lead them to a server of their own. */
  outgoing?: PostWiring
  /** Messages to browsers. */
  push: PushSender
  blobs: BlobStore
  hooks: Hooks
  log: FastifyBaseLogger
}

/** Where a request came from. */
export type Origin = {
  requestId: string
  address: string
  userAgent: string
  locale: Locale
  now: Date
  /** The address by which the caller reached the server, `https://console.example`. */
  site?: string
}

/** The ctx of a call that needs no session. The call opens the transactions it needs itself, one merchant each. */
export type PublicCtx = Origin & { deps: Deps }

/**
 * Which stores and devices a user may see: all, or the chosen ones. `stores` has those of the chosen areas, too, as they
 * are when the call begins; `areas` says which areas the user may hand on.
 */
export type Scope =
  | { all: true }
  | { all: false; areas: readonly string[]; stores: readonly string[]; devices: readonly string[] }

export type Tenant = {
  id: string
  name: string
  country: Country
  agent: string | null
  custom: Custom | null
}
export type User = {
  id: string
  username: string
  nickname: string
  isMain: boolean
  hasOperation: boolean
  roleId: string | null
  /** A key of a system of the merchant, not a person. */
  isKey: boolean
}

/**
 * What every service function of a signed-in user takes first: the caller, what the caller may see, and the
 * transaction, already restricted to the caller's merchant. There is no unscoped query and no query outside of it.
 */
export type Ctx = Origin & {
  deps: Deps
  tx: Tx
  tenant: Tenant
  user: User
  permissions: ReadonlySet<Permission>
  scope: Scope
  /** True where the user sees only the records that the user added, although the page is open to the user. */
  ownOnly: { goods: boolean; bank: boolean }
  /** Set by `audit`; the registrar refuses a changing call that did not audit. */
  audited: boolean
}

/** What the caller may do, by role and by the operator's settings. */
export const grantsIn = ({
  user: { isMain, username },
  permissions,
  deps,
}: Pick<Ctx, 'user' | 'permissions' | 'deps'>): Grants => ({
  isMain,
  activity: isMain && deps.config.activityAccounts.includes(username),
  permissions,
})

/** One merchant, in a transaction of that merchant. */
export type TenantRef = { tx: Tx; tenantId: string }
export const refOf = ({ tx, tenant }: Ctx): TenantRef => ({ tx, tenantId: tenant.id })

/** One machine of one merchant, in a transaction of that merchant. */
export type MachineRef = TenantRef & { deviceId: string }

/** What code that acts for a machine takes first, as `Ctx` for a call. */
export type MachineCtx = MachineRef & { deps: Deps; now: Date; sn: string }

/** The ctx of a signed-in call. Background work has a `Ctx` without a session. */
export type SessionCtx = Ctx & { session: { id: string; expiresAt: Date } }

/** The ctx of a call that waits for an outside service. It has no transaction, so that none stays open meanwhile. */
export type OutsideCtx = Omit<SessionCtx, 'tx'>
