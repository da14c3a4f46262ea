/** The operator's command line: `npm run ops -- help`. */
import { readConfig } from '../src/kernel/config.ts'
import { openDeps } from './open-deps.ts'
import { runBackupCommand } from './ops-backup.ts'
import { runOps } from './ops-commands.ts'

try {
  const args = process.argv.slice(2)
  if (!(await runBackupCommand(args, process.env)))
    await runOps(args, () =>
      openDeps({ ...readConfig(process.env), logLevel: 'warn' }, () => {}, { role: 'ops' }),
    )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
