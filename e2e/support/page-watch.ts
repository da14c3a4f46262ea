import type { BrowserContext } from '@playwright/test'

/**
 * Watches every page of a browser context for what a user would not see and nobody wants: errors in the console,
 * uncaught exceptions, breaches of the content policy, requests that fail. A test that causes one on purpose says so.
 */
export class PageWatch {
  #problems: string[] = []
  #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    this.alsoWatch(context)
  }

  alsoWatch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) =>
      this.#note(`exception: ${error.error().stack ?? String(error.error())}`),
    )
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`answer: ${response.status()} ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // The page took its own request back: a live stream it leaves, a list that is no longer wanted.
      if (why !== 'net::ERR_ABORTED') this.#note(`request: ${why} ${request.url()}`)
    })
  }

  /** What this test causes on purpose. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get problems(): string[] {
    return this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}

/** Breaches of the policy are reported by an event; the console hears of most, not of all. */
export async function reportPolicyBreaches(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`policy: ${effectiveDirective} blocked ${blockedURI} ${sample}`),
    )
  })
}
