/**
 * The part of the service worker that lets the page at a machine open without a network.
 *
 * - Nothing is kept until that page, or the refill list on a phone, asks for it (`keep`). Then the page and the files that it needs are put into a cache
 *   of this release, all or none. A later release brings its own cache when its worker is installed, and removes the
 *   older one when it takes over.
 * - Pages come from the network. Only without an answer, or with one of a proxy before a dead server, the kept page is
 *   shown, and where none is kept, a text that there is no network. Files have the hash of their content in their names, so the kept ones are as good as the server's.
 * - Answers of calls are never kept here. Pictures of goods are, until a logout.
 */
import { offlineNotice } from './offline-notice.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Filled in by `scripts/build.mjs`: the files of the page, and a hash of them. Missing while developing. */
declare const __OFFLINE_FILES__: readonly string[] | undefined
declare const __OFFLINE_RELEASE__: string | undefined

const files = typeof __OFFLINE_FILES__ === 'undefined' ? [] : __OFFLINE_FILES__
const release = typeof __OFFLINE_RELEASE__ === 'undefined' ? 'development' : __OFFLINE_RELEASE__
const keptFiles = new Set(files)

const family = 'slotwise-page-'
const pageCache = family + release
const pictureCache = 'slotwise-pictures'
const mostPictures = 400
/** Every page of the console is the same file. */
const pageKey = '/'
/** In a basement an answer may take for ever. */
const patienceMs = 6_000

/** Paths that the server answers itself. */
const notOurs = /^\/(p|api|files|img|dev|assets|c|pay)\/|^\/(healthz|readyz)$|\.\w+$/
const isPicture = (path: string): boolean => path.startsWith('/img/')

/** All caches of pages; there is one as soon as a page has asked for it. */
const pageCaches = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(family))

/** The page itself is put last, so a cache that has it has everything. */
const isWhole = async (): Promise<boolean> =>
  (await caches.has(pageCache)) && (await (await caches.open(pageCache)).match(pageKey)) !== undefined

let keeping: Promise<void> | undefined

/** The refill list asks once for each machine, and one writing is enough for all. */
const keepPageOnce = (): Promise<void> =>
  (keeping ??= keepPage().finally(() => {
    keeping = undefined
  }))

/** Fails as a whole when a file is missing: half a page is worse than that of the release before. */
async function keepPage(): Promise<void> {
  if (files.length === 0 || (await isWhole())) return
  const page = await fetch(pageKey, { cache: 'no-store' })
  const text = await page.clone().text()
  // Between two releases the server may answer the page of one and the files of the other.
  const named = text.match(/\/assets\/[\w.-]+/g) ?? []
  if (!page.ok || named.length === 0 || !named.every((file) => keptFiles.has(file)))
    throw new Error('the page is of another release')
  const answers = await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(file)
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      return [file, answer] as const
    }),
  )
  const cache = await caches.open(pageCache)
  try {
    await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)))
    await cache.put(pageKey, page)
  } catch (error) {
    // The disk is full.
    await caches.delete(pageCache)
    throw error
  }
}

async function keepPictures(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(pictureCache)
  for (const path of paths)
    if (!(await cache.match(path))) await fetchPicture(cache, path).catch(() => undefined)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - mostPictures)).map((one) => cache.delete(one)))
}

async function fetchPicture(cache: Cache, path: string): Promise<Response> {
  const answer = await fetch(path)
  if (answer.ok && answer.headers.get('content-type')?.startsWith('image/'))
    await cache.put(path, answer.clone())
  return answer
}

/** The network's page, or the kept one when there is no network, no server, or no answer in time. */
async function pageFor(request: Request): Promise<Response> {
  const storedPage = await caches.match(pageKey)
  if (!storedPage)
    return fetch(request).catch(async (error: unknown) => {
      const notice = await offlineNotice()
      if (!notice) throw error
      return notice
    })
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(storedPage), patienceMs))
  const answered = fetch(request).then(
    (answer) => (answer.status >= 500 ? storedPage : answer),
    () => storedPage,
  )
  return Promise.race([answered, timeout])
}

const fileFor = async (request: Request, path: string): Promise<Response> =>
  (await caches.match(path)) ?? fetch(request)

async function pictureFor(request: Request, path: string): Promise<Response> {
  const storedPicture = (await caches.has(pictureCache)) ? await caches.match(path) : undefined
  return storedPicture ?? fetch(request)
}

type KeepMessage = { kind?: unknown; pictures?: unknown }

export function serveOffline(worker: WorkerScope): void {
  worker.addEventListener('install', (event) =>
    event.waitUntil(pageCaches().then((names) => (names.length > 0 ? keepPage() : undefined))),
  )
  worker.addEventListener('activate', (event) =>
    event.waitUntil(
      pageCaches()
        .then((names) =>
          Promise.all(names.filter((name) => name !== pageCache).map((name) => caches.delete(name))),
        )
        .then(() => worker.clients.claim()),
    ),
  )
  worker.addEventListener('message', (event) => {
    const { kind, pictures } = (event.data ?? {}) as KeepMessage
    if (kind !== 'keep') return
    const paths = Array.isArray(pictures)
      ? pictures.filter((path) => typeof path === 'string' && isPicture(path))
      : []
    event.waitUntil(Promise.all([keepPageOnce(), keepPictures(paths as string[])]))
  })
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const respondWith = (answer: Promise<Response>): void => event.respondWith(answer)
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== worker.location.origin) return
    if (request.mode === 'navigate' && !notOurs.test(pathname)) respondWith(pageFor(request))
    else if (keptFiles.has(pathname)) respondWith(fileFor(request, pathname))
    else if (isPicture(pathname)) respondWith(pictureFor(request, pathname))
  })
  // Visits are sent by an open console, which has the session.
  worker.addEventListener('sync', (event) =>
    event.waitUntil(
      worker.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
        for (const window of windows) window.postMessage({ kind: 'send' }, [])
      }),
    ),
  )
}
