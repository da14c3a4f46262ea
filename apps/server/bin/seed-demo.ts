/**
 * Creates the demo merchants, beside a server that waits for it. A process of its own, because drawing the pictures
 * takes 100 MB that the server would hold on to.
 */
import { seedDemo } from '../seeds/demo.ts'
import { readConfig } from '../src/kernel/config.ts'
import { patientStart } from '../src/kernel/patience.ts'
import { openDeps } from './open-deps.ts'

const patiently = patientStart((message) => console.log(message))
const config = { ...readConfig(process.env), logLevel: 'warn' as const }
const { deps, close } = await openDeps(config, () => {}, { patiently })
try {
  await seedDemo(deps, { patiently })
} finally {
  await close()
}
