import type { Locator, Page } from '@playwright/test'
import { goodsFieldWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, addPicture, cardOf, giveFiles } from '../support/goods.ts'
import type { Merchant } from '../support/merchant.ts'
import { pngFile } from '../support/pictures.ts'
import { goodsWords } from '../support/words.ts'

const words = goodsWords['en-US']
const label = goodsFieldWords['en-US']

async function goodsWithPictures(merchant: Merchant, names: string[]): Promise<string> {
  const images: string[] = []
  for (const [n, name] of names.entries())
    images.push((await addPicture(merchant, name, { width: 60 + n })).img_id)
  return (await addGoods(merchant, 'Cola', { images })).goods_id
}

const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: words.editGoods })
const handleOf = (page: Page, name: string): Locator =>
  drawerOf(page).getByRole('button', { name: new RegExp(`^Move ${name},`) })
const order = (page: Page): Locator =>
  drawerOf(page).getByRole('group', { name: label.images }).getByRole('img')

async function saveAndReopen(page: Page, id: string): Promise<void> {
  await drawerOf(page).getByRole('button', { name: words.saveGoods }).click()
  await expect(drawerOf(page)).toBeHidden()
  await page.goto(`/goods?open=${id}`)
}

const namesOf = (pictures: Locator): Promise<string[]> =>
  pictures.evaluateAll((images) => images.map((image) => image.getAttribute('alt') ?? ''))

test('pictures are put in order by keyboard, and the first is the cover', async ({
  signedIn: page,
  merchant,
}) => {
  const id = await goodsWithPictures(merchant, ['Front', 'Back', 'Side'])
  await page.goto(`/goods?open=${id}`)
  await handleOf(page, 'Side').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(drawerOf(page).getByRole('status').first()).toHaveText('Side is now at place 2 of 3')
  await expect(handleOf(page, 'Side')).toBeFocused()
  await page.keyboard.press('Home')
  await expect.poll(() => namesOf(order(page))).toEqual(['Side', 'Front', 'Back'])
  await saveAndReopen(page, id)
  await expect.poll(() => namesOf(order(page))).toEqual(['Side', 'Front', 'Back'])
})

test('pictures are dragged into another order, and removed', async ({ signedIn: page, merchant }) => {
  const id = await goodsWithPictures(merchant, ['Front', 'Back', 'Side'])
  await page.goto(`/goods?open=${id}`)
  const place = async (name: string) => {
    const box = (await drawerOf(page).getByAltText(name, { exact: true }).boundingBox())!
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  await expect(order(page)).toHaveCount(3)
  const [from, to] = [await place('Front'), await place('Side')]
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => namesOf(order(page))).toEqual(['Back', 'Side', 'Front'])
  await drawerOf(page)
    .getByRole('button', { name: fill(words.removePicture, { name: 'Side' }) })
    .click()
  await saveAndReopen(page, id)
  await expect.poll(() => namesOf(order(page))).toEqual(['Back', 'Front'])
})

test('pictures dropped onto the form go to the gallery and to the goods', async ({ signedIn: page }) => {
  await page.goto('/goods?open=add')
  const drawer = page.getByRole('dialog', { name: words.addGoods })
  await field(drawer, label.goods_title).fill('Cola')
  await field(drawer, label.price).fill('3.5')
  await giveFiles(page, 'drop', [pngFile('front.png'), pngFile('back.png', { width: 100 })])
  await page
    .getByRole('dialog', { name: words.uploadPictures })
    .getByRole('button', { name: fill(words.addPictures, { count: '2' }) })
    .click()
  await expect(drawer.getByRole('img')).toHaveCount(2)
  await drawer.getByRole('button', { name: words.addGoods }).click()
  await expect(cardOf(page, 'Cola').getByRole('presentation')).toBeVisible()
  await page.goto('/goods?tab=pictures')
  await expect(cardOf(page, 'front')).toContainText(fill(words.usedBy, { count: '1' }))
})

test('goods have at most eight pictures', async ({ signedIn: page, merchant }) => {
  const names = Array.from({ length: 7 }, (_, n) => `Picture ${n + 1}`)
  const id = await goodsWithPictures(merchant, names)
  await addPicture(merchant, 'Eighth', { width: 31 })
  await addPicture(merchant, 'Ninth', { width: 32 })
  await page.goto(`/goods?open=${id}`)
  await drawerOf(page).getByRole('button', { name: words.fromGallery }).click()
  const gallery = page.getByRole('dialog', { name: words.fromGallery })
  await expect(gallery.getByRole('button', { name: 'Picture 7' })).toBeDisabled()
  await gallery.getByRole('button', { name: 'Eighth' }).click()
  await expect(gallery.getByRole('button', { name: 'Ninth' })).toBeDisabled()
  await gallery.getByRole('button', { name: fill(words.usePictures, { count: '1' }) }).click()
  await expect(order(page)).toHaveCount(8)
  await expect(drawerOf(page).getByRole('button', { name: words.fromGallery })).toBeDisabled()
  await expect(drawerOf(page).getByRole('button', { name: words.uploadPictures })).toBeDisabled()
})

test('pictures beyond the eighth go to the gallery only, and that is said before', async ({
  signedIn: page,
  merchant,
}) => {
  const names = Array.from({ length: 7 }, (_, n) => `Picture ${n + 1}`)
  const id = await goodsWithPictures(merchant, names)
  await page.goto(`/goods?open=${id}`)
  await expect(order(page)).toHaveCount(7)
  await expect(drawerOf(page)).toContainText(fill(words.roomLeft, { count: '1' }))
  await giveFiles(page, 'drop', [pngFile('eighth.png', { width: 33 }), pngFile('ninth.png', { width: 34 })])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await expect(dialog.getByRole('status').first()).toHaveText(fill(words.roomOver, { count: '1' }))
  await dialog.getByRole('button', { name: fill(words.addPictures, { count: '2' }) }).click()
  await expect(order(page)).toHaveCount(8)
  await expect(drawerOf(page).getByAltText('eighth')).toBeVisible()
  await giveFiles(page, 'drop', [pngFile('tenth.png', { width: 35 })])
  await expect(dialog.getByRole('status').first()).toHaveText(words.roomNone)
  await dialog.getByRole('button', { name: fill(words.addPictures, { count: '1' }) }).click()
  await expect(dialog).toBeHidden()
  await saveAndReopen(page, id)
  await expect(order(page)).toHaveCount(8)
  await page.goto('/goods?tab=pictures')
  for (const name of ['ninth', 'tenth']) await expect(cardOf(page, name)).toContainText(words.unused)
})
