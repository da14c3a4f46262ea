/**
 * Decides where the cluster is stored and which user runs PostgreSQL. PostgreSQL refuses to run as root, so:
 *
 *   plain       an ordinary user runs it under the same account.
 *   other-user  root runs it as `nobody`, who owns the cluster, if that user can reach the data
 *               folder and the programs (a clone in a private home folder is out of reach).
 *   namespace   root runs it in a user namespace in which root's files appear as those of `nobody`.
 *   var-lib     namespaces are forbidden too: the cluster and a copy of the programs go to /var/lib.
 *
 * A cluster that was created in /var/lib stays there: the file `cluster-location` in the data folder says so.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'

export type RunMode = 'plain' | 'other-user' | 'namespace' | 'var-lib'
export type Command = {
  file: string
  args: string[]
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
}
export type Host = {
  runMode: RunMode
  cluster: string
  /** Gives a file, or a folder with all its contents, to the user that runs PostgreSQL. */
  own(path: string): Promise<void>
  command(program: 'initdb' | 'postgres', args: readonly string[]): Command
}
export type User = { name: string; uid: number; gid: number }

const LOCATION_FILE = 'cluster-location'

export async function clusterFolder(dataDir: string): Promise<string> {
  return (await movedTo(dataDir)) ?? join(dataDir, 'cluster')
}

async function movedTo(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, LOCATION_FILE), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}

export async function chooseHost(options: {
  name: string
  dataDir: string
  binaries: Binaries
  runModes?: readonly RunMode[]
  varLib?: string
}): Promise<Host> {
  const { dataDir, binaries, varLib = join('/var/lib', options.name) } = options
  const cluster = await clusterFolder(dataDir)
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  if (uid !== 0) return plainHost(binaries, cluster, { name: 'you', uid, gid })

  const nobody = await unprivilegedUser()
  const moved = (await movedTo(dataDir)) !== undefined
  const hasCluster = await exists(join(cluster, 'PG_VERSION'))
  const allowed = (runMode: RunMode) => !options.runModes || options.runModes.includes(runMode)

  if (!moved && allowed('other-user') && canReach(nobody, dataDir, binaries)) {
    return hostAs('other-user', nobody, binaries.native, cluster)
  }
  if (!moved && allowed('namespace') && namespaceWorks(nobody, binaries)) {
    return namespaceHost(nobody, binaries, cluster)
  }
  if (allowed('var-lib') && (moved || !hasCluster)) {
    return varLibHost(nobody, { dataDir, binaries, varLib })
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user ${nobody.name} cannot reach ${dataDir} or ${binaries.root}. ` +
      'Run as an ordinary user, choose a data folder that every user can reach, or use a PostgreSQL of your own.',
  )
}

async function plainHost(binaries: Binaries, cluster: string, user: User): Promise<Host> {
  const owner = (await stat(cluster).catch(() => undefined))?.uid
  if (owner !== undefined && owner !== user.uid) {
    throw new Error(
      `The database in ${cluster} belongs to another user (id ${owner}). ` +
        'Run as that user or choose another data folder.',
    )
  }
  return {
    runMode: 'plain',
    cluster,
    own: async () => {},
    command: (program, args) => ({
      file: programIn(binaries.native, program),
      args: [...args],
      options: base(),
    }),
  }
}

function hostAs(runMode: RunMode, user: User, native: string, cluster: string): Host {
  return {
    runMode,
    cluster,
    own: (path) => giveTo(path, user),
    command: (program, args) => ({
      file: programIn(native, program),
      args: [...args],
      options: { ...base(), uid: user.uid, gid: user.gid },
    }),
  }
}

function namespaceHost(user: User, binaries: Binaries, cluster: string): Host {
  return {
    runMode: 'namespace',
    cluster,
    own: (path) => giveTo(path, { name: 'root', uid: 0, gid: 0 }),
    command: (program, args) => {
      const [file, ...rest] = inNamespace(user, programIn(binaries.native, program), args)
      return { file, args: rest, options: base() }
    },
  }
}

async function varLibHost(
  user: User,
  { dataDir, binaries, varLib }: { dataDir: string; binaries: Binaries; varLib: string },
): Promise<Host> {
  await makeReachable(varLib)
  const programs = join(varLib, `postgres-${binaries.version}-${process.arch}`)
  if (!(await exists(programs))) {
    const half = `${programs}.new`
    await rm(half, { recursive: true, force: true })
    await cp(binaries.native, half, { recursive: true, verbatimSymlinks: true })
    await rename(half, programs)
  }
  let cluster = await movedTo(dataDir)
  if (!cluster) {
    const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
    cluster = join(varLib, id, 'cluster')
    await writeFile(join(dataDir, LOCATION_FILE), `${cluster}\n`)
  }
  await makeReachable(dirname(cluster))
  const host = hostAs('var-lib', user, programs, cluster)
  const version = host.command('postgres', ['--version'])
  if (spawnSync(version.file, version.args, version.options).status !== 0) {
    throw new Error(`The user ${user.name} cannot run ${version.file}. Use a PostgreSQL of your own instead.`)
  }
  return host
}

function canReach(user: User, dataDir: string, binaries: Binaries): boolean {
  const script = 'cd "$0" && exec "$1" --version'
  const probe = spawnSync('/bin/sh', ['-c', script, dataDir, programIn(binaries.native, 'postgres')], {
    ...base(),
    uid: user.uid,
    gid: user.gid,
  })
  return probe.status === 0
}

function namespaceWorks(user: User, binaries: Binaries): boolean {
  const [file, ...args] = inNamespace(user, programIn(binaries.native, 'postgres'), ['--version'])
  return spawnSync(file, args, base()).status === 0
}

function inNamespace(user: User, file: string, args: readonly string[]): [string, ...string[]] {
  return ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, file, ...args]
}

/** `nobody`, or another user that the system knows, because PostgreSQL looks its own user up by id. */
export async function unprivilegedUser(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name && user.uid > 0 && user.gid > 0)
  const user = users.find(({ name }) => name === 'nobody') ?? users[0]
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root and /etc/passwd has no other user. Use a PostgreSQL of your own.',
    )
  return user
}

async function giveTo(path: string, { uid, gid }: User): Promise<void> {
  const owner = await stat(path)
  if (owner.uid === uid && owner.gid === gid) return
  if (owner.isDirectory()) {
    for (const inner of await readdir(path, { recursive: true })) await chown(join(path, inner), uid, gid)
  }
  await chown(path, uid, gid) // last, so that an interrupted change of owner is repeated
}

async function makeReachable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
}

const programIn = (native: string, program: string) => join(native, 'bin', program)
const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined

/** The programs get an environment of their own, because PGDATA, PGPORT or LANG would change what they do. */
const base = () => ({ cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } })
