/** What every store of files does: a folder, a bucket by either style of address, and a server by other authors. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import S3rver from '@20minutes/s3rver'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { BlobStore } from './blobs.ts'
import { diskBlobs } from './disk.ts'
import { s3Blobs } from './s3.ts'
import { s3Server } from './testing/s3-server.ts'

type Opened = { blobs: BlobStore; close(): Promise<unknown> }

let folder: string
const part = 1024 * 1024

async function strictBucket(style: 'host' | 'path'): Promise<Opened> {
  const server = await s3Server(style, { leastPart: part })
  const lookup = (_: string, __: unknown, found: (error: null, addresses: object[]) => void): void =>
    found(null, [{ address: '127.0.0.1', family: 4 }])
  const blobs = s3Blobs(server.config, { lookup: lookup as never, partBytes: part, pausesMs: [] })
  return { blobs, close: () => server.close() }
}

/** https://www.npmjs.com/package/@20minutes/s3rver verifies signatures, and keeps objects in a folder. */
async function s3rver(): Promise<Opened> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3rver'),
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await server.run()
  const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
  const config = { ...account, endpoint: `http://127.0.0.1:${port}`, bucket: 'files', style: 'path' } as const
  return { blobs: s3Blobs(config, { partBytes: 5 * part }), close: () => server.close() }
}

const stores: [string, () => Promise<Opened>][] = [
  ['a folder', async () => ({ blobs: diskBlobs(join(folder, 'store')), close: async () => {} })],
  ['a bucket in the path', () => strictBucket('path')],
  ['a bucket in the host', () => strictBucket('host')],
  ['s3rver', s3rver],
]

describe.each(stores)('files in %s', (_, open) => {
  let blobs: BlobStore
  let close: Opened['close']

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'blobs-'))
    ;({ blobs, close } = await open())
  })
  afterEach(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })

  async function content(key: string): Promise<string | undefined> {
    const found = await blobs.read(key)
    return found && (await buffer(found.body)).toString('utf8')
  }
  async function facts(key: string) {
    const found = await blobs.read(key)
    found?.body.destroy()
    return found && { mime: found.mime, bytes: found.bytes }
  }
  const keys = async () => (await Array.fromAsync(blobs.list())).toSorted()

  test('what was written is read back, with its size and media type', async () => {
    const bytes = Buffer.from([0, 10, 13, 255, 10])
    expect(await blobs.write('img/logo.png', bytes, 'image/png')).toEqual({ bytes: 5 })
    const found = await blobs.read('img/logo.png')
    expect(found).toMatchObject({ bytes: 5, mime: 'image/png' })
    expect(await buffer(found!.body)).toEqual(bytes)
  })

  test('a stream is written as well as a buffer, and both may be empty', async () => {
    const text = ['a'.repeat(100_000), '账单', '']
    expect(await blobs.write('s', Readable.from(text), 'text/csv; charset=utf-8')).toEqual({ bytes: 100_006 })
    expect(await content('s')).toBe(text.join(''))
    expect(await facts('s')).toEqual({ mime: 'text/csv; charset=utf-8', bytes: 100_006 })
    expect(await blobs.write('none', Buffer.alloc(0), 'text/csv')).toEqual({ bytes: 0 })
    expect(await blobs.write('none-either', Readable.from([]), 'text/csv')).toEqual({ bytes: 0 })
    expect([await content('none'), await content('none-either')]).toEqual(['', ''])
  })

  test('a long stream comes back byte for byte, with its media type', async () => {
    const long = Buffer.alloc(11 * 1024 * 1024, 'slotwise')
    const pieces = Array.from({ length: 11 }, (__, i) =>
      long.subarray(i * 1024 * 1024, (i + 1) * 1024 * 1024),
    )
    expect(await blobs.write('jobs/1/2.xlsx', Readable.from(pieces), 'text/csv')).toEqual({
      bytes: long.length,
    })
    const found = await blobs.read('jobs/1/2.xlsx')
    expect(found).toMatchObject({ bytes: long.length, mime: 'text/csv' })
    expect((await buffer(found!.body)).equals(long)).toBe(true)
  })

  test('a second write replaces the first, media type included', async () => {
    await blobs.write('a', Buffer.from('old'), 'image/png')
    await blobs.write('a', Buffer.from('new!'), 'image/jpeg')
    expect(await facts('a')).toEqual({ mime: 'image/jpeg', bytes: 4 })
    expect(await content('a')).toBe('new!')
  })

  test('what is missing is read as undefined, and removed without an error', async () => {
    expect(await blobs.read('a')).toBeUndefined()
    await blobs.remove('a')
    expect(await blobs.sweep(new Date())).toBe(0)
    expect(await keys()).toEqual([])
  })

  test('all keys are listed, and what was removed is gone while its neighbours stay', async () => {
    for (const key of ['a', 'a/b', 'a/b/c', 'd.e/f']) await blobs.write(key, Buffer.from(key), 'text/csv')
    expect(await keys()).toEqual(['a', 'a/b', 'a/b/c', 'd.e/f'])
    await blobs.remove('a/b')
    expect(await keys()).toEqual(['a', 'a/b/c', 'd.e/f'])
    expect(await Promise.all(['a', 'a/b', 'a/b/c'].map(content))).toEqual(['a', undefined, 'a/b/c'])
  })

  test('a write whose source fails leaves the old content, at the beginning and after many bytes', async () => {
    await blobs.write('a', Buffer.from('old'), 'text/csv')
    for (const before of [10, 12 * 1024 * 1024]) {
      async function* failing(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(before)
        throw new Error('upload broke off')
      }
      await expect(blobs.write('a', Readable.from(failing()), 'text/csv')).rejects.toThrow('upload broke off')
      expect(await content('a')).toBe('old')
    }
    expect(await keys()).toEqual(['a'])
  })

  test('a reader that gives up leaves the store usable', async () => {
    await blobs.write('a', Buffer.alloc(500_000), 'text/csv')
    const found = await blobs.read('a')
    found!.body.destroy()
    expect(await blobs.read('a').then((again) => again && buffer(again.body))).toHaveLength(500_000)
  })

  test('it can be checked, and nothing stays of that', async () => {
    await blobs.check()
    expect(await keys()).toEqual([])
  })

  const upwards = ['..', '../a', 'a/../b', 'a/..', './a', 'a/./b', '.incoming/x', '/etc/passwd', 'a//b', 'a/']
  const strange = [
    '',
    'A',
    'ä',
    'a b',
    'a\\b',
    'a\0',
    'a\r\nx: y',
    'a?acl',
    'a#b',
    'a%2e%2e',
    'a'.repeat(202),
  ]
  test.each([...upwards, ...strange])('the key %j is refused by every call', async (key) => {
    await expect(blobs.write(key, Buffer.from('x'), 'text/csv')).rejects.toThrow(RangeError)
    await expect(blobs.read(key)).rejects.toThrow(RangeError)
    await expect(blobs.remove(key)).rejects.toThrow(RangeError)
    expect(await keys()).toEqual([])
    expect((await readdir(folder)).filter((name) => name !== 's3rver')).toEqual([])
  })

  test.each(['', 'png', 'image/png\r\nx: y', 'image/PNG', 'a/b/c'])(
    'the media type %j is refused',
    async (mime) => {
      await expect(blobs.write('a', Buffer.from('x'), mime)).rejects.toThrow(RangeError)
    },
  )
})
