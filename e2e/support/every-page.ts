import { type Page, test } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { publicWords } from '../../apps/web/src/features/account/messages/public/messages.ts'
import { regionWords } from '../../apps/web/src/features/regions/messages/messages.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { chooseInUserMenu, openUserMenu } from './console.ts'
import { type Merchant, storeSession } from './merchant.ts'
import type { PageWatch } from './page-watch.ts'
import { addArea, addStore } from './regions.ts'

/**
 * Every page and every state of a page worth looking at, for what must hold on all of them: one language, no
 * overflow, accessible. A new page adds itself here.
 */
export type PageState = {
  name: string
  open: (page: Page, locale: Locale) => Promise<void>
  /** Further states of the same page, one after the other. */
  further?: readonly FurtherState[]
}

export type FurtherState = {
  name: string
  act: (page: Page, locale: Locale) => Promise<void>
  /** Floats over the page until Escape, and closes when the window changes. */
  floats?: true
}

const at = (name: string, path: string): PageState => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
})

/** Sends a form that is not filled in: every field complains. */
const sentEmpty = (button: (locale: Locale) => string): FurtherState => ({
  name: 'all wrong',
  act: async (page, locale) => {
    await page
      .getByRole('button', { name: button(locale), exact: true })
      .last()
      .click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
  },
})

export const publicPages: readonly PageState[] = [
  {
    ...at('login', '/login'),
    further: [
      sentEmpty((locale) => publicWords[locale].login),
      {
        name: 'refused',
        act: async (page, locale) => {
          const words = publicWords[locale]
          await page.getByLabel(words.username).fill('nobody')
          await page.getByLabel(words.password, { exact: true }).fill('not-the-one')
          await page.getByRole('button', { name: words.login, exact: true }).click()
          await page.getByRole('alert').waitFor()
          // What was typed is data, not words of the page.
          await page.getByLabel(words.username).fill('')
        },
      },
    ],
  },
  { ...at('sign-up', '/signUp'), further: [sentEmpty((locale) => publicWords[locale].signUp)] },
  {
    ...at('forgot password', '/forget'),
    further: [sentEmpty((locale) => publicWords[locale].resetPassword)],
  },
  at('page not found', '/404'),
  at('device not found', '/404?kind=device'),
  at('wrong QR code', '/404?kind=qr'),
  at('chat app only', '/wechat-only'),
]

/** A list with its rows there; every row can be edited, as a table and as cards. */
const list = (name: string, path: string, further: PageState['further'] = []): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto(path)
    await page
      .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
      .first()
      .waitFor()
  },
  further,
})

const adding = (button: 'addArea' | 'addStore'): FurtherState[] => [
  {
    name: 'adding one',
    act: async (page, locale) => {
      await page.getByRole('button', { name: regionWords[locale][button] }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  sentEmpty((locale) => regionWords[locale][button]),
]

const saying = (name: string, path: string, text: (locale: Locale) => string): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto(path)
    await page.getByText(text(locale)).waitFor()
  },
})

const fromUserMenu = (name: string, entry: 'setOperationPassword' | 'resetLoginPassword'): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto('/')
    await chooseInUserMenu(page, entry, locale)
    await page.getByRole('dialog').waitFor()
  },
})

const consolePages: readonly PageState[] = [
  {
    ...at('start', '/'),
    further: [
      {
        name: 'user menu',
        floats: true,
        act: async (page, locale) => {
          await openUserMenu(page, locale)
          await page.getByRole('menuitem').first().waitFor()
        },
      },
      {
        name: 'exports and tasks',
        floats: true,
        act: async (page, locale) => {
          await page.getByRole('button', { name: uiWords[locale].jobs }).click()
          await page.getByText(uiWords[locale].jobsEmpty).filter({ visible: true }).waitFor()
        },
      },
    ],
  },
  list('areas', '/region', adding('addArea')),
  list('stores', '/region?tab=stores', adding('addStore')),
  list('deleting an area', '/region', [
    {
      name: 'refused',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
          .first()
          .click()
        await page.getByRole('dialog').getByRole('button', { name: regionWords[locale].deleteArea }).click()
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
  ]),
  saying('areas, none found', '/region?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  {
    name: 'areas, not loaded',
    open: async (page, locale) => {
      await page.route('**/api/v1/u/getArea', (route) => route.abort())
      await page.goto('/region')
      await page.getByText(uiWords[locale].loadFailed).waitFor()
      await page.unroute('**/api/v1/u/getArea')
    },
  },
  fromUserMenu('operation password', 'setOperationPassword'),
  fromUserMenu('reset login password', 'resetLoginPassword'),
  at('page not found in the console', '/no-such-page'),
]

/** For the merchant who has nothing yet. */
const emptyPages: readonly PageState[] = [
  saying('no areas yet', '/region', (locale) => regionWords[locale].noAreas),
  saying('no stores yet', '/region?tab=stores', (locale) => regionWords[locale].noStores),
]

export type Look = (name: string) => Promise<string[]>
type Visit = { page: Page; locale: Locale; widths: readonly number[]; look: Look }

/** Opens every state and looks at it at every width. Returns all that is wrong, not only the first. */
export async function lookAtEach(states: readonly PageState[], visit: Visit): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, open, further = [] } of states)
    await test.step(name, async () => {
      await resize(visit, visit.widths[0])
      await open(visit.page, visit.locale)
      wrong.push(...(await lookAtWidths(name, visit)))
      for (const state of further) wrong.push(...(await lookFurther(`${name}, ${state.name}`, state, visit)))
    })
  return wrong
}

type ConsoleVisit = Visit & {
  newMerchant: (wish: { mchName: string }) => Promise<Merchant>
  watch: PageWatch
}

/** The whole console of a new merchant: with nothing in it, then with long texts in everything. */
export async function lookAtConsole({ newMerchant, watch, ...visit }: ConsoleVisit): Promise<string[]> {
  watch.expect(/getArea/)
  const merchant = await newMerchant({ mchName: data[visit.locale].mchName })
  await storeSession(visit.page, merchant.session)
  const wrong = await lookAtEach(emptyPages, visit)
  await fillConsole(merchant, visit.locale)
  return [...wrong, ...(await lookAtEach(consolePages, visit))]
}

async function lookFurther(name: string, { act, floats }: FurtherState, visit: Visit): Promise<string[]> {
  const { page, locale, widths, look } = visit
  if (!floats) {
    await resize(visit, widths[0])
    await act(page, locale)
    return lookAtWidths(name, visit)
  }
  const wrong: string[] = []
  for (const width of widths) {
    await resize(visit, width)
    await act(page, locale)
    wrong.push(...(await look(`${name}, ${width} px`)))
    await page.keyboard.press('Escape')
  }
  return wrong
}

async function lookAtWidths(name: string, visit: Visit): Promise<string[]> {
  const wrong: string[] = []
  for (const width of visit.widths) {
    await resize(visit, width)
    wrong.push(...(await visit.look(`${name}, ${width} px`)))
  }
  return wrong
}

async function resize({ page }: Visit, width: number | undefined): Promise<void> {
  const now = page.viewportSize()
  if (width !== undefined && now?.width !== width) await page.setViewportSize({ width, height: 900 })
}

/** Texts that are data, in the reader's own language, and long enough to find out what gives way. */
const data: Record<Locale, { mchName: string; area: string; store: string; text: string; manager: string }> =
  {
    'zh-CN': {
      mchName: '珠江扭蛋与自动售货有限责任公司',
      area: '滨海新区国际会展中心及周边商业街',
      store: '国际会展中心南登录大厅二层东侧连廊店',
      text: '请在每天早上九点以前补货，周末客流大，注意提前联系物业开门',
      manager: '欧阳晓明',
    },
    'zh-TW': {
      mchName: '珠江扭蛋與自動販賣有限責任公司',
      area: '濱海新區國際會展中心及周邊商業街',
      store: '國際會展中心南登錄大廳二層東側連廊店',
      text: '請在每天早上九點以前補貨，週末客流大，注意提前聯絡物業開門',
      manager: '歐陽曉明',
    },
    'en-US': {
      mchName: 'Pearl River Capsule and Vending Company Limited',
      area: 'Waterfront, convention centre and the streets around it',
      store: 'Convention centre, south hall, second floor, east bridge',
      text: 'Please refill before nine; weekends are busy, so call the caretaker early',
      manager: 'Christopher Montgomery',
    },
  }

/** A page of areas and stores with long texts. */
async function fillConsole(merchant: Merchant, locale: Locale): Promise<void> {
  const { area: name, store, text, manager } = data[locale]
  const phone = '+86 0755-2688 0000'
  const area = await addArea(merchant, name, { phone, area_address: text, remarks: text })
  await addStore(merchant, store, {
    area: area._id,
    phone,
    store_address: text,
    remarks: text,
    manager,
    manager_phone: '13800138001',
    customer_no: '2026-0017',
    auto_refund: true,
    mode: 'custom',
    mode_text: manager,
    coo_mode: 'custom',
    coo_mode_text: text.slice(0, 30),
    coo_start_date: '2026-01-01',
    coo_end_date: '2026-12-31',
  })
  for (let n = 1; n <= 10; n += 1) await addStore(merchant, `${store.slice(0, 10)} ${n}`)
}
