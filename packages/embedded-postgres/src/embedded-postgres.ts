/**
 * A PostgreSQL server that is installed with an application, for computers without a database server.
 *
 * The data folder holds `cluster` (the database), `password` and `port` (how to reach it), `postgres.log`, and two
 * locks. `start.lock` is held while a process starts or stops the server; `users.lock` is shared by all processes
 * that use it, so that the last one stops it.
 *
 * A server is found in one of these states:
 *   absent    no cluster yet -> created in `cluster.new`, then renamed, so that a kill in between leaves no half
 *   stopped   no process behind postmaster.pid, or another program's -> started
 *   running   left by a killed process, or shared with a running one -> adopted
 *   hung      runs but does not answer -> stopped and started, unless another process uses it
 */

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
import { findBinaries } from './binaries.ts'
import { ensureDatabase, type Installation, READY_PATIENCE, urlOf, waitUntilReady } from './connection.ts'
import { chooseHost, clusterFolder, type Host, type RunMode } from './host.ts'
import { type Postmaster, runningPostmaster, signal, stopPostmaster } from './postmaster.ts'
import { choosePort } from './port.ts'
import { openProcessLock, type ProcessLock } from './process-lock.ts'

export type EmbeddedPostgres = {
  /** Logs in as the superuser, who owns the database. */
  url: string
  /** True if the server was already running. */
  adopted: boolean
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Name of the database, of its owner and, in mode `var-lib`, of the folder in /var/lib: lower-case letters. */
  name: string
  dataDir: string
  /** Refuses to make a database: the one that was there is missing. */
  mustExist?: boolean
  log(message: string): void
  /** Called when the server ended, was not started again, and this process did not stop it. */
  onLost?(): void
  /** How long the server may be away while an operator restarts it. 8 s unless a test sets this. */
  lostAfterMs?: number
  /** Server settings that override the defaults below. */
  settings?: Record<string, string>
  /** For root: the allowed ways to run PostgreSQL as another user. All of them unless a test sets this. */
  runModes?: readonly RunMode[]
  varLib?: string
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_connections: '200',
  // Its reads are mostly of memory; each further process that waits for them takes a megabyte.
  io_workers: '1',
  // The queries are short and many: compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

const LOCK_PATIENCE = 90_000
const INIT_PATIENCE = 120_000
const HUNG_AFTER = 10_000
const WATCH_EVERY = 2_000
const LOST_AFTER = 8_000
const LOG_LIMIT = 16 * 1024 * 1024

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeDataDir(options.dataDir)
  const startLock = openProcessLock(join(dataDir, 'start.lock'))
  const usersLock = openProcessLock(join(dataDir, 'users.lock'))
  try {
    await waitForLock(startLock, dataDir)
    const cluster = await clusterFolder(dataDir)
    if (options.mustExist && !(await exists(cluster)))
      throw new Error(
        `The database in ${cluster} is missing. It is not replaced by an empty one: bring it back, restore a backup ` +
          'into another folder, or move the remaining files away to begin anew.',
      )
    const password = await ensurePassword(dataDir, cluster)
    const installation = {
      name: options.name,
      dataDir,
      cluster,
      password,
      logFile: join(dataDir, 'postgres.log'),
    }
    const found = await adoptable(installation, usersLock, options.log)
    const server = found ?? (await startServer(installation, options))
    if (found) options.log(`adopted the running PostgreSQL on port ${found.port}`)
    usersLock.tryShared() // cannot fail: an exclusive lock is only taken under start.lock, which we hold
    const postgres = inUse(installation, server, {
      adopted: found !== undefined,
      startLock,
      usersLock,
      log: options.log,
      onLost: () => options.onLost?.(),
      lostAfterMs: options.lostAfterMs ?? LOST_AFTER,
    })
    const failure = await ensureDatabase(installation, server.port).catch((error: unknown) => ({ error }))
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
  // For root, PostgreSQL runs as another user, so others may enter the folder but not list it.
  if (created) await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700)
  await access(path, constants.W_OK).catch(() => {
    throw new Error(
      `The data folder ${path} belongs to another user. Run as that user or choose another folder.`,
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
  installation: Installation,
  usersLock: ProcessLock,
  log: (message: string) => void,
): Promise<Postmaster | undefined> {
  const server = await runningPostmaster(installation.cluster)
  if (!server) return undefined
  const problem = await waitUntilReady(installation, server.port, { hungAfter: HUNG_AFTER })
  if (!problem) return server
  if (!usersLock.tryExclusive()) {
    throw new Error(`PostgreSQL (process ${server.pid}) is in use by another process but unwell: ${problem}`)
  }
  usersLock.release()
  log(`the PostgreSQL left running (process ${server.pid}) is unwell, stopping it: ${problem}`)
  await stopPostmaster(server.pid, 5_000)
  return undefined
}

async function startServer(
  installation: Installation,
  options: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const host = await chooseHost({ ...options, dataDir: installation.dataDir, binaries: await findBinaries() })
  installation.cluster = host.cluster
  await initialise(installation, host, options)
  await host.own(host.cluster)
  // No running server owns the file, but PostgreSQL would trust a process id in it that was reused.
  await rm(join(host.cluster, 'postmaster.pid'), { force: true })

  const deadline = Date.now() + READY_PATIENCE
  for (;;) {
    const port = await choosePort(installation.dataDir)
    const logStart = await openLog(installation.logFile)
    const child = await launch(installation, host, port, options.settings)
    const problem = await waitUntilReady(installation, port, { child })
    if (!problem) {
      child.once('exit', (code, by) => {
        if (code !== 0) options.log(`PostgreSQL ended (${by ?? `code ${code}`}), see ${installation.logFile}`)
      })
      return { pid: child.pid as number, port }
    }
    if (child.exitCode === null && child.signalCode === null && child.pid) await stopPostmaster(child.pid)
    const tail = await logTail(installation.logFile, logStart)
    if (!passes(tail) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start: ${problem}\n${tail}`)
    }
    await delay(200)
  }
}

/** Whether another try may succeed: the port was just taken, or processes of a killed server are still ending. */
function passes(logTail: string): boolean {
  return /could not bind|could not create any TCP|pre-existing shared memory block/.test(logTail)
}

async function initialise(
  installation: Installation,
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
  await writeFile(passwordFile, installation.password, { mode: 0o600 })
  await host.own(half)
  await host.own(passwordFile)
  const { file, args, options } = host.command('initdb', [
    `--pgdata=${half}`,
    `--username=${installation.name}`,
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
  installation: Installation,
  host: Host,
  port: number,
  settings: Record<string, string> = {},
): Promise<ChildProcess> {
  const all = Object.entries({ ...SETTINGS, ...settings, port: `${port}` })
  const command = host.command('postgres', [
    `-D${host.cluster}`,
    ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = await open(installation.logFile, 'a', 0o600)
  try {
    // A process group of its own, so that Ctrl-C in the terminal stops this process first. Output goes to a file,
    // because the server may outlive this process and would fail on a closed pipe.
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
  installation: Installation,
  server: Postmaster,
  use: {
    adopted: boolean
    startLock: ProcessLock
    usersLock: ProcessLock
    log(message: string): void
    onLost(): void
    lostAfterMs: number
  },
): EmbeddedPostgres {
  const { startLock, usersLock } = use

  /** Whether no other process uses the server: holding both locks proves it. */
  function lastOneOut(): boolean {
    usersLock.release()
    return usersLock.tryExclusive()
  }
  function onExit(): void {
    if (startLock.tryExclusive() && lastOneOut()) signal(pid, 'SIGINT')
  }
  let pid = server.pid
  let awaySince: number | undefined
  async function look(): Promise<void> {
    const running = await runningPostmaster(installation.cluster)
    if (running?.port === server.port) {
      if (running.pid !== pid) use.log(`PostgreSQL was restarted (process ${running.pid})`)
      pid = running.pid
      awaySince = undefined
      return
    }
    awaySince ??= Date.now()
    if (Date.now() - awaySince < use.lostAfterMs) return
    clearInterval(watch)
    if (!stopping) use.onLost()
  }
  const watch = setInterval(() => void look(), WATCH_EVERY)
  watch.unref()

  async function stop(): Promise<void> {
    clearInterval(watch)
    process.off('exit', onExit)
    try {
      await waitForLock(startLock, installation.dataDir)
      if (!lastOneOut()) {
        use.log('PostgreSQL keeps running for another process')
        return
      }
      // Looked up again: the server may have been restarted, or its process id may belong to another program by now.
      const running = await runningPostmaster(installation.cluster)
      if (running) await stopPostmaster(running.pid)
    } finally {
      usersLock.close()
      startLock.close()
    }
  }

  process.on('exit', onExit) // a crash must not leave the server running either
  let stopping: Promise<void> | undefined
  return {
    url: urlOf(installation, server.port, installation.name),
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
