/** The operator's commands for the vault, which encrypts numbers and photos of bank cards, and keys of accounts. */
import type { Deps } from '../src/kernel/ctx.ts'
import { rewrapAll, wrappedCounts } from '../src/kernel/vault.ts'
import { resealAgentAccounts } from '../src/modules/payaccounts/index.ts'
import type { Command } from './ops-options.ts'

async function rotate(deps: Deps): Promise<void> {
  const resealed = await resealAgentAccounts(deps)
  if (resealed > 0) console.log(`${resealed} payment accounts of agents sealed anew`)
  let changed = 0
  for await (const count of rewrapAll(deps)) changed += count
  const [current, ...older] = deps.config.vaultKeys
  const total = (await wrappedCounts(deps)).get(current.name) ?? 0
  console.log(`${changed} keys of merchants wrapped anew; ${current.name} wraps all ${total}`)
  if (older.length > 0)
    console.log(`no longer needed, except by older backups: ${older.map(({ name }) => name).join(', ')}`)
}

export const vaultCommands: Record<string, Command> = {
  'vault rotate': {
    usage: 'vault rotate',
    what: "encrypt the merchants' keys by the first key of VAULT_KEYS, so that the others can be removed; beside the running product",
    run: rotate,
  },
}
