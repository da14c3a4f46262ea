import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBlobKey } from './blobs.ts'
import { diskBlobs } from './disk.ts'
import type { BlobStore } from './blobs.ts'

let folder: string
let root: string
let blobs: BlobStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  root = join(folder, 'store')
  blobs = diskBlobs(root)
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function content(key: string): Promise<string | undefined> {
  const found = await blobs.read(key)
  return found && (await buffer(found.body)).toString('utf8')
}

const drafts = () => readdir(join(root, '.incoming'))

describe('blobs on disk', () => {
  test('nothing is on the disk before the first write', async () => {
    expect(await blobs.read('a')).toBeUndefined()
    await blobs.remove('a')
    expect(await blobs.sweep(new Date())).toBe(0)
    await expect(stat(root)).rejects.toThrow('ENOENT')
  })

  test('a reader that has begun reads the content it began with', async () => {
    await blobs.write('a', Buffer.from('old'), 'text/csv')
    const found = await blobs.read('a')
    await blobs.write('a', Buffer.from('new'), 'text/csv')
    await blobs.remove('a')
    expect((await buffer(found!.body)).toString()).toBe('old')
  })

  test('all keys are listed, and no drafts', async () => {
    const keys = async () => (await Array.fromAsync(blobs.list())).toSorted()
    expect(await keys()).toEqual([])
    for (const key of ['a', 'a/b', 'a/b/c', 'd.e/f']) await blobs.write(key, Buffer.from('1'), 'text/csv')
    await writeFile(join(root, '.incoming', 'draft'), '')
    expect(await keys()).toEqual(['a', 'a/b', 'a/b/c', 'd.e/f'])
  })

  test('what was removed is gone, and its neighbours stay', async () => {
    await blobs.write('a', Buffer.from('1'), 'text/csv')
    await blobs.write('a/b', Buffer.from('2'), 'text/csv')
    await blobs.write('a/b/c', Buffer.from('3'), 'text/csv')
    await blobs.remove('a/b')
    expect(await Promise.all(['a', 'a/b', 'a/b/c'].map(content))).toEqual(['1', undefined, '3'])
  })

  test('many writers of one key leave one whole content', async () => {
    const bodies = Array.from({ length: 20 }, (_, i) => String(i).repeat(10_000))
    await Promise.all(bodies.map((body) => blobs.write('a', Readable.from([body]), 'text/csv')))
    expect(bodies).toContain(await content('a'))
    expect(await drafts()).toEqual([])
  })

  test('a write whose source fails leaves the old content and no draft', async () => {
    await blobs.write('a', Buffer.from('old'), 'text/csv')
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('upload broke off')
    }
    await expect(blobs.write('a', Readable.from(failing()), 'text/csv')).rejects.toThrow('upload broke off')
    expect(await content('a')).toBe('old')
    expect(await drafts()).toEqual([])
  })

  test('a killed writer leaves only a draft, and the sweep removes it', async () => {
    const script = `
      import { PassThrough } from 'node:stream'
      import { diskBlobs } from ${JSON.stringify(new URL('./disk.ts', import.meta.url).href)}
      const body = new PassThrough()
      body.write('half')
      void diskBlobs(${JSON.stringify(root)}).write('a', body, 'text/csv')
      setInterval(() => {}, 1000)`
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    const half = async () => {
      const [name] = await drafts().catch(() => [])
      return name === undefined ? '' : readFile(join(root, '.incoming', name), 'utf8')
    }
    await expect.poll(half).toContain('half')
    writer.kill('SIGKILL')
    await once(writer, 'exit')

    expect(await blobs.read('a')).toBeUndefined()
    expect(await drafts()).toHaveLength(1)
    expect(await blobs.sweep(new Date(Date.now() + 60_000))).toBe(1)
    expect(await drafts()).toEqual([])
  })

  test('the sweep leaves what may still be written', async () => {
    await blobs.write('a', Buffer.from('kept'), 'text/csv')
    for (const [name, day] of [
      ['old', '2026-01-01'],
      ['young', '2026-01-03'],
    ] as const) {
      await writeFile(join(root, '.incoming', name), '')
      await utimes(join(root, '.incoming', name), new Date(day), new Date(day))
    }
    expect(await blobs.sweep(new Date('2026-01-02'))).toBe(1)
    expect(await drafts()).toEqual(['young'])
    expect(await content('a')).toBe('kept')
  })

  test('a file that is not ours is an error, not content', async () => {
    await blobs.write('a', Buffer.from('x'), 'text/csv')
    await writeFile(join(root, 'a@'), 'garbage')
    await expect(blobs.read('a')).rejects.toThrow('damaged')
  })
})

describe('keys', () => {
  const upwards = ['..', '../a', 'a/../b', 'a/..', 'a..b', './a', 'a/./b', 'a/.hidden', '.incoming/x']
  const malformed = ['', '/', '/etc/passwd', 'a//b', 'a/', '-a', '_a', 'a'.repeat(202)]
  const strange = ['A', 'ä', 'a b', 'a\\b', 'a\0', 'a\n', 'a@', 'a%2e%2e']

  test.each([...upwards, ...malformed, ...strange])(
    '%j is refused by every call, and nothing is touched',
    async (key) => {
      await writeFile(join(folder, 'outside'), 'secret')
      await expect(blobs.write(key, Buffer.from('x'), 'text/csv')).rejects.toThrow(RangeError)
      await expect(blobs.read(key)).rejects.toThrow(RangeError)
      await expect(blobs.remove(key)).rejects.toThrow(RangeError)
      expect(await readdir(folder)).toEqual(['outside'])
    },
  )

  test.each(['a', '0', 'img/2026-03/ab_c.d-e.png', 'a.', 'a/-b', 'a'.repeat(201)])(
    '%j is a key',
    async (key) => {
      await blobs.write(key, Buffer.from(key), 'text/csv')
      expect(await content(key)).toBe(key)
    },
  )

  test('whatever is a key names a place inside the store', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '.', '/', '-', '_', '\\', '\0') })
    fc.assert(
      fc.property(text, (key) => {
        fc.pre(isBlobKey(key))
        expect(join('/store', `${key}@`)).toBe(`/store/${key}@`)
      }),
    )
  })

  test.each(['', 'png', 'image/png\nx', 'image/PNG', 'text/html; charset=utf-8; x', 'a/b/c'])(
    'the media type %j is refused',
    async (mime) => {
      await expect(blobs.write('a', Buffer.from('x'), mime)).rejects.toThrow(RangeError)
    },
  )
})
