/** What a bucket does when the network or the store fails. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { BlobStore, S3Config } from './blobs.ts'
import { s3Blobs } from './s3.ts'
import type { S3Wiring } from './s3-request.ts'
import { type S3Server, s3Server } from './testing/s3-server.ts'

let server: S3Server
const part = 1000
const open = (more: Partial<S3Config> = {}, wiring: S3Wiring = {}): BlobStore =>
  s3Blobs({ ...server.config, ...more }, { partBytes: part, pausesMs: [0, 0], ...wiring })

beforeEach(async () => void (server = await s3Server('path', { leastPart: part })))
afterEach(() => server.close())

/** Fails the first requests of a method, and lets later ones pass. */
function failing(
  method: string,
  times: number,
  planned: Exclude<ReturnType<NonNullable<S3Server['fault']>>, undefined>,
  chosen: (query: URLSearchParams) => boolean = () => true,
): void {
  let left = times
  server.fault = (seen) => {
    if (seen.method !== method || !chosen(seen.query) || left === 0) return undefined
    left -= 1
    return planned
  }
}
const busy = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
const long = () => Readable.from([Buffer.alloc(part * 3 + 7, 'x')])
const contentOf = async (blobs: BlobStore, key: string) => {
  const found = await blobs.read(key)
  return found && (await buffer(found.body)).toString()
}

describe('a store that refuses', () => {
  test.each<[string, Partial<S3Config>, S3Wiring, string]>([
    ['a wrong secret', { secretAccessKey: 'guessed' }, {}, 'SignatureDoesNotMatch (HTTP 403)'],
    ['an unknown key', { accessKeyId: 'AKOTHER' }, {}, 'InvalidAccessKeyId (HTTP 403)'],
    ['another region', { region: 'us-east-1' }, {}, 'AuthorizationHeaderMalformed (HTTP 400)'],
    ['an unknown bucket', { bucket: 'another' }, {}, 'NoSuchBucket (HTTP 404)'],
    ['a clock that is off', {}, { now: () => new Date('2020-01-01') }, 'RequestTimeTooSkewed (HTTP 403)'],
  ])('%s is told by its code, without a secret, by every call', async (_, config, wiring, code) => {
    const blobs = open(config, wiring)
    const calls = [
      () => blobs.write('a', Buffer.from('x'), 'text/csv'),
      () => blobs.write('a', long(), 'text/csv'),
      () => blobs.read('a'),
      () => blobs.remove('a'),
      () => Array.fromAsync(blobs.list()),
      () => blobs.sweep(new Date()),
      () => blobs.check(),
    ]
    for (const call of calls) {
      const error = await call().then(
        () => new Error('was accepted'),
        (refused: unknown) => refused as Error,
      )
      expect(error.message).toContain(code)
      expect(JSON.stringify([error, error.message, error.stack])).not.toMatch(
        /guessed|secret\+of|AWS4|Signature=/,
      )
    }
    expect(server.objects.size).toBe(0)
  })

  test('a refusal is not tried again', async () => {
    await expect(open({ secretAccessKey: 'guessed' }).read('a')).rejects.toThrow('SignatureDoesNotMatch')
    expect(server.requests).toHaveLength(1)
  })

  test('a redirect is an error, and is not followed', async () => {
    failing('GET', 1, {
      when: 'before',
      fault: { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
    })
    await expect(open().read('a')).rejects.toThrow('no code (HTTP 307)')
    expect(server.requests).toHaveLength(1)
  })

  test('an answer of a stranger is not taken for a missing file', async () => {
    failing('GET', 9, { when: 'before', fault: { status: 404, body: '<html>not found</html>' } })
    await expect(open().read('a')).rejects.toThrow('no code (HTTP 404)')
  })
})

describe('a store that is in trouble', () => {
  test.each([
    ['before', busy],
    ['after', busy],
    ['after', 'hang up'],
  ] as const)('a write that fails %s its effect is repeated and leaves one content', async (when, fault) => {
    failing('PUT', 2, { when, fault })
    const blobs = open()
    expect(await blobs.write('a', Buffer.from('x'), 'text/csv')).toEqual({ bytes: 1 })
    expect(await contentOf(blobs, 'a')).toBe('x')
    expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  })

  test('after three tries it is given up', async () => {
    failing('PUT', 9, { when: 'before', fault: busy })
    await expect(open().write('a', Buffer.from('x'), 'text/csv')).rejects.toThrow('SlowDown (HTTP 503)')
    expect(server.requests).toHaveLength(3)
  })

  test('a removal that fails after its effect is repeated', async () => {
    const blobs = open()
    await blobs.write('a', Buffer.from('x'), 'text/csv')
    failing('DELETE', 2, { when: 'after', fault: busy })
    await blobs.remove('a')
    expect(await blobs.read('a')).toBeUndefined()
  })

  test('a completion whose answer was lost counts, if the file is the one that was sent', async () => {
    failing('POST', 1, { when: 'after', fault: 'hang up' }, (query) => query.has('uploadId'))
    const blobs = open()
    expect(await blobs.write('a', long(), 'text/csv')).toEqual({ bytes: part * 3 + 7 })
    expect(await contentOf(blobs, 'a')).toHaveLength(part * 3 + 7)
  })

  test('a completion of an upload that was aborted elsewhere fails', async () => {
    const blobs = open()
    await blobs.write('a', Buffer.from('old'), 'text/csv')
    server.fault = ({ method, query }) => {
      if (method === 'POST' && query.has('uploadId')) server.uploads.clear()
      return undefined
    }
    await expect(blobs.write('a', long(), 'text/csv')).rejects.toThrow('NoSuchUpload')
    expect(await contentOf(blobs, 'a')).toBe('old')
  })

  test('a completion that is refused with status 200 fails, and its parts are removed', async () => {
    const refused = { status: 200, body: '<Error><Code>InternalError</Code></Error>' }
    failing('POST', 9, { when: 'before', fault: refused }, (query) => query.has('uploadId'))
    await expect(open().write('a', long(), 'text/csv')).rejects.toThrow('InternalError')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  test('a source that fails leaves no parts behind', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(part * 2 + 1)
      throw new Error('upload broke off')
    }
    await expect(open().write('a', Readable.from(broken()), 'text/csv')).rejects.toThrow('upload broke off')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  test('silence is given up', async () => {
    failing('GET', 9, { when: 'before', fault: 'silence' })
    await expect(open({}, { silenceMs: 50, pausesMs: [] }).read('a')).rejects.toThrow('GET a: no answer')
  })

  test('a store that is not there is told', async () => {
    const blobs = open({ endpoint: 'http://127.0.0.1:9' }, { pausesMs: [] })
    await expect(blobs.check()).rejects.toThrow('ECONNREFUSED')
  })
})

describe('a download that breaks off', () => {
  const text = '0123456789'.repeat(1000)
  beforeEach(() => open().write('a', Buffer.from(text), 'text/csv'))

  test('is continued where it was', async () => {
    failing('GET', 3, { when: 'after', fault: { breakAfter: 1234 } })
    expect(await contentOf(open(), 'a')).toBe(text)
    const ranges = server.requests.slice(1).map(({ headers }) => headers.range)
    expect(ranges[0]).toBeUndefined()
    expect(ranges.length).toBeGreaterThan(3)
  })

  test('is an error when the file was replaced meanwhile, never a mixture', async () => {
    failing('GET', 1, { when: 'after', fault: { breakAfter: 1234 } })
    const found = await open().read('a')
    await open().write('a', Buffer.from(text.replaceAll('0', 'x')), 'text/csv')
    await expect(buffer(found!.body)).rejects.toThrow('PreconditionFailed')
  })

  test('is an error after some tries', async () => {
    failing('GET', 99, { when: 'after', fault: { breakAfter: 10 } })
    await expect(contentOf(open(), 'a')).rejects.toThrow('the download broke off')
  })
})

test('the sweep aborts old uploads of killed writers, and leaves young ones and those of others', async () => {
  const upload = (key: string, day: string) => ({
    key,
    mime: 'text/csv',
    upload: undefined,
    begun: new Date(day),
    parts: new Map<number, Buffer>(),
  })
  server.uploads
    .set('1', upload('jobs/1/1.csv', '2026-01-01'))
    .set('2', upload('jobs/1/2.csv', '2026-01-03'))
    .set('3', upload('Not Ours', '2026-01-01'))
    .set('4', upload('jobs/1/1.csv', '2026-01-01'))
  expect(await open().sweep(new Date('2026-01-02'))).toBe(2)
  expect([...server.uploads.keys()]).toEqual(['2', '3'])
})

test('a store that does not list uploads has nothing to sweep', async () => {
  const missing = { status: 501, body: '<Error><Code>NotImplemented</Code></Error>' }
  failing('GET', 9, { when: 'before', fault: missing })
  expect(await open().sweep(new Date())).toBe(0)
})

test('files in the bucket that are not ours are not listed', async () => {
  for (const key of ['a', 'Not Ours', 'b', '../c', 'd'])
    server.objects.set(key, { body: Buffer.alloc(0), mime: '', upload: undefined })
  expect(await Array.fromAsync(open().list())).toEqual(['a', 'b', 'd'])
})
