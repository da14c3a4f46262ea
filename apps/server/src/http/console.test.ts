import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '../kernel/config.ts'
import { answerErrors } from './answers.ts'
import { serveConsole } from './console.ts'

const page = `<!doctype html><meta name="settings" content="__SLOTWISE__"><style nonce="__NONCE__"></style>
<script type="module" src="/assets/main-1a2b.js"></script>`

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slotwise-console-'))
  const dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), page)
  await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dist, 'push-worker.js'), '')
  await writeFile(join(dist, 'push-worker.js.br'), '')
  await writeFile(join(dist, 'assets', 'main-1a2b.js'), 'export {}')
  await writeFile(join(dist, 'assets', 'main-1a2b.js.br'), 'compressed')
  await writeFile(join(folder, 'pepper'), 'secret')
  app = Fastify()
  answerErrors(app)
  const config = readConfig({ DATA_DIR: folder, PEPPER: 'x', DEMO: '0', ENGLISH_HOSTS: 'Vend.example.com' })
  await serveConsole(app, config, dist)
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
    for (const url of ['/', '/index.html', '/login', '/region?pageNum=2', '/signUp?agent=a.b', '/a/b/c']) {
      const response = await app.inject(url)
      expect(response.statusCode, url).toBe(200)
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.body).toContain('main-1a2b.js')
    }
  })

  test('allows its own scripts alone, and styles that carry the nonce of this answer', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    const policy = directives(first.headers['content-security-policy'])
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
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
