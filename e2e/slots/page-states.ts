import { fill, goodsCalls, goodsFieldWords, slotFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { addLongDevices } from '../support/device-pages.ts'
import { addGoods } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import {
  again,
  asked,
  type FeatureStates,
  type PageState,
  saying,
  type Stand,
} from '../support/page-states.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import {
  drasticWords,
  goodsSlotWords,
  goodsWords,
  slotFormWords,
  slotWords,
  uiWords,
} from '../support/words.ts'

/** The slots of the goods that the long devices sell, at their list price. */
async function slotsOfGoods({ merchant }: Stand): Promise<PageState[]> {
  const { data } = await callServer(goodsCalls.getGoods, { condition: {} }, merchant.caller)
  const [{ goods_id: id, title } = { goods_id: '', title: '' }] = data
  const price = 9_999_999
  await callServer(goodsCalls.editPrivate, { goods_id: id, title, price }, merchant.caller)
  const { goods_id: unsold } = await addGoods(merchant, `${title.slice(0, 8)} 2`)
  return [
    {
      name: 'slots of goods',
      open: async (page, locale) => {
        await visit(page, `/goods/${id}/slots`)
        await page.getByText(goodsSlotWords[locale].waiting).first().waitFor()
      },
      further: [
        {
          name: 'editing them',
          act: async (page, locale) => {
            await page
              .getByRole('button', { name: fill(goodsSlotWords[locale].changeAll, { count: '3' }) })
              .click()
            const drawer = page.getByRole('dialog')
            await drawer.getByRole('checkbox').first().waitFor()
            for (const tick of await drawer.getByRole('checkbox').all()) await tick.check()
            await drawer
              .getByRole('button', { name: fill(goodsSlotWords[locale].save, { count: '3' }) })
              .click()
            await page.locator('[aria-invalid="true"]').first().waitFor()
          },
        },
        {
          name: 'asked again',
          act: async (page, locale) => {
            const drawer = page.getByRole('dialog')
            const tick = (name: 'goods' | 'max' | 'enabled') =>
              drawer.getByRole('checkbox', { name: slotFieldWords[locale][name], exact: true }).uncheck()
            for (const name of ['goods', 'max', 'enabled'] as const) await tick(name)
            await drawer.getByRole('textbox', { name: slotFieldWords[locale].price }).fill('1')
            await drawer
              .getByRole('button', { name: fill(goodsSlotWords[locale].save, { count: '3' }) })
              .click()
            await page.getByRole('dialog', { name: drasticWords[locale].askTitle }).waitFor()
          },
        },
      ],
    },
    saying('goods in no slot', `/goods/${unsold}/slots`, (locale) => goodsSlotWords[locale].noSlots),
    saying('slots of unknown goods', '/goods/999999/slots', (locale) => goodsSlotWords[locale].missing),
    {
      name: 'goods with a new price',
      seen: true,
      open: async (page, locale) => {
        await visit(page, '/goods')
        await page.getByRole('button', { name: `${uiWords[locale].edit}: ${title}`, exact: true }).waitFor()
      },
      further: [
        {
          name: 'asked for their slots',
          act: async (page, locale) => {
            await page.getByRole('button', { name: `${uiWords[locale].edit}: ${title}`, exact: true }).click()
            const drawer = page.getByRole('dialog')
            await field(drawer, goodsFieldWords[locale].price).fill('99999.98')
            await drawer.getByRole('button', { name: goodsWords[locale].saveGoods }).click()
            await page.getByRole('button', { name: goodsSlotWords[locale].applyNot }).waitFor()
            // The notice keeps the language in which the goods were saved.
            await notices(page).getByRole('button').last().click()
            await notices(page).getByText(goodsWords[locale].saved).waitFor({ state: 'hidden' })
          },
        },
      ],
    },
  ]
}

export const slotStates: FeatureStates = {
  name: 'slots',
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand)
    return [
      ...(await slotsOfGoods(stand)),
      ofDevice('slots', 'slots', (locale) => slotWords[locale].fillAll, [
        {
          name: 'choosing several',
          act: async (page, locale) => {
            await page.getByRole('button', { name: slotWords[locale].chooseSeveral }).click()
            await page.locator('.sw-slot').first().click()
          },
        },
        {
          name: 'editing several',
          act: async (page, locale) => {
            await page.getByRole('button', { name: slotWords[locale].editTogether }).click()
            const drawer = page.getByRole('dialog')
            await drawer.getByRole('checkbox').first().waitFor()
            for (const tick of await drawer.getByRole('checkbox').all()) await tick.check()
            await drawer
              .getByRole('button', { name: fill(slotFormWords[locale].saveSlots, { count: '1' }) })
              .click()
            await page.locator('[aria-invalid="true"]').first().waitFor()
          },
        },
      ]),
      again(
        ofDevice('one slot', 'slots', (locale) => slotWords[locale].fillAll, [
          {
            name: 'open',
            act: async (page) => {
              await page.locator('.sw-slot').first().click()
              await page.getByRole('dialog').waitFor()
            },
          },
        ]),
      ),
      again(
        ofDevice('filling', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('asked', (locale) => slotWords[locale].fillAll),
        ]),
      ),
      again(
        ofDevice('counts', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('compared', (locale) => slotWords[locale].compareCounts),
        ]),
      ),
      again(
        ofDevice('export of slots', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('open', (locale) => uiWords[locale].export),
        ]),
      ),
    ]
  },
}
