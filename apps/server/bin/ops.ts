/** The operator's command line: `npm run ops -- help`. */
import { readConfig, readStorageConfig } from '../src/kernel/config.ts'
import { becomeOwner } from './drop-root.ts'
import { openDeps } from './open-deps.ts'
import { runBackupCommand } from './ops-backup.ts'
import { runOps } from './ops-commands.ts'

async function run(args: string[]): Promise<void> {
  // Backups are files of the operator, so these commands stay the operator's.
  if (await runBackupCommand(args, process.env)) return
  await becomeOwner(readStorageConfig(process.env).dataDir)
  await runOps(args, () =>
    openDeps({ ...readConfig(process.env), logLevel: 'warn' }, () => {}, { role: 'ops' }),
  )
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
