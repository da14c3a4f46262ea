import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { linkSharedLibraries } from './binaries.ts'
import { waitUntilReady } from './connection.ts'
import { runningPostmaster } from './postmaster.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

const asRoot = process.getuid?.() === 0
const LAUNCHER = new URL('embedded-postgres.ts', import.meta.url).href

const folders: string[] = []
const servers: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

let template: string
beforeAll(async () => {
  template = await dataFolder()
  await (await start(template)).stop()
  folders.length = 0
  servers.length = 0
})
afterAll(() => rm(dirname(template), { recursive: true, force: true }))

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function folder(parent = tmpdir()): Promise<string> {
  const path = await realpath(await mkdtemp(join(parent, 'embedded-postgres-')))
  folders.push(path)
  return path
}

/** An unused data folder, below a folder that every user can enter. */
async function dataFolder(): Promise<string> {
  const parent = await folder()
  await chmod(parent, 0o755)
  return join(parent, 'postgres')
}

/** A data folder that was used and stopped in order, copied because preparing one takes a second. */
async function usedFolder(): Promise<string> {
  const dataDir = await dataFolder()
  execFileSync('cp', ['-a', template, dataDir])
  return dataDir
}

async function start(
  dataDir: string,
  more: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
  const server = await startEmbeddedPostgres({ name: 'example', dataDir, log: () => {}, settings, ...more })
  servers.push(server)
  return server
}

/** Starts the server from a separate process, which can be killed. It prints its address and ends on SIGTERM. */
async function startElsewhere(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(LAUNCHER)})
    const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }
    const server = await startEmbeddedPostgres({ name: 'example', dataDir: process.argv[1], log() {}, settings })
    process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    console.log(JSON.stringify({ url: server.url, adopted: server.adopted }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let errors = ''
  child.stderr.on('data', (text) => (errors += text))
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ...(JSON.parse(line) as { url: string; adopted: boolean }) }
  }
  throw new Error(`ended without an answer: ${errors}`)
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a fresh data folder', () => {
  it('becomes a UTF-8 database that only the password opens', async () => {
    const dataDir = await dataFolder()
    const server = await start(dataDir)

    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select current_user, current_database()')).toEqual([
      { current_user: 'example', current_database: 'example' },
    ])
    expect(
      await query(
        server.url,
        `select pg_encoding_to_char(encoding) encoding, datlocprovider provider, datlocale locale
         from pg_database where datname = 'example'`,
      ),
    ).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }])
    await expect(query(server.url.replace(/:\w+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(asRoot ? 0o711 : 0o700)
  })

  it('keeps its data, password and port over a restart', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    await query(first.url, 'create table machine as select 7 as sn')
    await first.stop()
    expect(await runningPostmaster(join(dataDir, 'cluster'))).toBeUndefined()

    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select sn from machine')).toEqual([{ sn: 7 }])
  })

  it('is prepared again when the first attempt was cut off half-way', async () => {
    const dataDir = await dataFolder()
    await mkdir(join(dataDir, 'cluster.new'), { recursive: true })
    await chmod(dataDir, 0o711)
    await writeFile(join(dataDir, 'cluster.new', 'PG_VERSION'), '18\n')
    await writeFile(join(dataDir, 'password.init'), 'half')

    const server = await start(dataDir)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(access(join(dataDir, 'cluster.new'))).rejects.toThrow('ENOENT')
    await expect(access(join(dataDir, 'password.init'))).rejects.toThrow('ENOENT')
  })
})

describe('after a kill', () => {
  it('adopts the server that the killed process left running', async () => {
    const dataDir = await usedFolder()
    const killed = await startElsewhere(dataDir)
    await query(killed.url, 'create table machine as select 7 as sn')
    await kill(killed.child)

    const server = await start(dataDir)
    expect(server).toMatchObject({ adopted: true, url: killed.url })
    expect(await query(server.url, 'select sn from machine')).toEqual([{ sn: 7 }])
    await server.stop()
    expect(await runningPostmaster(join(dataDir, 'cluster'))).toBeUndefined()
  })

  it('starts again when the server itself was killed', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir, { settings: {} })
    await query(first.url, 'create table machine as select 7 as sn')
    const { pid } = (await runningPostmaster(join(dataDir, 'cluster')))!
    process.kill(pid, 'SIGKILL')
    await first.stop()

    const second = await start(dataDir)
    expect(await query(second.url, 'select sn from machine')).toEqual([{ sn: 7 }])
  })

  it('says so when the server ends under its feet, and not when it is stopped', async () => {
    const dataDir = await usedFolder()
    const lost: string[] = []
    const first = await start(dataDir, { lostAfterMs: 0, onLost: () => lost.push('first') })
    const { pid } = (await runningPostmaster(join(dataDir, 'cluster')))!
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => lost).toEqual(['first'])
    await first.stop()

    const second = await start(dataDir, { onLost: () => lost.push('second') })
    await second.stop()
    expect(lost).toEqual(['first'])
  })

  it('follows a server that the operator restarts, and stops it in the end', async () => {
    const dataDir = await usedFolder()
    const cluster = join(dataDir, 'cluster')
    const messages: string[] = []
    const lost: string[] = []
    const server = await start(dataDir, {
      lostAfterMs: 60_000,
      log: (message) => messages.push(message),
      onLost: () => lost.push('lost'),
    })
    process.kill((await runningPostmaster(cluster))!.pid, 'SIGINT')
    await expect.poll(() => runningPostmaster(cluster)).toBeUndefined()
    // Started by a process that is killed and so leaves it running, as pg_ctl does.
    await kill((await startElsewhere(dataDir)).child)
    const restarted = (await runningPostmaster(cluster))!

    await expect.poll(() => messages).toContain(`PostgreSQL was restarted (process ${restarted.pid})`)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(await runningPostmaster(cluster)).toBeUndefined()
    expect(lost).toEqual([])
  })

  it('is not misled by a process number that now belongs to another program', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, text.replace(/^\d+/, `${process.pid}`))

    const second = await start(dataDir)
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('takes another port when somebody else has the old one', async () => {
    const dataDir = await usedFolder()
    const first = await start(dataDir)
    const port = Number(new URL(first.url).port)
    await first.stop()
    const squatter: Server = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    try {
      const second = await start(dataDir)
      expect(new URL(second.url).port).not.toBe(`${port}`)
      expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      squatter.close()
    }
  })
})

describe('two processes on one data folder', () => {
  it('share one server, and the last one out stops it', async () => {
    const dataDir = await dataFolder()
    const [one, two] = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)])
    expect(one.url).toBe(two.url)
    expect(one.adopted).not.toBe(two.adopted)

    one.child.kill('SIGTERM')
    await once(one.child, 'exit')
    expect(await query(two.url, 'select 1 as one')).toEqual([{ one: 1 }])

    two.child.kill('SIGTERM')
    await once(two.child, 'exit')
    expect(await runningPostmaster(join(dataDir, 'cluster'))).toBeUndefined()
  })
})

describe('failures say what to do', () => {
  it('names a missing password file instead of making a new one', async () => {
    const dataDir = await usedFolder()
    await rm(join(dataDir, 'password'))
    await expect(start(dataDir)).rejects.toThrow(/password file .* is missing/)
  })

  it('does not replace a cluster that must be there', async () => {
    const dataDir = await usedFolder()
    await rm(join(dataDir, 'cluster'), { recursive: true })
    await expect(start(dataDir, { mustExist: true })).rejects.toThrow(/cluster is missing.*not replaced/)
    await expect(access(join(dataDir, 'cluster'))).rejects.toThrow('ENOENT')
  })

  it('notices a server that ended before anybody looked', async () => {
    const child = spawn('false')
    await once(child, 'exit')
    const nowhere = { name: 'x', dataDir: '', cluster: '', password: 'x', logFile: '' }
    expect(await waitUntilReady(nowhere, 1, { child })).toBe('it ended at once (code 1)')
  })

  it('shows the end of the server log when the server does not start', async () => {
    const dataDir = await usedFolder()
    await expect(start(dataDir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /did not start[\s\S]*invalid value for parameter "shared_buffers"/,
    )
  })
})

it('makes the links to shared libraries that a blocked install script left out', async () => {
  const root = await folder()
  await mkdir(join(root, 'native', 'lib'), { recursive: true })
  await writeFile(join(root, 'native', 'lib', 'libpq.so.5.18'), 'library')
  await symlink('libpq.so.5.18', join(root, 'native', 'lib', 'libpq.so'))
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }))
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links))

  await linkSharedLibraries(root)
  await linkSharedLibraries(root)
  expect(await readFile(join(root, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
})

describe.runIf(asRoot)('as root', () => {
  async function ownerOf(path: string): Promise<string> {
    return execFileSync('stat', ['-c', '%U', path], { encoding: 'utf8' }).trim()
  }

  it('runs as nobody where that user can reach everything', async () => {
    const dataDir = await dataFolder()
    const server = await start(dataDir, { runModes: ['other-user'] })
    expect(await ownerOf(join(dataDir, 'cluster'))).toBe('nobody')
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('works in a folder under a private home', async () => {
    const home = await folder(homedir())
    await chmod(home, 0o700)
    const varLib = await dataFolder()
    const first = await start(join(home, 'postgres'), { varLib })
    await query(first.url, 'create table machine as select 7 as sn')
    await first.stop()
    const second = await start(join(home, 'postgres'), { varLib })
    expect(await query(second.url, 'select sn from machine')).toEqual([{ sn: 7 }])
  })

  it('moves out of a private home where user namespaces are forbidden too', async () => {
    const home = await folder(homedir())
    await chmod(home, 0o700)
    const dataDir = join(home, 'postgres')
    const varLib = await dataFolder()
    const first = await start(dataDir, { runModes: ['other-user', 'var-lib'], varLib })
    await query(first.url, 'create table machine as select 7 as sn')
    await first.stop()
    expect(await readFile(join(dataDir, 'cluster-location'), 'utf8')).toContain(varLib)

    // The cluster stays there, even when a namespace would now be possible.
    const second = await start(dataDir, { varLib })
    expect(await query(second.url, 'select sn from machine')).toEqual([{ sn: 7 }])
  })

  it('leaves a cluster to the ordinary user who runs the program, and tells others whose it is', async (test) => {
    const reachable = await access(process.execPath, constants.X_OK)
      .then(() => execFileSync(process.execPath, ['--version'], { uid: 65534, gid: 65534, cwd: '/' }))
      .then(() =>
        execFileSync('test', ['-r', new URL(LAUNCHER).pathname], { uid: 65534, gid: 65534, cwd: '/' }),
      )
      .catch(() => undefined)
    test.skip(!reachable, 'an ordinary user cannot reach Node or this clone')

    const dataDir = await dataFolder()
    await chown(dirname(dataDir), 65534, 65534)
    const server = await startElsewhere(dataDir, { uid: 65534, gid: 65534 })
    expect(server.adopted).toBe(false)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])

    await expect(startElsewhere(dataDir, { uid: 1, gid: 1 })).rejects.toThrow(/belongs to another user/)
  })
})
