/**
 * Creates the demo merchants, beside a server that waits for it. A process of its own, because drawing the pictures
 * takes 100 MB that the server would hold on to.
 */
import { seedDemo } from '../seeds/demo.ts'
import { readConfig } from '../src/kernel/config.ts'
import { openDeps } from './open-deps.ts'

const { deps, close } = await openDeps({ ...readConfig(process.env), logLevel: 'warn' }, () => {})
try {
  await seedDemo(deps)
} finally {
  await close()
}
