import type { Locator } from '@playwright/test'
import { errorText, mediaFieldWords, fill, mediaCalls } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, addPicture, cardNames, cardOf, giveFiles } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { makePng, pngFile } from '../support/pictures.ts'
import { goodsWords, uiWords } from '../support/words.ts'

const words = goodsWords['en-US']
const ui = uiWords['en-US']
const label = mediaFieldWords['en-US']
const addLabel = (count: number): string => fill(words.addPictures, { count })

test('several pictures are uploaded at once, each with a name and an answer of its own', async ({
  signedIn: page,
}) => {
  await page.goto('/goods?tab=pictures')
  await expect(page.getByText(words.noPictures)).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: words.uploadPictures }).first().click()
  await (
    await chooser
  ).setFiles([
    pngFile('cola_front.png'),
    pngFile('water.png', { width: 200, height: 200 }),
    { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') },
  ])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  const rows = dialog.getByRole('list', { name: words.uploads }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText('Uploaded')
  await expect(rows.nth(1)).toContainText('Uploaded')
  await expect(rows.nth(2).getByRole('alert')).toHaveText(words.onlyPictures)
  await expect(rows.nth(3).getByRole('alert')).toHaveText(errorText('en-US', 'badPicture'))
  // A file that is no picture can only be removed.
  for (const wrong of [2, 3]) await expect(rows.nth(wrong).getByRole('button')).toHaveCount(1)
  await expect(field(rows.nth(0), label.image_name)).toHaveValue('cola front')
  // Without all names nothing is added yet, and the first field that lacks one gets the focus.
  await field(rows.nth(1), label.image_name).fill('')
  await field(rows.nth(0), label.image_name).press('Enter')
  await expect(field(rows.nth(1), label.image_name)).toBeFocused()
  await expect(field(rows.nth(1), label.image_name)).toHaveAccessibleDescription('Required')
  await expect(rows).toHaveCount(4)
  await field(rows.nth(1), label.image_name).fill('Water')
  await field(rows.nth(1), label.image_name).press('Enter')
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: fill(words.leaveOut, { name: 'manual' }) }).click()
  await dialog.getByRole('button', { name: fill(words.leaveOut, { name: 'broken' }) }).click()
  await dialog.getByRole('button', { name: ui.cancel, exact: true }).click()
  await expect(cardNames(page)).toHaveText(['Water', 'cola front'])
  await expect(cardOf(page, 'cola front')).toContainText('400 × 300')
})

test('a picture over 4 MB is not sent, and can be made smaller', async ({ signedIn: page }) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  const large = {
    ...pngFile('poster.png'),
    buffer: Buffer.concat([makePng(), Buffer.alloc(4 * 1024 * 1024)]),
  }
  await giveFiles(page, 'drop', [large])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await expect(dialog.getByRole('alert')).toContainText('at most 4 MB')
  await expect(dialog.getByRole('button', { name: addLabel(0) })).toBeDisabled()
  await dialog.getByRole('button', { name: words.shrink }).click()
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(notices(page)).toContainText(fill(words.picturesAdded, { count: '1' }))
  await expect(cardOf(page, 'poster')).toContainText('400 × 300')
})

test('a picture that the server refuses but the browser can show is drawn anew', async ({
  signedIn: page,
}) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  // Phones append a video to a photo in this way.
  const motion = { ...pngFile('motion.png'), buffer: Buffer.concat([makePng(), Buffer.alloc(5_000, 7)]) }
  await giveFiles(page, 'drop', [motion])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await expect(dialog.getByRole('alert')).toHaveText(errorText('en-US', 'badPicture'))
  await expect(dialog.getByRole('button', { name: ui.retry })).toHaveCount(0)
  await dialog.getByRole('button', { name: words.shrink }).click()
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(cardOf(page, 'motion')).toContainText('400 × 300')
})

test('pictures are dropped and pasted, also while the dialog is open', async ({ signedIn: page }) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  await giveFiles(page, 'drop', [pngFile('dropped.png')])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await giveFiles(page, 'paste', [pngFile('image.png', { width: 120 })])
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('textbox').last()).toHaveValue(words.unnamedPicture)
  await dialog.getByRole('button', { name: addLabel(2) }).click()
  await expect(dialog).toBeHidden()
  await expect(cardNames(page)).toHaveText([words.unnamedPicture, 'dropped'])
})

test('cells copied from a sheet are pasted into a field as text, not as the picture that comes with them', async ({
  signedIn: page,
}) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  const cell = pngFile('image.png').buffer.toString('base64')
  // True when the page took the paste, false when it is left to the browser.
  const paste = (into: Locator): Promise<boolean> =>
    into.evaluate((element, bytes) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Cola')
      const content = Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0)
      data.items.add(new File([content], 'image.png', { type: 'image/png' }))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      return !element.dispatchEvent(event)
    }, cell)
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  expect(await paste(page.getByRole('searchbox'))).toBe(false)
  await expect(dialog).toBeHidden()
  // Outside of text fields the picture is pasted.
  expect(await paste(page.locator('body'))).toBe(true)
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  expect(await paste(dialog.getByRole('textbox'))).toBe(false)
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
})

test('pictures that are given while others are saved wait for their turn', async ({ signedIn: page }) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(
    `**${mediaCalls.editImg.path}`,
    async (route) => {
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  await giveFiles(page, 'drop', [pngFile('cola.png')])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(dialog.getByRole('textbox')).toBeDisabled()
  await expect(dialog.getByRole('button', { name: ui.cancel, exact: true })).toBeDisabled()
  await giveFiles(page, 'drop', [pngFile('water.png', { width: 200 })])
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  held.resolve()
  await expect(notices(page)).toContainText(fill(words.picturesAdded, { count: '1' }))
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await dialog.getByRole('textbox').fill('Water')
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(dialog).toBeHidden()
  await expect(cardNames(page)).toHaveText(['Water', 'cola'])
})

test('a picture that the server is too busy to draw comes a little later', async ({
  signedIn: page,
  merchant,
  watch,
}) => {
  watch.expect(/\/img\//)
  await addPicture(merchant, 'Can')
  await page.route('**/img/*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.goto('/goods?tab=pictures')
  await refused
  await expect(cardOf(page, 'Can').getByRole('presentation')).toHaveJSProperty('naturalWidth', 400)
})

test('an upload that fails is tried again, one under way is taken back', async ({
  signedIn: page,
  watch,
}) => {
  watch.expect(/uploadImg/)
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  const path = `**${mediaCalls.uploadImg.path}`
  await page.route(path, (route) => route.abort('connectionfailed'))
  await giveFiles(page, 'drop', [pngFile('cola.png')])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await expect(dialog.getByRole('alert')).toHaveText('Request timeout, please retry')
  await page.unroute(path)
  await dialog.getByRole('button', { name: ui.retry }).click()
  await expect(dialog).toContainText('Uploaded')

  await page.route(path, () => undefined)
  await giveFiles(page, 'drop', [pngFile('water.png')])
  await expect(dialog.getByRole('button', { name: addLabel(1) })).toBeDisabled()
  await dialog.getByRole('button', { name: fill(words.cancelUpload, { name: 'water' }) }).click()
  await expect(dialog.getByRole('textbox')).toHaveCount(1)
  await page.unroute(path)
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(cardNames(page)).toHaveText(['cola'])
})

test('the dialog asks before it drops uploaded pictures', async ({ signedIn: page }) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  await giveFiles(page, 'drop', [pngFile('cola.png')])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await dialog.getByRole('button', { name: ui.cancel, exact: true }).click()
  const question = page.getByRole('dialog', { name: ui.unsavedTitle })
  await question.getByRole('button', { name: ui.keepEditing }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('cola')
  await dialog.getByRole('button', { name: ui.cancel, exact: true }).click()
  await question.getByRole('button', { name: ui.discard }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(words.noPictures)).toBeVisible()
})

test('a picture is cropped before it is saved', async ({ signedIn: page }) => {
  await page.goto('/goods?tab=pictures')
  await page.getByText(words.noPictures).waitFor()
  await giveFiles(page, 'drop', [pngFile('cola.png')])
  const dialog = page.getByRole('dialog', { name: words.uploadPictures })
  await dialog.getByRole('button', { name: `${words.crop}: cola` }).click()
  const crop = page.getByRole('dialog', { name: fill(words.cropTitle, { name: 'cola' }) })
  await crop.getByRole('radio', { name: words.cropSquare }).check()
  await expect(crop.getByRole('status')).toHaveText('300 × 300')
  // Until the cropped picture is uploaded, the button may turn off between the look at it and the click.
  const uploaded = page.waitForResponse(`**${mediaCalls.uploadImg.path}`)
  await crop.getByRole('button', { name: words.useCrop }).click()
  await uploaded
  await expect(crop).toBeHidden()
  await dialog.getByRole('button', { name: addLabel(1) }).click()
  await expect(cardOf(page, 'cola')).toContainText('300 × 300')
})

test('a picture of the gallery is cropped by keyboard and by mouse, and its goods show the new one', async ({
  signedIn: page,
  merchant,
}) => {
  const picture = await addPicture(merchant, 'Can')
  await addGoods(merchant, 'Cola', { images: [picture.img_id] })
  await page.goto('/goods?tab=pictures')
  await page.getByRole('button', { name: `${words.crop}: Can` }).click()
  const crop = page.getByRole('dialog', { name: fill(words.cropTitle, { name: 'Can' }) })
  const area = crop.getByRole('button', { name: words.cropArea })
  const size = crop.getByRole('status')
  await expect(size).toHaveText('400 × 300')
  await crop.getByRole('radio', { name: words.cropLandscape }).check()
  await area.focus()
  await area.press('Shift+ArrowLeft')
  await expect(size).not.toHaveText('400 × 300')
  await area.press('ArrowRight')
  await crop.getByRole('slider', { name: words.zoom }).press('End')
  await expect(size).toHaveText('80 × 60')
  await crop.getByRole('radio', { name: words.cropFree }).check()
  const box = (await area.boundingBox())!
  await page.mouse.move(box.x + box.width - 2, box.y + box.height - 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2, { steps: 4 })
  await page.mouse.up()
  await expect(size).toHaveText(/^20\d × 300$/)
  await crop.getByRole('button', { name: words.saveCrop }).click()
  await expect(cardOf(page, 'Can')).toContainText(/20\d × 300/)
  await page.goto('/goods')
  await expect(cardOf(page, 'Cola').getByRole('presentation')).not.toHaveAttribute(
    'src',
    new RegExp(picture.file),
  )
})

test('a picture is renamed; one in use is not deleted, one that is not is, and comes back', async ({
  signedIn: page,
  merchant,
}) => {
  const can = await addPicture(merchant, 'Can')
  await addPicture(merchant, 'Botle', { width: 90 })
  await addGoods(merchant, 'Cola', { images: [can.img_id] })
  await page.goto('/goods?tab=pictures')
  await page.getByRole('button', { name: 'Botle', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: words.editPicture })
  await field(drawer, label.image_name).fill('Bottle')
  await field(drawer, label.image_name).press('Enter')
  await expect(cardNames(page)).toHaveText(['Bottle', 'Can'])

  await page.getByRole('button', { name: `${ui.delete}: Can` }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: words.deletePicture }).click()
  await expect(question.getByRole('alert')).toContainText('Cola')
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.getByRole('checkbox', { name: words.onlyUnused }).click()
  await expect(cardNames(page)).toHaveText(['Bottle'])
  await expect(page).toHaveURL('/goods?tab=pictures&unused=true')
  await page.getByRole('button', { name: `${ui.delete}: Bottle` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.deletePicture }).click()
  await expect(page.getByText(ui.noMatch)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(cardNames(page)).toHaveText(['Bottle'])
})

test('four pictures make a page, and are searched by name', async ({ signedIn: page, merchant }) => {
  for (let n = 1; n <= 5; n += 1) await addPicture(merchant, `Picture ${n}`, { width: 50 + n })
  await page.goto('/goods?tab=pictures')
  await expect(cardNames(page)).toHaveCount(4)
  await page.getByTitle('2', { exact: true }).click()
  await expect(cardNames(page)).toHaveText(['Picture 1'])
  await page.getByRole('searchbox', { name: words.searchPictures }).fill('ture 3')
  await expect(cardNames(page)).toHaveText(['Picture 3'])
})
