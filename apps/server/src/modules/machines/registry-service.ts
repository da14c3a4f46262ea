/** The registry of machines: their secrets and their merchants. */
import { type MachineType, machineTypes } from '@slotwise/machine-protocol'

import type { Deps } from '../../kernel/ctx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { hashSecret, newBindCode, newSecret } from './machine-secrets.ts'
import * as registry from './registry-queries.ts'

export const isMachineType = (type: string): type is MachineType =>
  machineTypes.some((known) => known === type)

export type Credentials = { sn: string; secret: string }
type NewMachine = { sn: string; type: MachineType; slots: number }

/** Adds a machine. Its secret and the code of its QR are returned this once; only hashes are stored. */
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

/** Makes a new code for the QR on a free machine. */
export async function renewBindCode(deps: Deps, sn: string): Promise<string> {
  const machine = await demandMachine(deps, sn)
  if (machine.tenant_id) throw new Error(`machine ${sn} is bound already`)
  const code = newBindCode()
  await registry.changeMachine(deps.db.main, sn, { bind_code_hash: hashToken(code) })
  return code
}

export async function demandMachine(deps: Deps, sn: string): Promise<registry.Machine> {
  const machine = await registry.findMachine(deps.db.main, sn)
  if (!machine) throw new Error(`there is no machine ${sn}`)
  return machine
}

/** When the present secret of a machine was made: connections from before were opened with another one. */
export const secretMadeAt = async (deps: Deps, sn: string): Promise<Date | undefined> =>
  (await registry.findMachine(deps.db.main, sn))?.secret_at

/** The present merchant of a machine. */
export async function bindingOf(
  deps: Deps,
  sn: string,
): Promise<{ tenantId: string; deviceId: string } | undefined> {
  const machine = await registry.findMachine(deps.db.main, sn)
  return machine?.tenant_id && machine.device_id
    ? { tenantId: machine.tenant_id, deviceId: machine.device_id }
    : undefined
}

/**
 * The password file for Mosquitto: names and hashes in its own format. It has one hash per machine, so a new secret
 * counts at once.
 */
export async function passwordLines(deps: Deps): Promise<string[]> {
  const machines = await registry.listSecrets(deps.db.main)
  return machines.map(({ sn, next_secret_hash: next, secret_hash: present }) => `${sn}:${next ?? present}`)
}
