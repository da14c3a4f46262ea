import type { Page } from '@playwright/test'
import {
  fileQuotaWords,
  goodsFieldWords,
  jobCalls,
  type Locale,
  pictureQuotaWords,
  sheetUpload,
} from '@slotwise/contract'

import { goodsSheet } from '../../apps/server/test/goods-sheet.ts'
import { expect } from '../support/fixtures.ts'
import { fillRoomDirectly } from '../support/direct.ts'
import { addGoods, addPicture } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import type { Merchant } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import {
  adding,
  again,
  at,
  type FeatureStates,
  list,
  type PageState,
  refusing,
  saying,
  wordedByServer,
} from '../support/page-states.ts'
import { pngFile } from '../support/pictures.ts'
import { callServer } from '../support/server.ts'
import { goodsWords, sheetImportWords, uiWords } from '../support/words.ts'

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
  again(
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
  ),
  again(
    list('goods as a table', '/goods', [
      {
        name: 'changing several',
        act: async (page, locale) => {
          // A phone shows cards alone.
          const table = page.getByText(goodsWords[locale].asTable, { exact: true })
          if (await table.isVisible()) await table.click()
          await page.locator('.sw-choice input').last().check()
          await page.getByRole('button', { name: goodsWords[locale].editChosen }).click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('checkbox').first().waitFor()
          for (const tick of await drawer.getByRole('checkbox').all()) await tick.check()
          await drawer.getByText(goodsWords[locale].manyTagsHint).waitFor()
        },
      },
    ]),
  ),
  saying('goods, none found', '/goods?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  at('import', '/goods?open=import'),
  {
    ...again(at('import', '/goods?open=import')),
    eachLanguage: wordedByServer,
    further: [
      {
        name: 'shown before it is done',
        act: async (page, locale) => {
          const { goods, text } = longTexts
          const rows = [
            [goods, 12.5, text],
            [`${goods}??`, 0, text],
            [goods, 13, text],
          ]
          const buffer = await goodsSheet(['goods_title', 'price', 'description'], rows, locale)
          await page
            .getByRole('dialog')
            .locator('input[type=file]')
            .setInputFiles({ name: 'slotwise.xlsx', mimeType: sheetUpload.types[0], buffer })
          await page.getByText(sheetImportWords[locale].otherSheet).waitFor()
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
  again(
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
  ),
  {
    ...again(list('uploading', '/goods?tab=pictures')),
    eachLanguage: "Each picture keeps the text of its refusal, which is often the server's.",
    further: [
      {
        name: 'some wrong',
        act: async (page, locale) => {
          const { goods } = longTexts
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
    ],
  },
  refusing('deleting a picture', '/goods?tab=pictures', (locale) => goodsWords[locale].deletePicture),
]

/** The part of a text before its first figure. */
const beginningOf = (text: string): string => text.split('{')[0] ?? ''

/** Loads the console again, because it keeps what the server said of the room in the last language. */
async function loadList(page: Page, locale: Locale, path: string): Promise<void> {
  await page.goto('about:blank')
  await list('after a load', path).open(page, locale)
}

const littleRoom = (merchant: Merchant): readonly PageState[] => [
  {
    name: 'pictures with little room left',
    eachLanguage: wordedByServer,
    open: async (page, locale) => {
      await loadList(page, locale, '/goods?tab=pictures')
      await page.getByText(beginningOf(pictureQuotaWords[locale].nearlyFull)).waitFor()
    },
  },
  {
    name: 'files with little room left',
    eachLanguage: wordedByServer,
    open: async (page, locale) => {
      // Earlier exports end in the language that they were started in, and their notices stay until the next load.
      await expect.poll(() => countUnfinished(merchant)).toBe(0)
      await loadList(page, locale, '/goods')
    },
    further: [
      {
        name: 'said',
        act: async (page, locale) => {
          await page.getByRole('button', { name: uiWords[locale].export, exact: true }).click()
          await notices(page).getByText(beginningOf(fileQuotaWords[locale].nearlyFull)).last().waitFor()
        },
        floats: true,
      },
    ],
  },
]

async function countUnfinished({ caller }: Merchant): Promise<number> {
  const { data } = await callServer(jobCalls.getJobs, { condition: {} }, caller)
  return data.filter(({ state }) => state === 'waiting' || state === 'running').length
}

export const roomStates: FeatureStates = {
  name: 'room for files',
  filled: async ({ merchant }) => {
    await addPicture(merchant, longTexts.goods)
    await addGoods(merchant, longTexts.goods)
    await fillRoomDirectly(merchant.session.token)
    return littleRoom(merchant)
  },
}

export const goodsStates: FeatureStates = {
  name: 'goods',
  empty: [saying('no goods yet', '/goods', (locale) => goodsWords[locale].noGoods)],
  filled: async ({ merchant }) => {
    await addLongGoods(merchant)
    return goodsPages
  },
}

export const pictureStates: FeatureStates = {
  name: 'pictures',
  empty: [saying('no pictures yet', '/goods?tab=pictures', (locale) => goodsWords[locale].noPictures)],
  filled: async ({ merchant }) => {
    await addLongGoods(merchant)
    return picturePages
  },
}

/** Goods with the longest price; the newest has pictures, so that the newest picture is in use. */
async function addLongGoods(merchant: Merchant): Promise<void> {
  const { goods, text, tag } = longTexts
  for (let n = 1; n <= 8; n += 1) await addGoods(merchant, `${goods.slice(0, 8)} ${n}`)
  const images: string[] = []
  for (let n = 1; n <= 5; n += 1)
    images.push((await addPicture(merchant, goods, { width: 200 + n * 40 })).img_id)
  const prices = { min_price: 9_999_999, max_price: 99_999_999 }
  const tags = `${tag},${tag.toUpperCase()}2`
  await addGoods(merchant, goods, { ...prices, tags, description: text, code: '6901234567892', images })
}
