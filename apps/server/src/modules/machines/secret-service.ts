/** The secrets with which machines log in. */
import type { MachineType } from '@slotwise/machine-protocol'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import { giveNewSecret } from '../commands/index.ts'
import { countAnew } from '../presence/index.ts'
import { endConnections } from './connection-queries.ts'
import { hashSecret, isSecret, newSecret } from './machine-secrets.ts'
import * as registry from './registry-queries.ts'
import { type Credentials, demandMachine } from './registry-service.ts'

/**
 * Returns a new secret, this once. The old one of a bound machine works until the machine logs in with the new one.
 * The old one of a free machine ends at once, because its previous merchant may know it. An external broker knows
 * only one secret and does not report its use, so there the new secret counts at once, too.
 */
export async function rotateSecret(deps: Deps, sn: string): Promise<string> {
  const { tenant_id: tenantId, device_id: deviceId } = await demandMachine(deps, sn)
  if (!tenantId || !deviceId) {
    const secret = await replaceSecret(deps.db.main, sn, deps.now())
    await endConnections(deps.db.main, sn)
    return secret
  }
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const ctx = { deps, tx, tenantId, deviceId }
    await auditSecret(ctx, sn)
    if (deps.config.mqtt.url === undefined) return prepareSecret(tx, sn, deps.now())
    await countAnew(ctx)
    return replaceSecret(tx, sn, deps.now())
  })
}

/**
 * Returns a new secret, this once, and refuses the old one from now on, because a stranger may know it. Every gateway
 * ends a connection that was opened with it. An external broker reads the new list first: `endConnection` then.
 */
export async function revokeSecret(deps: Deps, sn: string): Promise<string> {
  const { tenant_id: tenantId, device_id: deviceId } = await demandMachine(deps, sn)
  if (!tenantId || !deviceId) return rotateSecret(deps, sn)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const ctx = { deps, tx, tenantId, deviceId }
    await auditSecret(ctx, sn)
    await countAnew(ctx)
    const secret = await replaceSecret(tx, sn, deps.now())
    await endConnections(tx, sn)
    return secret
  })
}

/** Has the gateways end the connection of a machine; it may come back if it knows the secret. */
export async function endConnection(deps: Deps, sn: string): Promise<void> {
  await demandMachine(deps, sn)
  await endConnections(deps.db.main, sn, 'any')
}

/** Makes a secret that counts at once. */
async function replaceSecret(db: Deps['db']['main'] | Tx, sn: string, now: Date): Promise<string> {
  const secret = newSecret()
  await registry.changeMachine(db, sn, {
    secret_hash: hashSecret(secret),
    secret_at: now,
    next_secret_hash: null,
    next_secret_at: null,
  })
  return secret
}

type OfMerchant = { deps: Deps; tx: Tx; tenantId: string; deviceId: string }

/** Tells the merchant that the secret changed, but not the secret. */
const auditSecret = ({ deps, tx, tenantId, deviceId }: OfMerchant, sn: string): Promise<void> =>
  writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
    call: 'ops.secret',
    object: 'device',
    objectId: deviceId,
    after: { sn },
  })

/**
 * Resets the machine's counters: with a new secret it may count from the beginning, because it may have lost its
 * memory.
 */
async function beginAnew(deps: Deps, { tenant_id, device_id }: registry.Machine): Promise<void> {
  if (!tenant_id || !device_id) return
  await inTenant(deps.db.main, tenant_id, (tx) => countAnew({ tx, tenantId: tenant_id, deviceId: device_id }))
}

async function prepareSecret(db: Deps['db']['main'] | Tx, sn: string, now: Date): Promise<string> {
  const secret = newSecret()
  await registry.changeMachine(db, sn, { next_secret_hash: hashSecret(secret), next_secret_at: now })
  return secret
}

export type MachineCredentials = Credentials & { type: MachineType; slots: number }

/** Makes new secrets that count at once, for virtual machines. */
export async function freshCredentials(deps: Deps, sns: readonly string[]): Promise<MachineCredentials[]> {
  const all: MachineCredentials[] = []
  for (const sn of sns) {
    const machine = await registry.findMachine(deps.db.main, sn)
    if (!machine) continue
    const secret = await replaceSecret(deps.db.main, sn, deps.now())
    await beginAnew(deps, machine)
    // The registry accepts no other type.
    all.push({ sn, secret, type: machine.type as MachineType, slots: machine.slots })
  }
  return all
}

/**
 * Sends a new secret to a machine that is online, over its connection. Not for a machine that changes hands: the
 * connection may be that of the merchant before, who would get the new secret, too. An external broker would not know
 * the secret in time.
 */
export async function sendNewSecret(deps: Deps, sn: string): Promise<void> {
  if (deps.config.mqtt.url !== undefined)
    throw new Error('a broker of your own would not know the new secret in time: use machine secret')
  const { tenant_id: tenantId, device_id: deviceId } = await demandMachine(deps, sn)
  if (!tenantId || !deviceId) throw new Error(`machine ${sn} is bound to no merchant: use machine secret`)
  if (await registry.isSecretKnownElsewhere(deps.db.main, sn, tenantId))
    throw new Error(`a previous merchant may know the secret of machine ${sn}: use machine secret`)
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ctx = { deps, tx, now: deps.now(), sn, tenantId, deviceId }
    await giveNewSecret(ctx, () => prepareSecret(tx, sn, ctx.now), operator)
    await auditSecret(ctx, sn)
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'offline'
      ? new Error(`machine ${sn} is offline`)
      : error
  })
}

/**
 * When the secret was made, if a machine may log in with it; undefined otherwise. The first use of the next secret ends
 * the old one.
 */
export async function acceptSecret(deps: Deps, { sn, secret }: Credentials): Promise<Date | undefined> {
  const machine = await registry.findMachine(deps.db.main, sn)
  if (!machine) return undefined
  if (machine.next_secret_hash && isSecret(secret, machine.next_secret_hash)) {
    // In this order: when interrupted in between, both steps run again with the next login.
    await beginAnew(deps, machine)
    await registry.promoteSecret(deps.db.main, sn, machine.next_secret_hash)
    return machine.next_secret_at ?? machine.secret_at
  }
  return isSecret(secret, machine.secret_hash) ? machine.secret_at : undefined
}

export const authenticate = async (deps: Deps, credentials: Credentials): Promise<boolean> =>
  (await acceptSecret(deps, credentials)) !== undefined
