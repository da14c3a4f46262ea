import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { locales } from '@slotwise/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../kernel/config.ts'
import { answerErrors } from './answers.ts'
import { serveConsole } from './console.ts'

const page = (locale: string) => `<!doctype html><html lang="${locale}">
<meta name="settings" content="__SLOTWISE__"><style nonce="__NONCE__"></style><script>first()</script>
<script type="module" src="/assets/main-1a2b.js"></script><p>© __YEAR__ Slotwise</p>`

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slotwise-console-'))
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const locale of locales) await writeFile(join(dist, `index.${locale}.html`), page(locale))
  await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dist, 'push-worker.js'), '')
  await writeFile(join(dist, 'push-worker.js.br'), '')
  await writeFile(join(dist, 'assets', 'main-1a2b.js'), 'export {}')
  await writeFile(join(dist, 'assets', 'main-1a2b.js.br'), 'compressed')
  await writeFile(join(folder, 'pepper'), 'secret')
  app = Fastify()
  answerErrors(app)
  const config = readConfig({ DATA_DIR: folder, PEPPER: 'x', DEMO: '0', ENGLISH_HOSTS: 'Vend.example.com' })
  await serveConsole(app, { config, now: () => new Date('2031-06-01T00:00:00Z') }, dist)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const directives = (policy: unknown): Map<string, string> =>
  new Map(
    String(policy)
      .split('; ')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  )

describe('the page', () => {
  test('is sent for every route of the console and never cached', async () => {
    for (const url of [
      '/',
      '/index.html',
      '/index.en-US.html',
      '/login',
      '/region?pageNum=2',
      '/signUp?agent=a.b',
      '/a/b/c',
    ]) {
      const response = await app.inject(url)
      expect(response.statusCode, url).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.body).toContain('main-1a2b.js')
    }
  })

  test.each([
    { when: 'nothing is said', headers: {}, lang: 'zh-CN' },
    {
      when: 'the browser speaks it',
      headers: { 'accept-language': 'zh-HK,zh;q=0.9,en;q=0.8' },
      lang: 'zh-TW',
    },
    {
      when: 'the user chose it before',
      headers: { 'accept-language': 'zh-HK', cookie: 'a=b; language=en-US' },
      lang: 'en-US',
    },
    {
      when: 'the host forces it',
      headers: { host: 'vend.example.com', cookie: 'language=zh-CN' },
      lang: 'en-US',
    },
    { when: 'the address forces it', url: '/login?agent=a&en=true', headers: {}, lang: 'en-US' },
    { when: 'the address does not force it', url: '/login?en=truely', headers: {}, lang: 'zh-CN' },
  ])('is in $lang where $when', async ({ url = '/login', headers, lang }) => {
    const response = await app.inject({ url, headers })
    expect(response.body).toContain(`<html lang="${lang}">`)
    expect(response.headers['vary']).toBe('accept-encoding, accept-language, cookie')
  })

  test('has the year of the server', async () => {
    expect((await app.inject('/')).body).toContain('© 2031 Slotwise')
  })

  test('is compressed for browsers that accept it', async () => {
    for (const { accepted, encoding, expand } of [
      { accepted: 'gzip, deflate, br, zstd', encoding: 'br', expand: brotliDecompressSync },
      { accepted: 'gzip, deflate', encoding: 'gzip', expand: gunzipSync },
    ]) {
      const response = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(expand(response.rawPayload).toString()).toContain('main-1a2b.js')
    }
    expect((await app.inject('/')).headers['content-encoding']).toBeUndefined()
  })

  test('allows its own scripts alone, the one that stands in it by its hash, and styles that carry the nonce of this answer', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    const policy = directives(first.headers['content-security-policy'])
    expect(policy.get('default-src')).toBe("'none'")
    const head = createHash('sha256').update('first()').digest('base64')
    expect(policy.get('script-src')).toBe(`'self' 'sha256-${head}'`)
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    const nonce = /^'self' 'nonce-([\w-]{22})'$/.exec(policy.get('style-src') ?? '')?.[1]
    expect(nonce).toBeDefined()
    expect(first.body).toContain(`<style nonce="${nonce}">`)
    expect(first.body).not.toContain('__NONCE__')
    expect(second.body).not.toContain(nonce)
  })

  test('tells the console what it must know, as text that cannot leave its attribute', async () => {
    const settingsAt = async (host: string) => {
      const { body } = await app.inject({ url: '/', headers: { host } })
      const attribute = /content="([^"]*)"/.exec(body)?.[1] ?? ''
      return JSON.parse(attribute.replaceAll('&quot;', '"')) as unknown
    }
    expect(await settingsAt('localhost')).toEqual({
      forceEnglish: false,
      demo: false,
      inbox: false,
      terms: null,
    })
    expect(await settingsAt('VEND.example.com:8080')).toMatchObject({ forceEnglish: true })
  })
})

describe('files of the console', () => {
  test('with a hash in their name are kept for ever, others are asked for again', async () => {
    const script = await app.inject('/assets/main-1a2b.js')
    expect(script.statusCode).toBe(200)
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test('are sent compressed to browsers that accept it', async () => {
    const script = await app.inject({
      url: '/assets/main-1a2b.js',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(script.headers['content-encoding']).toBe('br')
    expect(script.body).toBe('compressed')
  })

  test('the service worker is a script of the whole site that loads nothing from elsewhere', async () => {
    for (const encoding of ['identity', 'br']) {
      const { statusCode, headers } = await app.inject({
        url: '/push-worker.js',
        headers: { 'accept-encoding': encoding },
      })
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; connect-src 'self'; img-src 'self'",
      )
    }
  })

  test.each([
    '/assets/main-0000.js',
    '/missing.png',
    '/api/v1/u/nothing',
    '/p/v1/nothing',
    '/files/nothing',
    '/dev/inbox',
    '/../pepper.txt',
    '/assets/..%2f..%2f..%2fpepper.txt',
    '/assets/%2e%2e/%2e%2e/pepper.txt',
  ])('%s is not found, instead of the page', async (url) => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ rcode: 101 })
  })
})
