/** Which machines there are, with which secret, and whose they are. */
import { type MachineType, machineTypes } from '@slotwise/machine-protocol'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, Origin } from '../../kernel/ctx.ts'
import { inTenant, isUniqueViolation, type Tx } from '../../kernel/db.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { hashSecret, isSecret, newBindCode, newSecret } from './machine-secrets.ts'
import { countAnew } from './presence-store.ts'
import * as registry from './registry-store.ts'
import { insertDevice, releaseDevice } from './store.ts'

export const isMachineType = (type: string): type is MachineType =>
  machineTypes.some((known) => known === type)

export type Credentials = { sn: string; secret: string }
export type NewMachine = { sn: string; type: MachineType; slots: number }

/** Enters a machine. Its secret and the code of its QR are told this once. */
export async function registerMachine(
  deps: Deps,
  machine: NewMachine,
): Promise<Credentials & { code: string }> {
  const [secret, code] = [newSecret(), newBindCode()]
  const hashes = { secret_hash: hashSecret(secret), bind_code_hash: hashToken(code) }
  await registry
    .insertMachine(deps.db.main, { ...machine, ...hashes }, deps.now())
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Error(`there is a machine ${machine.sn} already`) : error
    })
  return { sn: machine.sn, secret, code }
}

/**
 * A new secret, told this once. The old one works until the machine comes with the new. A broker of somebody's own
 * knows only the new one and says nothing when it is used, so there it counts from now on.
 */
export async function rotateSecret(deps: Deps, sn: string): Promise<string> {
  const machine = await demandMachine(deps, sn)
  if (deps.config.mqtt.url !== undefined) await beginAnew(deps, machine)
  return prepareSecret(deps.db.main, sn)
}

/** With another secret, a machine may count from the beginning: it may have lost its memory. */
async function beginAnew(deps: Deps, { tenant_id, device_id }: registry.Machine): Promise<void> {
  if (!tenant_id || !device_id) return
  await inTenant(deps.db.main, tenant_id, (tx) => countAnew({ tx, tenantId: tenant_id, deviceId: device_id }))
}

export async function prepareSecret(db: Deps['db']['main'], sn: string): Promise<string> {
  const secret = newSecret()
  await registry.changeMachine(db, sn, { next_secret_hash: hashSecret(secret) })
  return secret
}

export type MachineCredentials = Credentials & { type: MachineType; slots: number }

/** New secrets at once, the old ones forgotten: for machines that are only played. */
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
    // The registry takes no other type in.
    all.push({ sn, secret, type: machine.type as MachineType, slots: machine.slots })
  }
  return all
}

/** A new code for the QR on a machine that is bound to nobody. */
export async function renewBindCode(deps: Deps, sn: string): Promise<string> {
  const machine = await demandMachine(deps, sn)
  if (machine.tenant_id) throw new Error(`machine ${sn} is bound already`)
  const code = newBindCode()
  await registry.changeMachine(deps.db.main, sn, { bind_code_hash: hashToken(code) })
  return code
}

async function demandMachine(deps: Deps, sn: string): Promise<registry.Machine> {
  const machine = await registry.findMachine(deps.db.main, sn)
  if (!machine) throw new Error(`there is no machine ${sn}`)
  return machine
}

type Bound = { deviceId: string }
type Binding = { sn: string; title: string; storeId?: string | null }

/** Gives a machine that is bound to nobody to a merchant. False when somebody has it. */
export async function bindMachine(
  tx: Tx,
  tenantId: string,
  now: Date,
  { sn, title, storeId = null }: Binding,
): Promise<Bound | undefined> {
  const machine = await registry.lockMachine(tx, sn)
  if (!machine || machine.tenant_id) return undefined
  const rev = String(BigInt(machine.settings_rev) + 1n)
  const deviceId = await insertDevice(tx, tenantId, now, { ...machine, title, storeId, rev })
  await registry.changeMachine(tx, sn, { tenant_id: tenantId, device_id: deviceId })
  await registry.beginOwner(tx, sn, { tenantId, deviceId }, now)
  await registry.tellGateways(tx, sn)
  return { deviceId }
}

/** Takes a machine from its merchant: what was stays with him, the machine itself is free again. */
export async function releaseMachine(
  tx: Tx,
  tenantId: string,
  now: Date,
  { sn, deviceId }: { sn: string; deviceId: string },
): Promise<void> {
  const rev = await releaseDevice(tx, tenantId, deviceId, now)
  await registry.changeMachine(tx, sn, {
    tenant_id: null,
    device_id: null,
    settings_rev: rev,
    // The code was good once.
    bind_code_hash: null,
  })
  await registry.endOwner(tx, tenantId, deviceId, now)
  await registry.tellGateways(tx, sn)
}

/** By the operator, on a merchant's behalf. */
export async function bindByOperator(
  deps: Deps,
  tenantId: string,
  binding: Binding,
  origin: Origin,
): Promise<Bound> {
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const bound = await bindMachine(tx, tenantId, deps.now(), binding)
    if (!bound) throw new Error(`machine ${binding.sn} is unknown or bound already`)
    await writeAudit(tx, tenantId, { id: null, username: 'operator' }, origin, {
      call: 'ops.bind',
      object: 'device',
      objectId: bound.deviceId,
      after: { sn: binding.sn, title: binding.title },
    })
    return bound
  })
}

/** Whether a machine may log in with this secret. The next one, once used, is the only one. */
export async function authenticate(deps: Deps, { sn, secret }: Credentials): Promise<boolean> {
  const machine = await registry.findMachine(deps.db.main, sn)
  if (!machine) return false
  if (machine.next_secret_hash && isSecret(secret, machine.next_secret_hash)) {
    // In this order: cut off in between, it is done again with the next login.
    await beginAnew(deps, machine)
    await registry.promoteSecret(deps.db.main, sn, machine.next_secret_hash)
    return true
  }
  return isSecret(secret, machine.secret_hash)
}

/** Whose a machine is now. */
export async function bindingOf(
  deps: Deps,
  sn: string,
): Promise<{ tenantId: string; deviceId: string } | undefined> {
  const machine = await registry.findMachine(deps.db.main, sn)
  return machine?.tenant_id && machine.device_id
    ? { tenantId: machine.tenant_id, deviceId: machine.device_id }
    : undefined
}

/** The password file of a Mosquitto: names and hashes as it writes them itself. It knows one of each, so a new secret counts at once. */
export async function passwordLines(deps: Deps): Promise<string[]> {
  const machines = await registry.listSecrets(deps.db.main)
  return machines.map(({ sn, next_secret_hash: next, secret_hash: present }) => `${sn}:${next ?? present}`)
}
