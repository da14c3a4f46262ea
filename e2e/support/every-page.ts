import type { Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

import { publicWords } from '../../apps/web/src/features/account/messages/public/messages.ts'
import { regionWords } from '../../apps/web/src/features/regions/messages/messages.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { chooseInUserMenu, openUserMenu } from './console.ts'
import type { Merchant } from './merchant.ts'
import { addArea, addStore } from './regions.ts'

/**
 * Every page and every state of a page worth looking at, for what must hold on all of them: one language, no
 * overflow, accessible. A new page adds itself here.
 */
export type PageState = {
  name: string
  open: (page: Page, locale: Locale) => Promise<void>
  /** What floats over the page closes when the window changes: it is opened anew at every width. */
  floats?: true
}

const at = (name: string, path: string): PageState => ({
  name,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
})

export const publicPages: readonly PageState[] = [
  at('login', '/login'),
  {
    name: 'login, refused',
    open: async (page, locale) => {
      await page.goto('/login')
      await page.getByLabel(publicWords[locale].username).fill('nobody')
      await page.getByLabel(publicWords[locale].password, { exact: true }).fill('not-the-one')
      await page.getByRole('button', { name: publicWords[locale].login, exact: true }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel(publicWords[locale].password, { exact: true }).fill('')
    },
  },
  at('sign-up', '/signUp'),
  {
    name: 'sign-up, all wrong',
    open: async (page, locale) => {
      await page.goto('/signUp')
      await page.getByRole('button', { name: publicWords[locale].signUp, exact: true }).click()
    },
  },
  at('forgot password', '/forget'),
  {
    name: 'forgot password, all wrong',
    open: async (page, locale) => {
      await page.goto('/forget')
      await page.getByRole('button', { name: publicWords[locale].resetPassword, exact: true }).click()
    },
  },
  at('page not found', '/404'),
  at('device not found', '/404?kind=device'),
  at('wrong QR code', '/404?kind=qr'),
  at('chat app only', '/wechat-only'),
]

const rows = async (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^[^:]+: .+/ })
    .first()
    .waitFor()

export const consolePages: readonly PageState[] = [
  at('start', '/'),
  {
    name: 'user menu',
    floats: true,
    open: async (page, locale) => {
      await page.goto('/')
      await openUserMenu(page, locale)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'exports and tasks, none yet',
    floats: true,
    open: async (page, locale) => {
      await page.goto('/')
      await page.getByRole('button', { name: uiWords[locale].jobs }).click()
      await page.getByText(uiWords[locale].jobsEmpty).waitFor()
    },
  },
  {
    name: 'areas',
    open: async (page) => {
      await page.goto('/region')
      await rows(page)
    },
  },
  {
    name: 'areas, none found',
    open: async (page, locale) => {
      await page.goto('/region?q=%25%25%25')
      await page.getByText(uiWords[locale].noMatch).waitFor()
    },
  },
  {
    name: 'areas, not loaded',
    open: async (page, locale) => {
      await page.route('**/api/v1/u/getArea', (route) => route.abort())
      await page.goto('/region')
      await page.getByText(uiWords[locale].loadFailed).waitFor()
      await page.unroute('**/api/v1/u/getArea')
    },
  },
  {
    name: 'stores',
    open: async (page) => {
      await page.goto('/region?tab=stores')
      await rows(page)
    },
  },
  drawer('adding an area', '/region?open=add', 'addArea'),
  drawer('adding an area, all wrong', '/region?open=add', 'addArea', true),
  drawer('adding a store', '/region?tab=stores&open=add', 'addStore'),
  drawer('adding a store, all wrong', '/region?tab=stores&open=add', 'addStore', true),
  {
    name: 'deleting an area',
    open: async (page, locale) => {
      await page.goto('/region')
      await page
        .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: regionWords[locale].deleteArea }).click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'operation password',
    open: async (page, locale) => {
      await page.goto('/')
      await chooseInUserMenu(page, 'setOperationPassword', locale)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'reset login password',
    open: async (page, locale) => {
      await page.goto('/')
      await chooseInUserMenu(page, 'resetLoginPassword', locale)
      await page.getByRole('dialog').waitFor()
    },
  },
  at('page not found in the console', '/no-such-page'),
]

/** For the merchant who has nothing yet. */
export const emptyPages: readonly PageState[] = [
  {
    name: 'no areas yet',
    open: async (page, locale) => {
      await page.goto('/region')
      await page.getByText(regionWords[locale].noAreas).waitFor()
    },
  },
  {
    name: 'no stores yet',
    open: async (page, locale) => {
      await page.goto('/region?tab=stores')
      await page.getByText(regionWords[locale].noStores).waitFor()
    },
  },
]

function drawer(name: string, path: string, button: 'addArea' | 'addStore', send = false): PageState {
  return {
    name,
    open: async (page, locale) => {
      await page.goto(path)
      const submit = page.getByRole('dialog').getByRole('button', { name: regionWords[locale][button] })
      await submit.waitFor()
      if (!send) return
      await submit.click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  }
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

export const merchantNameIn = (locale: Locale): string => data[locale].mchName

/** A page of areas and stores with long texts. */
export async function fillConsole(merchant: Merchant, locale: Locale): Promise<void> {
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
