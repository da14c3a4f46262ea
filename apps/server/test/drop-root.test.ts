/** Root starts the server, and an ordinary user runs it. */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { unprivilegedUser } from '@slotwise/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dropRoot, giveToOwner } from '../bin/drop-root.ts'

const isRoot = process.getuid?.() === 0
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slotwise-root-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Drops root in a process of its own, and writes a file there as the server would. */
async function drop(dataDir: string, more: object = {}): Promise<{ uid: number; said: string }> {
  const script = `
    import { writeFileSync } from 'node:fs'
    import { dropRoot } from ${JSON.stringify(new URL('../bin/drop-root.ts', import.meta.url).href)}
    const needs = ${JSON.stringify({ dataDir, ports: [8080, 0], files: [], ...more })}
    const prepare = async () => writeFileSync(${JSON.stringify(`${dataDir}.prepared`)}, '')
    const said = await dropRoot(needs, prepare)
    writeFileSync(${JSON.stringify(`${dataDir}/written`)}, '')
    console.log(JSON.stringify({ uid: process.getuid(), said }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout) as { uid: number; said: string }
}

test.skipIf(isRoot)('an ordinary user stays as it is', async () => {
  expect(await dropRoot({ dataDir: folder, ports: [80], files: [] })).toBeUndefined()
})

describe.runIf(isRoot)('as root', () => {
  test('a new data folder is made for an ordinary user, who runs the server then and at each later start', async (context) => {
    const { uid, name } = await unprivilegedUser()
    const dataDir = join(folder, 'new', 'data')
    const { uid: first, said } = await drop(dataDir)
    context.skip(/cannot (read|run)/.test(said), 'an ordinary user cannot reach Node or this clone')
    expect(said).toBe(`started by root, runs as ${name}, who owns ${dataDir}`)
    expect(first).toBe(uid)
    expect(await stat(dataDir)).toMatchObject({ uid, mode: 0o40700 })
    expect(await stat(join(dataDir, 'written'))).toMatchObject({ uid })
    // The dependencies of a fresh clone are root's, and libraries are linked there.
    expect(await stat(`${dataDir}.prepared`)).toMatchObject({ uid: 0 })

    expect((await drop(dataDir)).uid).toBe(uid)

    // The operator's commands run as that user, too.
    const script = `
      import { becomeOwner } from ${JSON.stringify(new URL('../bin/drop-root.ts', import.meta.url).href)}
      let preparedBy
      await becomeOwner(${JSON.stringify(dataDir)}, async () => void (preparedBy = process.getuid()))
      console.log(JSON.stringify({ preparedBy, uid: process.getuid() }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(JSON.parse(stdout)).toEqual({ preparedBy: 0, uid })
  })

  test('what root has restored is given to the owner of its folder', async () => {
    const { uid } = await unprivilegedUser()
    const dataDir = join(folder, 'restored')
    const logo = join(dataDir, 'blobs', 'logo')
    await mkdir(join(dataDir, 'blobs'), { recursive: true })
    await writeFile(logo, '')
    giveToOwner(dataDir)
    expect(await stat(logo)).toMatchObject({ uid: 0 })
    await chown(dataDir, uid, uid)
    giveToOwner(dataDir)
    expect(await stat(logo)).toMatchObject({ uid })
  })

  test.each([
    ['a port that only root may use', { ports: [1] }, /only root may listen on port 1\b/],
    ['a file that only root may read', { files: ['/etc/shadow'] }, /cannot read \/etc\/shadow/],
  ])('%s keeps it root, and it says so', async (_, more, reason) => {
    const startsAt = Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
    if ('ports' in more && startsAt <= 1) return
    const dataDir = join(folder, 'kept')
    await mkdir(dataDir, { recursive: true })
    const { uid } = await unprivilegedUser()
    await chown(dataDir, uid, uid)
    const result = await drop(dataDir, more)
    expect(result).toMatchObject({ uid: 0, said: expect.stringMatching(/^warning: the server runs as root/) })
    expect(result.said).toMatch(reason)
  })

  test('a data folder of root keeps it root, and it says how to change that', async () => {
    const dataDir = join(folder, 'of-root')
    await mkdir(dataDir)
    const { uid, said } = await drop(dataDir)
    expect(uid).toBe(0)
    expect(said).toMatch(/belongs to root \(to change it, stop and: chown -R /)
    giveToOwner(dataDir)
    expect((await stat(join(dataDir, 'written'))).uid).toBe(0)
  })
})
