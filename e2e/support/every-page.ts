import { allPermissions, auditCallWords, type Locale } from '@slotwise/contract'

import { publicWords } from '../../apps/web/src/features/account/messages/public/messages.ts'
import { auditWords } from '../../apps/web/src/features/audit/messages/messages.ts'
import { regionWords } from '../../apps/web/src/features/regions/messages/messages.ts'
import { staffWords } from '../../apps/web/src/features/staff/messages/messages.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { operationGateWords } from '../../apps/web/src/ui/operation-gate-words.ts'
import { openUserMenu } from './console.ts'
import { type Merchant, storeSession } from './merchant.ts'
import {
  adding,
  at,
  fromUserMenu,
  list,
  lookAtEach,
  type PageState,
  refusing,
  saying,
  sentEmpty,
  type Visit,
} from './page-states.ts'
import type { PageWatch } from './page-watch.ts'
import { addArea, addStore } from './regions.ts'
import { accountOf, addRole, addSubUser, setOperationPassword } from './staff.ts'

/**
 * Every page and every state of a page worth looking at, for what must hold on all of them: one language, no
 * overflow, accessible. A new page adds itself here.
 */
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

const framePages: readonly PageState[] = [
  {
    ...at('overview', '/'),
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
  fromUserMenu('operation password', 'changeOperationPassword'),
  fromUserMenu('reset login password', 'resetLoginPassword'),
  at('page not found in the console', '/no-such-page'),
]

const regionPages: readonly PageState[] = [
  list(
    'areas',
    '/region',
    adding((locale) => regionWords[locale].addArea),
  ),
  list(
    'stores',
    '/region?tab=stores',
    adding((locale) => regionWords[locale].addStore),
  ),
  refusing('deleting an area', '/region', (locale) => regionWords[locale].deleteArea),
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
]

const auditPages: readonly PageState[] = [
  {
    name: 'audit',
    open: async (page, locale) => {
      await page.goto('/audit')
      await page.getByRole('button', { name: auditCallWords[locale].addStore }).first().waitFor()
    },
    further: [
      {
        name: 'a new store',
        act: async (page, locale) => {
          await page.goto('/audit?call=addStore&page=2')
          await page.getByRole('button', { name: auditCallWords[locale].addStore }).last().click()
          await page.getByRole('table', { name: auditWords[locale].changes }).waitFor()
        },
      },
    ],
  },
]

const staffPages: readonly PageState[] = [
  list(
    'roles',
    '/role',
    adding((locale) => staffWords[locale].addRole),
  ),
  refusing('deleting a role', '/role', (locale) => staffWords[locale].deleteRole),
  list('sub-accounts', '/subUser', [
    ...adding((locale) => staffWords[locale].addSubUser),
    {
      name: 'chosen stores only',
      act: async (page, locale) => {
        await page.getByRole('radio', { name: staffWords[locale].scopeChosen }).check()
        await page.getByText(staffWords[locale].storesHint).waitFor()
      },
    },
  ]),
  list('an operation password', '/subUser', [
    {
      name: 'reset',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${staffWords[locale].setOperation}: `) })
          .first()
          .click()
        await page.getByLabel(staffWords[locale].newOperation, { exact: true }).waitFor()
      },
    },
    {
      name: 'at the gate',
      act: async (page, locale) => {
        const { newOperation, confirmOperation } = staffWords[locale]
        for (const label of [newOperation, confirmOperation])
          await page.getByLabel(label, { exact: true }).fill('908172')
        await page.keyboard.press('Enter')
        const gate = page.getByRole('dialog', { name: operationGateWords[locale].title })
        // It has the focus once it has stopped moving.
        await gate.locator('input:focus').waitFor()
      },
    },
  ]),
  saying('open sessions', '/subUser?tab=sessions', (locale) => staffWords[locale].thisOne),
]

type ConsolePart = {
  name: string
  /** What it looks like to the merchant who has nothing yet. */
  empty: readonly PageState[]
  pages: readonly PageState[]
}

/** The console in parts, each of which one test can look at in good time. */
export const consoleParts: readonly ConsolePart[] = [
  {
    name: 'the frame',
    empty: [fromUserMenu('first operation password', 'setOperationPassword')],
    pages: framePages,
  },
  {
    name: 'areas and stores',
    empty: [
      saying('no areas yet', '/region', (locale) => regionWords[locale].noAreas),
      saying('no stores yet', '/region?tab=stores', (locale) => regionWords[locale].noStores),
    ],
    pages: regionPages,
  },
  { name: 'audit', empty: [], pages: auditPages },
  {
    name: 'staff',
    empty: [
      saying('no roles yet', '/role', (locale) => staffWords[locale].noRoles),
      saying('no sub-accounts yet', '/subUser', (locale) => staffWords[locale].noSubUsers),
    ],
    pages: staffPages,
  },
]

/** Texts that are data, in the reader's own language, and long enough to find out what gives way. */
type Texts = Record<'mchName' | 'area' | 'store' | 'text' | 'manager' | 'role', string>
const data: Record<Locale, Texts> = {
  'zh-CN': {
    mchName: '珠江扭蛋与自动售货有限责任公司',
    area: '滨海新区国际会展中心及周边商业街',
    store: '国际会展中心南登录大厅二层东侧连廊店',
    text: '请在每天早上九点以前补货，周末客流大，注意提前联系物业开门',
    manager: '欧阳晓明',
    role: '会展中心区域门店运营主管',
  },
  'zh-TW': {
    mchName: '珠江扭蛋與自動販賣有限責任公司',
    area: '濱海新區國際會展中心及周邊商業街',
    store: '國際會展中心南登錄大廳二層東側連廊店',
    text: '請在每天早上九點以前補貨，週末客流大，注意提前聯絡物業開門',
    manager: '歐陽曉明',
    role: '會展中心區域門店營運主管',
  },
  'en-US': {
    mchName: 'Pearl River Capsule and Vending Company Limited',
    area: 'Waterfront, convention centre and the streets around it',
    store: 'Convention centre, south hall, second floor, east bridge',
    text: 'Please refill before nine; weekends are busy, so call the caretaker early',
    manager: 'Christopher Montgomery',
    role: 'Operations supervisor, convention centre',
  },
}

type ConsoleVisit = Visit & {
  newMerchant: (wish: { mchName: string }) => Promise<Merchant>
  watch: PageWatch
}

/** One part of a new merchant's console: with nothing in it, then with long texts in everything. */
export async function lookAtPart(
  { empty, pages }: ConsolePart,
  { newMerchant, watch, ...visit }: ConsoleVisit,
): Promise<string[]> {
  watch.expect(/getArea/)
  const merchant = await newMerchant({ mchName: data[visit.locale].mchName })
  await storeSession(visit.page, merchant.session)
  const wrong = await lookAtEach(empty, visit)
  await fillConsole(merchant, visit.locale)
  return [...wrong, ...(await lookAtEach(pages, visit))]
}

/** A page of areas and stores with long texts, and staff who look after them. */
async function fillConsole(merchant: Merchant, locale: Locale): Promise<void> {
  const { area: name, store, text, manager, role: roleName } = data[locale]
  const phone = '+86 0755-2688 0000'
  const area = await addArea(merchant, name, { phone, area_address: text, remarks: text })
  const { _id: firstStore } = await addStore(merchant, store, {
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
  await setOperationPassword(merchant)
  const role = await addRole(merchant, roleName, [...allPermissions], { note: text })
  // The name of the product is the one word that belongs to every language.
  const sub_username = accountOf(merchant, 'slotwise')
  await addSubUser(merchant, manager, role, { sub_username, phone, all_device: false, store: [firstStore] })
}
