import { auditCallWords, goodsFieldWords, type Locale, sheetUpload } from '@slotwise/contract'

import { goodsSheet } from '../../apps/server/test/goods-sheet.ts'
import { publicWords } from '../../apps/web/src/features/account/messages/public/messages.ts'
import { auditWords } from '../../apps/web/src/features/audit/messages/messages.ts'
import { deviceWords } from '../../apps/web/src/features/devices/device-words.ts'
import { goodsWords } from '../../apps/web/src/features/goods/messages/messages.ts'
import { regionWords } from '../../apps/web/src/features/regions/messages/messages.ts'
import { staffWords } from '../../apps/web/src/features/staff/messages/messages.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { operationGateWords } from '../../apps/web/src/ui/operation-gate-words.ts'
import { openUserMenu } from './console.ts'
import { devicePages, remotePages, slotPages } from './device-pages.ts'
import { fillConsole, fillDevices, longTexts } from './full-console.ts'
import type { Machines } from './machines.ts'
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
import { pngFile } from './pictures.ts'

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
  at('binding on a computer', '/bind?sn=600000000&code=0123456789abcdef'),
  at('binding without its code', '/bind?sn=600000000'),
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

const goodsPages: readonly PageState[] = [
  list('goods', '/goods', [
    ...adding((locale) => goodsWords[locale].addGoods),
    {
      name: 'from lowest to highest',
      act: async (page, locale) => {
        await page.getByRole('radio', { name: goodsWords[locale].priceSpan }).check()
        await page.getByLabel(goodsFieldWords[locale].max_price, { exact: true }).waitFor()
      },
    },
    {
      name: 'choosing pictures',
      act: async (page, locale) => {
        await page.getByRole('button', { name: goodsWords[locale].fromGallery }).click()
        await page.locator('.sw-gallery-choice').first().click()
      },
    },
  ]),
  list('goods with pictures', '/goods', [
    {
      name: 'open',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
          .first()
          .click()
        await page.getByText(goodsWords[locale].cover, { exact: true }).waitFor()
      },
    },
  ]),
  saying('goods, none found', '/goods?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  {
    ...at('import', '/goods?open=import'),
    further: [
      {
        name: 'shown before it is done',
        act: async (page, locale) => {
          const { goods, text } = longTexts[locale]
          const rows = [
            [goods, 12.5, text],
            [`${goods}??`, 0, text],
          ]
          const buffer = await goodsSheet(['goods_title', 'price', 'description'], rows, locale)
          await page
            .getByRole('dialog')
            .locator('input[type=file]')
            .setInputFiles({ name: 'slotwise.xlsx', mimeType: sheetUpload.types[0], buffer })
          await page.getByText(goodsWords[locale].otherSheet).waitFor()
          await page.locator('.sw-import-changes').first().waitFor()
        },
      },
    ],
  },
]

const picturePages: readonly PageState[] = [
  list('pictures', '/goods?tab=pictures', [
    {
      name: 'one of them',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]),
  list('cropping', '/goods?tab=pictures', [
    {
      name: 'square',
      act: async (page, locale) => {
        await page
          .getByRole('button', { name: new RegExp(`^${goodsWords[locale].crop}: `) })
          .first()
          .click()
        await page.getByRole('radio', { name: goodsWords[locale].cropSquare }).check()
      },
    },
  ]),
  list('uploading', '/goods?tab=pictures', [
    {
      name: 'some wrong',
      act: async (page, locale) => {
        const { goods } = longTexts[locale]
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles([
            pngFile(`${goods}.png`),
            { name: `${goods}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('no picture') },
            { ...pngFile(`${goods}.png`), buffer: Buffer.alloc(5_000_000) },
          ])
        await page.getByText(goodsWords[locale].uploadSent.split('{size}')[0] ?? '').waitFor()
      },
    },
  ]),
  refusing('deleting a picture', '/goods?tab=pictures', (locale) => goodsWords[locale].deletePicture),
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
  /** What it needs beside what every merchant has. */
  filled?: (merchant: Merchant, locale: Locale, machines: Machines) => Promise<void>
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
  {
    name: 'goods',
    empty: [saying('no goods yet', '/goods', (locale) => goodsWords[locale].noGoods)],
    pages: goodsPages,
  },
  {
    name: 'pictures',
    empty: [saying('no pictures yet', '/goods?tab=pictures', (locale) => goodsWords[locale].noPictures)],
    pages: picturePages,
  },
  {
    name: 'devices',
    empty: [saying('no devices yet', '/device', (locale) => deviceWords[locale].noDevices)],
    pages: devicePages,
    filled: fillDevices,
  },
  { name: 'slots', empty: [], pages: slotPages, filled: fillDevices },
  { name: 'remote control', empty: [], pages: remotePages, filled: fillDevices },
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

type ConsoleVisit = Visit & {
  newMerchant: (wish: { mchName: string }) => Promise<Merchant>
  machines: Machines
  watch: PageWatch
}

/** One part of a new merchant's console: with nothing in it, then with long texts in everything. */
export async function lookAtPart(
  { empty, pages, filled }: ConsolePart,
  { newMerchant, machines, watch, ...visit }: ConsoleVisit,
): Promise<string[]> {
  watch.expect(/getArea/)
  const merchant = await newMerchant({ mchName: longTexts[visit.locale].mchName })
  await storeSession(visit.page, merchant.session)
  const wrong = await lookAtEach(empty, visit)
  await fillConsole(merchant, visit.locale)
  await filled?.(merchant, visit.locale, machines)
  return [...wrong, ...(await lookAtEach(pages, visit))]
}
