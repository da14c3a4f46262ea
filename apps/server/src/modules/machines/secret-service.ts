/** The secrets with which machines log in. */
import type { CommandStep } from '@slotwise/contract'
import type { MachineType } from '@slotwise/machine-protocol'

import type { Deps, MachineCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Giver, giveNewSecret } from '../commands/index.ts'
import { countAnew } from '../presence/index.ts'
import { hashSecret, isSecret, newSecret } from './machine-secrets.ts'
import * as registry from './registry-queries.ts'
import { type Credentials, demandMachine } from './registry-service.ts'

/**
 * Returns a new secret, this once. The old one works until the machine logs in with the new one. An external broker
 * knows only the new one and does not report its use, so there the new secret counts at once.
 */
export async function rotateSecret(deps: Deps, sn: string): Promise<string> {
  const machine = await demandMachine(deps, sn)
  if (deps.config.mqtt.url !== undefined) await beginAnew(deps, machine)
  return prepareSecret(deps.db.main, sn)
}

/**
 * Resets the machine's counters: with a new secret it may count from the beginning, because it may have lost its
 * memory.
 */
async function beginAnew(deps: Deps, { tenant_id, device_id }: registry.Machine): Promise<void> {
  if (!tenant_id || !device_id) return
  await inTenant(deps.db.main, tenant_id, (tx) => countAnew({ tx, tenantId: tenant_id, deviceId: device_id }))
}

async function prepareSecret(db: Deps['db']['main'], sn: string): Promise<string> {
  const secret = newSecret()
  await registry.changeMachine(db, sn, { next_secret_hash: hashSecret(secret) })
  return secret
}

export type MachineCredentials = Credentials & { type: MachineType; slots: number }

/** Makes new secrets that count at once, for virtual machines. */
export async function freshCredentials(deps: Deps, sns: readonly string[]): Promise<MachineCredentials[]> {
  const all: MachineCredentials[] = []
  for (const sn of sns) {
    const machine = await registry.findMachine(deps.db.main, sn)
    if (!machine) continue
    const secret = newSecret()
    await registry.changeMachine(deps.db.main, sn, {
      secret_hash: hashSecret(secret),
      next_secret_hash: null,
    })
    await beginAnew(deps, machine)
    // The registry accepts no other type.
    all.push({ sn, secret, type: machine.type as MachineType, slots: machine.slots })
  }
  return all
}

/** Sends a machine a new secret. Refused with an external broker, which would not know the secret in time. */
export async function sendNewSecret(ctx: MachineCtx, by: Giver): Promise<CommandStep> {
  if (ctx.deps.config.mqtt.url !== undefined) throw new AppError('conflict')
  return giveNewSecret(ctx, () => prepareSecret(ctx.tx, ctx.sn), by)
}

/** Whether a machine may log in with this secret. The first use of the next secret ends the old one. */
export async function authenticate(deps: Deps, { sn, secret }: Credentials): Promise<boolean> {
  const machine = await registry.findMachine(deps.db.main, sn)
  if (!machine) return false
  if (machine.next_secret_hash && isSecret(secret, machine.next_secret_hash)) {
    // In this order: when interrupted in between, both steps run again with the next login.
    await beginAnew(deps, machine)
    await registry.promoteSecret(deps.db.main, sn, machine.next_secret_hash)
    return true
  }
  return isSecret(secret, machine.secret_hash)
}
