import { type CDPSession, type Page, test } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { longTexts } from '../support/long-texts.ts'
import type { Machines } from '../support/machines.ts'
import { type Merchant, storeSession } from '../support/merchant.ts'
import type { FeatureStates, FurtherState, PageState } from '../support/page-states.ts'

/** A window in which a state is checked; a phone has touch instead of a mouse. */
export type Window = { width: number; phone?: true }

export type Walk = {
  page: Page
  locale: Locale
  /** A state is opened in the first of them. */
  windows: readonly [Window, ...Window[]]
  /** Returns the faults of the page as it is. */
  look: (window: Window) => Promise<string[]>
  newMerchant: (wish: { mchName: string }) => Promise<Merchant>
  machines: Machines
}

/** Opens every state of a feature once, and checks it in every window. Returns all faults, not only the first. */
export async function walkThrough(feature: FeatureStates, walk: Walk): Promise<string[]> {
  const visit = new Visit(walk)
  const wrong = await visit.all(feature.beforeLogin)
  if (!feature.empty && !feature.filled) return wrong
  const { page, locale, machines } = walk
  const merchant = await walk.newMerchant({ mchName: longTexts[locale].mchName })
  await storeSession(page, merchant.session)
  wrong.push(...(await visit.all(feature.empty)))
  return [...wrong, ...(await visit.all(await feature.filled?.({ merchant, locale, machines })))]
}

class Visit {
  readonly #walk: Walk
  #finger: CDPSession | undefined

  constructor(walk: Walk) {
    this.#walk = walk
  }

  async all(states: readonly PageState[] = []): Promise<string[]> {
    const wrong: string[] = []
    // Set-up has changed what the console keeps of earlier states, so the first of these loads it again.
    if (states.length > 0) await this.#walk.page.goto('about:blank')
    for (const state of states)
      await test.step(state.name, async () => wrong.push(...(await this.#one(state))))
    return wrong
  }

  async #one({ name, open, seen, further = [] }: PageState): Promise<string[]> {
    const { page, locale, windows } = this.#walk
    await this.#resize(windows[0])
    await open(page, locale)
    const wrong = seen ? [] : await this.#lookInWindows(name)
    for (const state of further) wrong.push(...(await this.#further(`${name}, ${state.name}`, state)))
    return wrong
  }

  async #further(name: string, { act, floats }: FurtherState): Promise<string[]> {
    const { page, locale, windows } = this.#walk
    if (!floats) {
      await this.#resize(windows[0])
      await act(page, locale)
      return this.#lookInWindows(name)
    }
    return this.#lookInWindows(name, {
      before: () => act(page, locale),
      after: () => page.keyboard.press('Escape'),
    })
  }

  async #lookInWindows(
    name: string,
    { before, after }: Partial<Record<'before' | 'after', () => Promise<void>>> = {},
  ): Promise<string[]> {
    const wrong: string[] = []
    for (const window of this.#walk.windows) {
      await this.#resize(window)
      await before?.()
      const place = `${name}, ${window.width} px${window.phone ? ' on a phone' : ''}`
      wrong.push(...(await this.#walk.look(window)).map((what) => `${place}: ${what}`))
      await after?.()
    }
    return wrong
  }

  async #resize({ width, phone: mobile = false }: { width: number; phone?: boolean }): Promise<void> {
    const { page } = this.#walk
    if (this.#finger || mobile) {
      this.#finger ??= await page.context().newCDPSession(page)
      await this.#finger.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
    }
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
    if (this.#finger) {
      const metrics = { width, height: 900, deviceScaleFactor: 1, mobile }
      await this.#finger.send('Emulation.setDeviceMetricsOverride', metrics)
    }
  }
}
