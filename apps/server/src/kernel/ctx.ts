import type { Country, Custom, Locale, Permission } from '@slotwise/contract'
import type { FastifyBaseLogger } from 'fastify'

import type { BlobStore } from '../ports/blobs/blobs.ts'
import type { SmsSender } from '../ports/sms/sms.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db.ts'

/** What the process is made of. Tests put other clocks and senders in. */
export type Deps = {
  config: Config
  db: Db
  now(): Date
  sms: SmsSender
  blobs: BlobStore
  log: FastifyBaseLogger
}

/** Where a request came from. */
export type Origin = { requestId: string; address: string; userAgent: string; locale: Locale; now: Date }

/** A call that needs no session. It opens the transactions it needs by itself, one merchant each. */
export type PublicCtx = Origin & { deps: Deps }

/** Which stores and devices a user may see: all, or the chosen ones. */
export type Scope = { all: true } | { all: false; stores: readonly string[]; devices: readonly string[] }

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
}

/**
 * What every service function of a signed-in user takes first: who asks, what they may see, and the transaction,
 * already fenced to their merchant. There is no unscoped query and no query outside of it.
 */
export type Ctx = Origin & {
  deps: Deps
  tx: Tx
  tenant: Tenant
  user: User
  permissions: ReadonlySet<Permission>
  scope: Scope
  /** Where a user sees only what he added himself, although the page is open to him. */
  ownOnly: { goods: boolean; bank: boolean }
  /** Set by `audit`; the registrar refuses a changing call that did not. */
  audited: boolean
}

/** What a machine says is about one machine of one merchant, in a transaction of his. */
export type MachineCtx = {
  deps: Deps
  tx: Tx
  now: Date
  tenantId: string
  deviceId: string
  sn: string
}

/** The ctx of a call; background work has no session. */
export type SessionCtx = Ctx & { session: { id: string; expiresAt: Date } }

/** The ctx of a call that waits for an outside service: no transaction stays open meanwhile. */
export type OutsideCtx = Omit<SessionCtx, 'tx'>
