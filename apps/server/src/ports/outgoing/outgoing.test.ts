import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { type VendorAnswer, type VendorServer, vendorServer } from '../sms/testing/vendor-server.ts'
import type { Address } from './outgoing.ts'
import { onlyTo, postPublic } from './post-public.ts'
import { isPublicAddress, parsePublicUrl, publicAddressOf } from './public-address.ts'

const at =
  (...addresses: string[]) =>
  async (): Promise<Address[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('an address', () => {
  test.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1']],
    ['this network', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1']],
    ['link-local, with metadata of clouds', ['169.254.169.254', 'fe80::1', 'febf::1', 'fec0::1']],
    ['shared by carriers', ['100.64.0.1', '100.127.255.255', '100.100.100.200']],
    [
      'multicast, reserved and broadcast',
      ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ],
    [
      'of IPv4 inside of IPv6, mapped',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
    ],
    ['of IPv4 inside of IPv6, compatible', ['::127.0.0.1', '::7f00:1']],
    ['translated (NAT64)', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '64:ff9b::8.8.8.8']],
    ['of a tunnel', ['2002:7f00:1::1', '2001::1', '2001:0:4136:e378::1']],
    [
      'for documents and benchmarks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
    ],
    ['no address', ['', 'localhost', '1.2.3', '1.2.3.4.5', '0x7f.1', 'fe80::1%eth0']],
  ])('that is %s is refused', (_, addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2400:3200::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

  test('of IPv4 is judged as the registry says, whatever it is', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
        const [a, b] = bytes
        const isPrivate =
          a === 0 ||
          a === 10 ||
          a === 127 ||
          a >= 224 ||
          (a === 172 && b >= 16 && b < 32) ||
          (a === 192 && b === 168) ||
          (a === 169 && b === 254) ||
          (a === 100 && b >= 64 && b < 128)
        if (isPrivate) expect(isPublicAddress(bytes.join('.'))).toBe(false)
        expect(isPublicAddress(`::ffff:${bytes.join('.')}`)).toBe(false)
      }),
    )
  })
})

describe('what a merchant types', () => {
  test.each([
    'http://hooks.example/x',
    'https://hooks.example:8443/x',
    'https://user@hooks.example/x',
    'https://user:word@hooks.example/x',
    'ftp://hooks.example',
    'file:///etc/passwd',
    'hooks.example',
    '',
    `https://hooks.example/${'x'.repeat(1000)}`,
  ])('%j is no address for requests', (text) => expect(parsePublicUrl(text)).toBeUndefined())

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://intranet/',
    'https://metadata.google.internal/',
    'https://１２７.0.0.1/',
  ])('%s is refused without asking for the name', async (text) => {
    const resolve = () => Promise.reject(new Error('was asked'))
    expect(await publicAddressOf(parsePublicUrl(text)!, resolve)).toBe('notPublic')
  })

  test('a name is judged by its addresses, and one that is not public spoils all', async () => {
    const url = new URL('https://hooks.example/x')
    expect(await publicAddressOf(url, at('8.8.8.8', '1.1.1.1'))).toEqual({ address: '8.8.8.8', family: 4 })
    expect(await publicAddressOf(url, at('2606:4700::1111'))).toEqual({
      address: '2606:4700::1111',
      family: 6,
    })
    expect(await publicAddressOf(url, at('8.8.8.8', '10.0.0.1'))).toBe('notPublic')
    expect(await publicAddressOf(url, at('::ffff:10.0.0.1'))).toBe('notPublic')
    expect(await publicAddressOf(url, at())).toBe('unknownHost')
    expect(await publicAddressOf(url, () => Promise.reject(new Error('ENOTFOUND')))).toBe('unknownHost')
  })
})

describe('a request outside', () => {
  let server: VendorServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  const message = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
  async function post(answer: VendorAnswer, more: { timeoutMs?: number } = {}) {
    server = await vendorServer(() => answer)
    const wiring = { resolve: at('8.8.8.8'), baseUrl: server.baseUrl, ...more }
    return postPublic('https://hooks.example/path?key=secret', message, wiring)
  }

  test('is sent once, and its answer is read', async () => {
    const answer = await post({ status: 429, headers: { 'retry-after': '7' }, body: '{"ok":0}' })
    expect(answer).toEqual({ ok: true, status: 429, retryAfterS: 7, content: '{"ok":0}' })
    expect(server!.requests).toMatchObject([
      { method: 'POST', path: '/path', query: 'key=secret', body: '{"a":1}' },
    ])
  })

  test('does not follow a redirect', async () => {
    const answer = await post({ status: 307, headers: { location: '/elsewhere' }, body: '' })
    expect(answer).toMatchObject({ ok: true, status: 307 })
    expect(server!.requests).toHaveLength(1)
  })

  test('ends at an answer that is too long, at silence and at a dropped connection', async () => {
    expect(await post({ status: 200, body: 'x'.repeat(100_000) })).toEqual({ ok: false, why: 'noAnswer' })
    await server!.close()
    expect(await post('silence', { timeoutMs: 50 })).toEqual({ ok: false, why: 'noAnswer' })
    await server!.close()
    expect(await post('hang up')).toEqual({ ok: false, why: 'noAnswer' })
  })

  test('is not made to an address that is not public', async () => {
    server = await vendorServer(() => ({ status: 200, body: '' }))
    const wiring = { resolve: at('10.0.0.1'), baseUrl: server.baseUrl }
    expect(await postPublic('https://hooks.example/', message, wiring)).toEqual({
      ok: false,
      why: 'notPublic',
    })
    expect(await postPublic('http://hooks.example/', message, wiring)).toEqual({
      ok: false,
      why: 'notAddress',
    })
    expect(server.requests).toEqual([])
  })

  test('asks for the name once, and connects to the address that it got', async () => {
    server = await vendorServer(() => ({ status: 200, body: '' }))
    let asked = 0
    const resolve = async (): Promise<Address[]> => {
      asked += 1
      return [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]
    }
    const { baseUrl } = server
    expect(await postPublic('https://hooks.example/', message, { resolve, baseUrl })).toMatchObject({
      ok: true,
    })
    expect(asked).toBe(1)

    const found: unknown[] = []
    const to = { address: '8.8.8.8', family: 4 } as const
    onlyTo(to)('hooks.example', { all: true }, (_, addresses) => found.push(addresses))
    onlyTo(to)('hooks.example', {}, (_, ...one) => found.push(one))
    expect(found).toEqual([[to], ['8.8.8.8', 4]])
  })
})
