import { beforeEach, expect, test, vi } from 'vitest'

import { offlineWords } from './offline-words.ts'
import type { WorkerScope } from './worker-scope.ts'

const files = ['/assets/main-1.js', '/assets/page-2.js', '/assets/page-3.css']
const origin = 'https://console.example'
const page = (text = `<script src="${files[0]}">`) =>
  new Response(text, { headers: { 'content-type': 'text/html' } })

/** The caches of a browser; `match` looks into all of them, as there. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()
  has = async (name: string) => this.all.has(name)
  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)
  match = async (path: string) =>
    [...this.all.values()]
      .map((cache) => cache.get(path))
      .find(Boolean)
      ?.clone()
  open = async (name: string) => {
    const rows = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, rows)
    return {
      put: async (path: string, answer: Response) => void rows.set(path, answer),
      match: async (path: string) => rows.get(path),
      keys: async () => [...rows.keys()],
      delete: async (path: string) => rows.delete(path),
    }
  }
}

let caches: FakeCaches
let listeners: Map<string, (event: never) => void>
const fetched = vi.fn<(input: Request | string) => Promise<Response>>()
const claim = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
const messages: unknown[] = []

/** Loads the worker of a release. */
async function release(name: string, its = files): Promise<void> {
  vi.resetModules()
  vi.stubGlobal('__OFFLINE_FILES__', its)
  vi.stubGlobal('__OFFLINE_RELEASE__', name)
  listeners = new Map()
  const { serveOffline } = await import('./offline-files.ts')
  serveOffline({
    location: { origin },
    addEventListener: (event: string, listener: (event: never) => void) => listeners.set(event, listener),
    clients: { claim, matchAll: async () => [{ postMessage: (message: unknown) => messages.push(message) }] },
  } as unknown as WorkerScope)
}

beforeEach(async () => {
  caches = new FakeCaches()
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async (input) => {
    const path = typeof input === 'string' ? input : new URL(input.url).pathname
    if (path.startsWith('/img/')) return new Response('x', { headers: { 'content-type': 'image/webp' } })
    return path.startsWith('/assets/') ? new Response(path) : page()
  })
  await release('one')
})

async function happen(name: string, event: Record<string, unknown> = {}): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...event, waitUntil: (asked: Promise<unknown>) => (work = asked) } as never)
  await work
}
const keep = (pictures: unknown = []) => happen('message', { data: { kind: 'keep', pictures } })

/** What the worker answers; undefined when it leaves the request to the browser. */
async function ask(path: string, more: Record<string, unknown> = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined
  const request = { url: origin + path, method: 'GET', mode: 'no-cors', ...more }
  listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) } as never)
  return answer && (await answer).text()
}
const navigate = (path: string) => ask(path, { mode: 'navigate' })
const offline = () => fetched.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))

test('nothing is kept until the page at a machine asks for it', async () => {
  await happen('install')
  await happen('activate')
  expect(caches.all.size).toBe(0)
  offline()
  await expect(navigate('/refill/1')).rejects.toThrow('Failed to fetch')
})

test.each([
  ['en-US', undefined, 'You are offline'],
  ['zh-HK', undefined, '沒有網路'],
  ['en-US', 'zh-CN', '没有网络'],
])(
  'where nothing is kept, a browser in %s with the language %s chosen is told “%s”',
  async (language, chosen, title) => {
    vi.stubGlobal('__OFFLINE_WORDS__', offlineWords)
    vi.stubGlobal('navigator', { language })
    vi.stubGlobal('cookieStore', { get: async () => (chosen === undefined ? null : { value: chosen }) })
    offline()
    expect(await navigate('/')).toContain(`<h1>${title}</h1>`)
    fetched.mockResolvedValue(page('with a network'))
    expect(await navigate('/')).toBe('with a network')
    vi.unstubAllGlobals()
  },
)

test('then every page of the console opens without a network, with the kept files', async () => {
  await keep()
  offline()
  expect(await navigate('/refill/77?x=1')).toContain(files[0])
  expect(await ask('/assets/page-2.js')).toBe('/assets/page-2.js')
  await expect(ask('/assets/other-9.js')).resolves.toBeUndefined()
})

test.each([500, 502, 503])('the answer %d to a page shows the kept one', async (status) => {
  await keep()
  fetched.mockResolvedValue(new Response('proxy', { status }))
  expect(await navigate('/refill/77')).toContain(files[0])
})

test('with a network, pages come from there', async () => {
  await keep()
  fetched.mockResolvedValue(page('the next release'))
  expect(await navigate('/refill/77')).toBe('the next release')
})

test.each([
  ['/api/v1/c/getRefillMachine', { method: 'POST' }],
  ['/api/v1/x', {}],
  ['/files/report.xlsx', { mode: 'navigate' }],
  ['/c/coupon', { mode: 'navigate' }],
])('%s is left to the browser', async (path, more) => {
  await keep()
  expect(await ask(path, more)).toBeUndefined()
})

test('pages that ask at the same time have the files read once', async () => {
  await Promise.all([keep(), keep(['/img/a.webp'])])
  expect(fetched.mock.calls.filter(([path]) => path === '/assets/page-2.js')).toHaveLength(1)
})

test('a file that cannot be had keeps nothing', async () => {
  fetched.mockImplementation(async (input) => {
    const path = typeof input === 'string' ? input : input.url
    return path.endsWith('.css')
      ? new Response('', { status: 404 })
      : path === '/'
        ? page()
        : new Response(path)
  })
  await expect(keep()).rejects.toThrow('404')
  expect(await caches.has('slotwise-page-one')).toBe(false)
})

test('a cache that was left half written is written again', async () => {
  await (await caches.open('slotwise-page-one')).put('/assets/main-1.js', new Response('old'))
  await keep()
  offline()
  expect(await navigate('/refill/77')).toContain(files[0])
  expect(await ask('/assets/main-1.js')).toBe(files[0])
})

test('a disk that is full leaves no cache behind', async () => {
  const { open } = caches
  caches.open = async (name) => ({
    ...(await open(name)),
    put: () => Promise.reject(new Error('QuotaExceededError')),
  })
  await expect(keep()).rejects.toThrow('QuotaExceededError')
  expect(await caches.has('slotwise-page-one')).toBe(false)
})

test('a page of another release is not kept with the files of this one', async () => {
  fetched.mockResolvedValue(page('<script src="/assets/main-8.js">'))
  await expect(keep()).rejects.toThrow('another release')
  expect(await caches.has('slotwise-page-one')).toBe(false)
})

test('the next release keeps its own files when it is installed, and removes the older ones when it takes over', async () => {
  await keep()
  const next = ['/assets/main-1.js', '/assets/page-5.js']
  await release('two', next)
  await happen('install')
  const names = async () => (await caches.keys()).toSorted()
  expect(await names()).toEqual(['slotwise-page-one', 'slotwise-page-two', 'slotwise-pictures'])
  await happen('activate')
  expect(await names()).toEqual(['slotwise-page-two', 'slotwise-pictures'])
  expect(claim).toHaveBeenCalled()
  offline()
  expect(await ask('/assets/page-5.js')).toBe('/assets/page-5.js')
})

test('pictures of goods are kept, and nothing else that a page names', async () => {
  await keep(['/img/a.webp', '/api/v1/c/x', 'https://evil.example/img/b.webp', 7])
  offline()
  expect(await ask('/img/a.webp')).toBe('x')
  expect([...(caches.all.get('slotwise-pictures')?.keys() ?? [])]).toEqual(['/img/a.webp'])
  await expect(ask('/img/b.webp')).rejects.toThrow('Failed to fetch')
})

test('a network that is back makes an open console send', async () => {
  await happen('sync', { tag: 'slotwise-visits' })
  expect(messages).toEqual([{ kind: 'send' }])
})
