import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The previous port if it is free, so that tools configured with it keep working. */
export async function choosePort(dataDir: string): Promise<number> {
  const file = join(dataDir, 'port')
  const remembered = Number(await readFile(file, 'utf8').catch(() => ''))
  const port = (remembered > 0 && (await freePort(remembered))) || (await freePort(0))
  if (!port) throw new Error('No free port on 127.0.0.1 for PostgreSQL.')
  if (port !== remembered) await writeFile(file, `${port}\n`)
  return port
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
