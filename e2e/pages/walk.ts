import { type CDPSession, type Page, test } from '@playwright/test'
import { languageCookie, type Locale } from '@slotwise/contract'

import { longTexts } from '../support/long-texts.ts'
import type { Machines } from '../support/machines.ts'
import { type Merchant, storeSession } from '../support/merchant.ts'
import type { FeatureStates, FurtherState, PageState } from '../support/page-states.ts'
import { serverUrl } from '../support/server.ts'

/** One look at a state: in a language and a theme, in a window; a phone has touch instead of a mouse. */
export type Look = {
  locale: Locale
  width: number
  phone?: boolean
  dark?: boolean
  /** Returns the faults that only this look finds. */
  check?: (page: Page) => Promise<string[]>
}

export type Walk = {
  page: Page
  /** A state is opened as the first look shows it, and stays open for the others. */
  looks: readonly [Look, ...Look[]]
  /** Returns the faults of the page as it is. */
  faultsOf: (look: Look) => Promise<string[]>
  newMerchant: (wish: { mchName: string }) => Promise<Merchant>
  machines: Machines
}

/** Opens every state of a feature once, and looks at it in all ways. Returns all faults, not only the first. */
export async function walkThrough(feature: FeatureStates, walk: Walk): Promise<string[]> {
  const visit = new Visit(walk)
  const wrong = await visit.all(feature.beforeLogin)
  if (!feature.empty && !feature.filled) return wrong
  const { page, machines } = walk
  const merchant = await walk.newMerchant({ mchName: longTexts.mchName })
  await storeSession(page, merchant.session)
  wrong.push(...(await visit.all(feature.empty)))
  return [...wrong, ...(await visit.all(await feature.filled?.({ merchant, machines })))]
}

class Visit {
  readonly #walk: Walk
  #device: CDPSession | undefined

  constructor(walk: Walk) {
    this.#walk = walk
  }

  async all(states: readonly PageState[] = []): Promise<string[]> {
    const wrong: string[] = []
    // Set-up has changed what the console keeps of earlier states, so the first of these loads it again.
    if (states.length > 0) await this.#walk.page.goto('about:blank')
    for (const state of states)
      for (const looks of this.#roundsOf(state))
        await test.step(state.name, async () => wrong.push(...(await this.#one(state, looks))))
    return wrong
  }

  /** All looks at once, or those of each language. */
  #roundsOf({ eachLanguage }: PageState): Walk['looks'][] {
    const { looks } = this.#walk
    if (!eachLanguage) return [looks]
    const firsts = looks.filter(({ locale }, at) => looks.findIndex((look) => look.locale === locale) === at)
    return firsts.map((first) => [
      first,
      ...looks.filter((look) => look !== first && look.locale === first.locale),
    ])
  }

  async #one({ name, open, seen, further = [] }: PageState, looks: Walk['looks']): Promise<string[]> {
    await this.#show(looks[0])
    await open(this.#walk.page, looks[0].locale)
    const wrong = seen ? [] : await this.#lookAround(name, looks)
    for (const state of further) wrong.push(...(await this.#further(`${name}, ${state.name}`, state, looks)))
    return wrong
  }

  async #further(name: string, { act, floats }: FurtherState, looks: Walk['looks']): Promise<string[]> {
    const { page } = this.#walk
    if (floats)
      return this.#lookAround(name, looks, {
        before: (locale) => act(page, locale),
        after: () => page.keyboard.press('Escape'),
      })
    await this.#show(looks[0])
    await act(page, looks[0].locale)
    return this.#lookAround(name, looks)
  }

  async #lookAround(
    name: string,
    looks: Walk['looks'],
    { before, after }: { before?: (locale: Locale) => Promise<void>; after?: () => Promise<void> } = {},
  ): Promise<string[]> {
    const wrong: string[] = []
    for (const look of looks) {
      const { locale, width, phone } = look
      await this.#show(look)
      await before?.(locale)
      const place = `${name}, ${locale}, ${width} px${phone ? ' on a phone' : ''}`
      wrong.push(...(await this.#walk.faultsOf(look)).map((what) => `${place}: ${what}`))
      await after?.()
    }
    return wrong
  }

  async #show({ locale, width, phone: mobile = false, dark = false }: Look): Promise<void> {
    const { page } = this.#walk
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    // As another tab would change the language, because a dialog may cover the menu.
    await page.context().addCookies([{ name: languageCookie.name, value: locale, url: serverUrl() }])
    // Not by Playwright, which sets the size without the touch, and so has the page laid out twice.
    this.#device ??= await page.context().newCDPSession(page)
    await this.#device.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
    const metrics = { width, height: 900, deviceScaleFactor: 1, mobile }
    await this.#device.send('Emulation.setDeviceMetricsOverride', metrics)
    if (page.url() !== 'about:blank')
      await page.waitForFunction((shown) => document.documentElement.lang === shown, locale)
  }
}
