import type { Locator, Page } from '@playwright/test'
import { errorText, fill, mediaCalls } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { addGoods, addPicture, cardOf } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'
import { goodsWords, uiWords } from '../support/words.ts'

const words = goodsWords['en-US']
const ui = uiWords['en-US']

/** Opens the crop dialog for a picture of the gallery, and makes the crop a square. */
async function cropOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `${words.crop}: ${name}` }).click()
  const crop = page.getByRole('dialog', { name: fill(words.cropTitle, { name }) })
  await crop.getByRole('radio', { name: words.cropSquare }).check()
  return crop
}

test('cropping that is cancelled while it is saved changes nothing, and disturbs no other', async ({
  signedIn: page,
  merchant,
}) => {
  await addPicture(merchant, 'Can')
  await addPicture(merchant, 'Bottle', { width: 500 })
  await page.goto('/goods?tab=pictures')
  const edits: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(mediaCalls.editImg.path)) edits.push(request.postDataJSON())
  })
  const held = Promise.withResolvers<void>()
  await page.route(
    `**${mediaCalls.uploadImg.path}`,
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  const can = await cropOf(page, 'Can')
  const sent = page.waitForRequest(`**${mediaCalls.uploadImg.path}`)
  await can.getByRole('button', { name: words.saveCrop }).click()
  await sent
  await can.getByRole('button', { name: ui.cancel, exact: true }).click()
  await expect(can).toBeHidden()

  const bottle = await cropOf(page, 'Bottle')
  held.resolve()
  await bottle.getByRole('button', { name: words.saveCrop }).click()
  await expect(bottle).toBeHidden()
  await expect(cardOf(page, 'Bottle')).toContainText('300 × 300')
  await page.reload()
  await expect(cardOf(page, 'Can')).toContainText('400 × 300')
  expect(edits).toEqual([expect.objectContaining({ name: 'Bottle' })])
})

test('a picture is cropped from its stored version, not from a smaller one', async ({
  signedIn: page,
  merchant,
}) => {
  await addPicture(merchant, 'Poster', { width: 1900, height: 1600 })
  await page.goto('/goods?tab=pictures')
  const crop = await cropOf(page, 'Poster')
  await expect(crop.getByRole('status')).toHaveText('1600 × 1600')
  await crop.getByRole('button', { name: words.saveCrop }).click()
  await expect(notices(page)).toContainText(words.pictureCropped)
  await expect(cardOf(page, 'Poster')).toContainText('1600 × 1600')
})

test('before a picture of goods is cropped it is said how many show it, and afterwards it can be undone', async ({
  signedIn: page,
  merchant,
}) => {
  const can = await addPicture(merchant, 'Can')
  await addGoods(merchant, 'Cola', { images: [can.img_id] })
  await addGoods(merchant, 'Cola light', { images: [can.img_id] })
  await page.goto('/goods?tab=pictures')
  await page.getByRole('button', { name: `${words.crop}: Can` }).click()
  const crop = page.getByRole('dialog', { name: fill(words.cropTitle, { name: 'Can' }) })
  await expect(crop).toContainText(fill(words.cropShownBy, { count: '2' }))
  // Nothing is cut off yet.
  await expect(crop.getByRole('status')).toHaveText('400 × 300')
  await expect(crop.getByRole('button', { name: words.saveCrop })).toBeDisabled()
  await crop.getByRole('radio', { name: words.cropSquare }).check()
  await crop.getByRole('button', { name: words.saveCrop }).click()
  await expect(cardOf(page, 'Can')).toContainText('300 × 300')
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(cardOf(page, 'Can')).toContainText('400 × 300')
  await expect(cardOf(page, 'Can').getByRole('presentation')).toHaveAttribute('src', new RegExp(can.file))
})

test('a picture that another user has replaced meanwhile is not overwritten', async ({
  signedIn: page,
  merchant,
}) => {
  const can = await addPicture(merchant, 'Can')
  const other = await addPicture(merchant, 'Other can', { width: 500 })
  await page.goto('/goods?tab=pictures')
  const crop = await cropOf(page, 'Can')
  const { img_id, rev, name } = can
  await callServer(mediaCalls.editImg, { img_id, rev, name, file: other.file }, merchant.caller)
  await crop.getByRole('button', { name: words.saveCrop }).click()
  await expect(crop.getByRole('alert')).toHaveText(errorText('en-US', 'changedMeanwhile'))
  await crop.getByRole('button', { name: ui.cancel, exact: true }).click()
  await page.reload()
  await expect(cardOf(page, 'Can')).toContainText('500 × 300')
})
