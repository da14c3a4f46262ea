import { regionFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { regionWords, shellWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']

test('leaving with unsaved changes asks, whichever way one leaves', async ({ signedIn: page }) => {
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: shellWords['en-US'].region }).click()
  await page.getByRole('button', { name: words.addArea }).first().click()
  const drawer = page.getByRole('dialog', { name: words.addArea })
  const name = field(drawer, regionFieldWords['en-US'].area_name)
  await name.fill('Half typed')
  const question = page.getByRole('dialog', { name: ui.unsavedTitle })

  await drawer.getByRole('button', { name: ui.cancel }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: ui.keepEditing }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Half typed')

  await page.goBack()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: ui.keepEditing }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Half typed')

  // A question that is fading out still takes the Escape.
  await expect(page.getByRole('dialog', { name: ui.unsavedTitle, includeHidden: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: ui.discard }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/region')
})

test('a form that was not touched closes without a question', async ({ signedIn: page }) => {
  await page.goto('/region')
  await page.getByRole('button', { name: words.addArea }).first().click()
  const drawer = page.getByRole('dialog', { name: words.addArea })
  const name = field(drawer, regionFieldWords['en-US'].area_name)
  await name.fill('typed')
  await name.fill('')
  await drawer.getByRole('button', { name: ui.cancel }).click()
  await expect(drawer).toBeHidden()
})

test('closing the tab over unsaved changes asks', async ({ signedIn: page }) => {
  await page.goto('/region?open=add')
  const drawer = page.getByRole('dialog', { name: words.addArea })
  await field(drawer, regionFieldWords['en-US'].area_name).pressSequentially('typed')
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closed
})
