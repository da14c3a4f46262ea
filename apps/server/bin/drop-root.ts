/**
 * The server needs no rights of root. Started by root, it makes the data folder for an ordinary user and goes on as that
 * user, where it can. The operator's commands do the same: root would follow links that the user has put there.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { prepareBinaries, type User, unprivilegedUser } from '@slotwise/embedded-postgres'

import type { StorageConfig } from '../src/kernel/config.ts'

type Needs = Pick<StorageConfig, 'dataDir'> & {
  ports: readonly number[]
  /** Files that the server reads later. */
  files: readonly string[]
}

const serverFiles = ['serve.ts', '../../web/package.json', '../../../node_modules/pg/package.json'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
)

/**
 * Returns a line for the operator when root started the server: as which user it runs now, and why. `prepare` does what
 * only root may do: in a fresh clone, the dependencies belong to root.
 */
export async function dropRoot(needs: Needs, prepare = prepareBinaries): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const user = await unprivilegedUser().catch(() => undefined)
  const obstacle = user ? obstacleFor(user, needs) : 'the system has no other user'
  if (!user || obstacle !== undefined)
    return `warning: the server runs as root, because ${obstacle}. Start it as an ordinary user if you can`
  makeFolderFor(user, needs.dataDir)
  await prepare()
  become(user)
  return `started by root, runs as ${user.name}, who owns ${needs.dataDir}`
}

function become({ uid, gid }: Pick<User, 'uid' | 'gid'>): void {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** For root: goes on as the user who owns the data folder, if that user can run the program. */
export async function becomeOwner(dataDir: string, prepare = prepareBinaries): Promise<void> {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  if (!serverFiles.every((path) => may(owner, '-r', path))) return
  await prepare()
  become(owner)
}

/** For root: makes a new data folder that belongs to the user as whom the server will run. */
export async function makeFolderOfServer(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const user = await unprivilegedUser().catch(() => undefined)
  if (user && may(user, '-x', existing(dataDir))) makeFolderFor(user, dataDir)
}

function makeFolderFor(user: User, dataDir: string): void {
  if (statSync(dataDir, { throwIfNoEntry: false })) return
  // The folders above stay root's, so they must not be closed like the data folder.
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, user.uid, user.gid)
}

/** Why this user cannot run the server; undefined when it can. */
function obstacleFor(user: User, { dataDir, ports, files }: Needs): string | undefined {
  const low = ports.find((port) => port > 0 && port < firstOpenPort())
  if (low !== undefined) return `only root may listen on port ${low}`
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (owner !== undefined && owner !== user.uid)
    return `${dataDir} belongs to ${owner === 0 ? 'root' : `the user ${owner}`} (to change it, stop and: chown -R ${user.name} ${dataDir})`
  const unreadable = [...serverFiles, ...files].find((path) => !may(user, '-r', path))
  if (unreadable !== undefined) return `${user.name} cannot read ${unreadable}`
  if (!may(user, '-x', process.execPath)) return `${user.name} cannot run ${process.execPath}`
  const above = existing(dataDir)
  return may(user, '-x', above) ? undefined : `${user.name} cannot enter ${above}`
}

/** The nearest folder that exists, from this path upwards. */
const existing = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) === undefined ? existing(dirname(path)) : path

const may = ({ uid, gid }: Pick<User, 'uid' | 'gid'>, what: '-r' | '-x', path: string): boolean =>
  spawnSync('test', [what, path], { uid, gid, cwd: '/' }).status === 0

function firstOpenPort(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  } catch {
    return 1024
  }
}

/** Gives the owner of a new data folder what root has just restored there. The cluster has an owner of its own. */
export function giveToOwner(dataDir: string): void {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !folder || folder.uid === 0) return
  const give = (path: string): void => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return
    if (entry.uid === 0) lchownSync(path, folder.uid, folder.gid)
    if (!entry.isDirectory() || path === join(dataDir, 'postgres', 'cluster')) return
    for (const name of readdirSync(path)) give(join(path, name))
  }
  give(dataDir)
}
