// The PostgreSQL that comes with the product, for everyone who has not set DATABASE_URL.
//
// The data folder holds `cluster` (the database), `password` and `port` (how to reach it),
// `postgres.log`, and two locks. `start.lock` is held while somebody starts or stops the server;
// `users.lock` is shared by everyone who uses it, so that the last one out stops it.
//
// A server is found in one of these states:
//   absent    no cluster yet -> made in `cluster.new`, then renamed: a kill in between costs nothing
//   stopped   no process behind postmaster.pid, or another program's -> started
//   running   left by a killed process or shared with a living one -> adopted
//   hung      runs but does not answer -> stopped and started, unless somebody else uses it

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBinaries } from './embedded-postgres/binaries.ts'
import {
  DATABASE,
  ensureDatabase,
  type Place,
  READY_PATIENCE,
  urlOf,
  USER,
  waitUntilReady,
} from './embedded-postgres/connection.ts'
import { chooseHost, clusterFolder, type Host, type Way } from './embedded-postgres/host.ts'
import { type Postmaster, runningPostmaster, signal, stopPostmaster } from './embedded-postgres/postmaster.ts'
import { choosePort } from './embedded-postgres/port.ts'
import { openProcessLock, type ProcessLock } from './embedded-postgres/process-lock.ts'

export type EmbeddedPostgres = {
  /** Superuser and owner of the database `slotwise`. */
  url: string
  /** True if the server was already running. */
  adopted: boolean
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  log(message: string): void
  /** The server ended although nobody here stopped it. */
  onLost?(): void
  /** Server settings over the defaults below. */
  settings?: Record<string, string>
  /** For root: which ways of running as somebody else may be used. All, unless a test says otherwise. */
  ways?: readonly Way[]
  varLib?: string
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '200',
  // Short queries by the thousand: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

const LOCK_PATIENCE = 90_000
const INIT_PATIENCE = 120_000
const HUNG_AFTER = 10_000
const WATCH_EVERY = 2_000
const LOG_LIMIT = 16 * 1024 * 1024

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataDir(options.dataDir)
  const startLock = openProcessLock(join(dataDir, 'start.lock'))
  const usersLock = openProcessLock(join(dataDir, 'users.lock'))
  try {
    await waitForLock(startLock, dataDir)
    const cluster = await clusterFolder(dataDir)
    const password = await ensurePassword(dataDir, cluster)
    const place = { dataDir, cluster, password, logFile: join(dataDir, 'postgres.log') }
    const found = await adoptable(place, usersLock, options.log)
    const server = found ?? (await startServer(place, options))
    if (found) options.log(`adopted the running PostgreSQL on port ${found.port}`)
    usersLock.tryShared() // cannot fail: whoever wants it alone holds start.lock, which is ours
    const postgres = inUse(place, server, {
      adopted: found !== undefined,
      startLock,
      usersLock,
      log: options.log,
      onLost: () => options.onLost?.(),
    })
    const failure = await ensureDatabase(place, server.port).catch((error: unknown) => ({ error }))
    startLock.release()
    if (failure) {
      await postgres.stop()
      throw failure.error
    }
    return postgres
  } catch (error) {
    startLock.close()
    usersLock.close()
    throw error
  }
}

async function makeDataDir(path: string): Promise<string> {
  const created = await mkdir(path, { recursive: true })
  // Others may pass through (PostgreSQL may run as another user), not look.
  if (created) await chmod(path, 0o711)
  await access(path, constants.W_OK).catch(() => {
    throw new Error(
      `The data folder ${path} belongs to another user. Run as that user or choose another DATA_DIR.`,
    )
  })
  return realpath(path)
}

async function waitForLock(lock: ProcessLock, dataDir: string): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE
  while (!lock.tryExclusive()) {
    if (Date.now() > deadline) {
      throw new Error(
        `Another process has been starting or stopping the database in ${dataDir} for too long.`,
      )
    }
    await delay(50)
  }
}

async function ensurePassword(dataDir: string, cluster: string): Promise<string> {
  const file = join(dataDir, 'password')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim()) return known.trim()
  if (await exists(cluster)) {
    throw new Error(
      `The database in ${cluster} is there, but its password file ${file} is missing. Restore it.`,
    )
  }
  const password = randomBytes(24).toString('hex')
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return password
}

async function adoptable(
  place: Place,
  usersLock: ProcessLock,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const server = await runningPostmaster(place.cluster)
  if (!server) return undefined
  const problem = await waitUntilReady(place, server.port, { hungAfter: HUNG_AFTER })
  if (!problem) return server
  if (!usersLock.tryExclusive()) {
    throw new Error(`PostgreSQL (process ${server.pid}) is in use by another process but unwell: ${problem}`)
  }
  usersLock.release()
  log(`the PostgreSQL left running (process ${server.pid}) is unwell, stopping it: ${problem}`)
  await stopPostmaster(server.pid, 5_000)
  return undefined
}

async function startServer(place: Place, options: EmbeddedPostgresOptions): Promise<Postmaster> {
  const host = await chooseHost({ ...options, dataDir: place.dataDir, binaries: await findBinaries() })
  place.cluster = host.cluster
  await initialise(place, host, options)
  await host.own(host.cluster)
  // No living server stands behind it, and PostgreSQL itself trusts a reused process number.
  await rm(join(host.cluster, 'postmaster.pid'), { force: true })

  const deadline = Date.now() + READY_PATIENCE
  for (;;) {
    const port = await choosePort(place.dataDir)
    const logStart = await openLog(place.logFile)
    const child = await launch(place, host, port, options.settings)
    const problem = await waitUntilReady(place, port, { child })
    if (!problem) {
      child.once('exit', (code, by) => {
        if (code !== 0) options.log(`PostgreSQL ended (${by ?? `code ${code}`}), see ${place.logFile}`)
      })
      return { pid: child.pid as number, port }
    }
    if (child.exitCode === null && child.signalCode === null && child.pid) await stopPostmaster(child.pid)
    const tail = await logTail(place.logFile, logStart)
    if (!passes(tail) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${problem}\n${tail}`)
    }
    await delay(200)
  }
}

/** Troubles that another try overcomes: a port just taken, processes of a killed server still leaving. */
function passes(logTail: string): boolean {
  return /could not bind|could not create any TCP|pre-existing shared memory block/.test(logTail)
}

async function initialise(
  place: Place,
  host: Host,
  { log, settings }: EmbeddedPostgresOptions,
): Promise<void> {
  const parent = dirname(host.cluster)
  const half = join(parent, 'cluster.new')
  const passwordFile = join(parent, 'password.init')
  await rm(half, { recursive: true, force: true })
  await rm(passwordFile, { force: true })
  if (await exists(host.cluster)) return

  log('preparing the database')
  await mkdir(half, { mode: 0o700 })
  await writeFile(passwordFile, place.password, { mode: 0o600 })
  await host.own(half)
  await host.own(passwordFile)
  const { file, args, options } = host.command('initdb', [
    `--pgdata=${half}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(settings?.fsync === 'off' ? ['--no-sync'] : []),
  ])
  await promisify(execFile)(file, args, { ...options, timeout: INIT_PATIENCE }).catch(
    (error: Error & { stderr?: string; killed?: boolean }) => {
      const reason = error.killed ? `no end after ${INIT_PATIENCE / 1000} s` : error.message
      throw new Error(`Cannot prepare the database in ${parent}: ${reason}\n${error.stderr ?? ''}`, {
        cause: error,
      })
    },
  )
  await rm(passwordFile)
  await rename(half, host.cluster)
}

async function launch(
  place: Place,
  host: Host,
  port: number,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const all = Object.entries({ ...SETTINGS, ...settings, port: `${port}` })
  const command = host.command('postgres', [
    `-D${host.cluster}`,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = await open(place.logFile, 'a', 0o600)
  try {
    // Its own process group, so that a Ctrl-C in the terminal reaches us first and it last; a file
    // for its output, so that it outlives us without choking on a closed pipe.
    const child = spawn(command.file, command.args, {
      ...command.options,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

function inUse(
  place: Place,
  server: Postmaster,
  use: {
    adopted: boolean
    startLock: ProcessLock
    usersLock: ProcessLock
    log(message: string): void
    onLost(): void
  },
): EmbeddedPostgres {
  const { startLock, usersLock } = use

  /** Both locks in hand means that nobody else uses the server. */
  function lastOneOut(): boolean {
    usersLock.release()
    return usersLock.tryExclusive()
  }
  function onExit(): void {
    if (startLock.tryExclusive() && lastOneOut()) signal(server.pid, 'SIGINT')
  }
  async function isStillOurs(): Promise<boolean> {
    return (await runningPostmaster(place.cluster))?.pid === server.pid
  }
  async function look(): Promise<void> {
    if (await isStillOurs()) return
    clearInterval(watch)
    if (!stopping) use.onLost()
  }
  const watch = setInterval(() => void look(), WATCH_EVERY)
  watch.unref()

  async function stop(): Promise<void> {
    clearInterval(watch)
    process.off('exit', onExit)
    try {
      await waitForLock(startLock, place.dataDir)
      if (!lastOneOut()) use.log('PostgreSQL keeps running for another process')
      // Only if it still is our server: it may have ended and its number gone to another program.
      else if (await isStillOurs()) await stopPostmaster(server.pid)
    } finally {
      usersLock.close()
      startLock.close()
    }
  }

  process.on('exit', onExit) // a crash must not leave the server behind either
  let stopping: Promise<void> | undefined
  return {
    url: urlOf(place, server.port, DATABASE),
    adopted: use.adopted,
    stop: () => (stopping ??= stop()),
  }
}

async function openLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => undefined))?.size ?? 0
  if (size < LOG_LIMIT) return size
  await rename(file, `${file}.1`)
  return 0
}

async function logTail(file: string, from: number): Promise<string> {
  const text = await readFile(file).catch(() => Buffer.alloc(0))
  return text.subarray(from).toString().trimEnd().split('\n').slice(-20).join('\n')
}

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined
