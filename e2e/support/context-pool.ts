import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

import { reportPolicyBreaches } from './page-watch.ts'

/**
 * Browser contexts that the tests of a worker use one after the other. A new context loads and compiles the console's
 * scripts again, which takes longer than most journeys. A test gets a context without cookies and storage, and with one
 * page, its anchor: a small page of the server, which keeps the site's process alive between tests and through which
 * storage is written. A context is discarded when a test failed in it or changed it in a way that cannot be undone.
 */
export class ContextPool {
  readonly #browser: Browser
  readonly #idle = new Map<string, BrowserContext[]>()
  readonly #keys = new WeakMap<BrowserContext, string>()
  readonly #spent = new WeakSet<BrowserContext>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async take(options: BrowserContextOptions, address: string): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const context = this.#idle.get(key)?.pop() ?? (await this.#open(key, options))
    // The server limits calls by address, and every test has its own.
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    return context
  }

  async giveBack(context: BrowserContext, keep: boolean): Promise<void> {
    if (!keep || this.#spent.has(context)) {
      await context.close()
      return
    }
    await empty(context)
    const key = this.#keys.get(context) ?? ''
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), context])
  }

  async close(): Promise<void> {
    for (const context of [...this.#idle.values()].flat()) await context.close()
    this.#idle.clear()
  }

  async #open(key: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options)
    await reportPolicyBreaches(context)
    await stretchTimers(context)
    const anchor = await context.newPage()
    await anchor.goto('/healthz')
    this.#keys.set(context, key)
    this.#noteWhatStays(context)
    return context
  }

  /** An installed clock or an init script cannot be removed from a context, so such a context is discarded. */
  #noteWhatStays(context: BrowserContext): void {
    const spent = (): void => void this.#spent.add(context)
    const { clock } = context
    clock.install = noting(spent, clock.install.bind(clock))
    clock.pauseAt = noting(spent, clock.pauseAt.bind(clock))
    clock.setFixedTime = noting(spent, clock.setFixedTime.bind(clock))
    clock.setSystemTime = noting(spent, clock.setSystemTime.bind(clock))
    context.addInitScript = noting(spent, context.addInitScript.bind(context))
    context.exposeFunction = noting(spent, context.exposeFunction.bind(context))
    context.exposeBinding = noting(spent, context.exposeBinding.bind(context))
  }
}

/**
 * The console gives up a call after 5 s and takes a notice of success away after 3 s. On a computer that is short of CPU
 * that would end calls which the journey is not about, and notices before the journey has looked. So journeys have
 * longer timers, which are recognised by their length. A page with a stopped clock replaces the timers and keeps the
 * true limits, as do the tests of the client itself.
 */
async function stretchTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const longer: Record<number, number> = { 3_000: 15_000, 5_000: 60_000 }
    const real = window.setTimeout.bind(window)
    const stretched = (run: TimerHandler, ms = 0, ...args: unknown[]): number =>
      real(run, longer[ms] ?? ms, ...args)
    window.setTimeout = stretched as typeof window.setTimeout
  })
}

const noting =
  <Args extends unknown[], Result>(note: () => void, work: (...args: Args) => Result) =>
  (...args: Args): Result => {
    note()
    return work(...args)
  }

/** The page that every context has from the start. */
export function anchorOf(context: BrowserContext): Page {
  const [anchor] = context.pages()
  if (!anchor) throw new Error('the context has lost its anchor')
  return anchor
}

/** Closes the test's pages and clears what they stored. */
async function empty(context: BrowserContext): Promise<void> {
  const anchor = anchorOf(context)
  for (const page of context.pages()) if (page !== anchor) await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await context.clearPermissions()
  await anchor.evaluate(async () => {
    localStorage.clear()
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    indexedDB.deleteDatabase('slotwise-refills')
  })
}
