import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

/**
 * Watches every page of a browser context for problems that a user would not see: errors in the console, uncaught
 * exceptions, violations of the content policy, failed requests. A test that causes one on purpose declares it.
 */
export class PageWatch {
  #problems: string[] = []
  #expected: RegExp[] = []

  readonly #onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`)
  }
  readonly #onError = (error: WebError): void =>
    this.#note(`exception: ${error.error().stack ?? String(error.error())}`)
  readonly #onResponse = (response: Response): void => {
    if (response.status() >= 400) this.#note(`answer: ${response.status()} ${response.url()}`)
  }
  readonly #onFailure = (request: Request): void => {
    const why = request.failure()?.errorText ?? ''
    // The page aborted its own request: a live stream that it left, a list that is no longer needed.
    if (why !== 'net::ERR_ABORTED') this.#note(`request: ${why} ${request.url()}`)
  }

  begin(context: BrowserContext): void {
    context.on('console', this.#onConsole)
    context.on('weberror', this.#onError)
    context.on('response', this.#onResponse)
    context.on('requestfailed', this.#onFailure)
  }

  /** Called before another test gets the context. */
  end(context: BrowserContext): void {
    context.off('console', this.#onConsole)
    context.off('weberror', this.#onError)
    context.off('response', this.#onResponse)
    context.off('requestfailed', this.#onFailure)
  }

  /** Declares problems that this test causes on purpose. */
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

/** Reports policy violations by their event, because the console does not log all of them. */
export async function reportPolicyBreaches(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`policy: ${effectiveDirective} blocked ${blockedURI} ${sample}`),
    )
  })
}
