import { expect, test } from '../support/fixtures.ts'
import { addAreas, rowNames } from '../support/regions.ts'
import { regionWords, searchWords, shortcutWords } from '../support/words.ts'

const words = shortcutWords['en-US']
const region = regionWords['en-US']

test('keys jump to pages, search the list, walk the rows and add a record, but not while typing', async ({
  signedIn: page,
  merchant,
}) => {
  await addAreas(merchant, 3)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/region')
  await expect(rowNames(page)).toHaveCount(3)

  const opener = (n: number) => rowNames(page).nth(n).getByRole('button')
  await page.keyboard.press('j')
  await expect(opener(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(opener(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: region.editArea })
  await expect(form).toBeVisible()
  // Keys do not reach the page below a dialog.
  await form.getByRole('button').first().focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: words.title })).toBeHidden()
  await page.goBack()
  await expect(form).toBeHidden()

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: region.searchAreas })
  await expect(search).toBeFocused()
  await page.keyboard.type('n?g')
  await expect(search).toHaveValue('n?g')
  await search.fill('')
  await search.blur()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: region.addArea })).toBeVisible()
})

test('? lists the keys, and they can be turned off for this browser', async ({ signedIn: page }) => {
  await page.goto('/region')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: words.title })
  await expect(list).toContainText(words.jumps)
  await list.getByRole('checkbox', { name: words.on }).uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  // Ctrl+K still works, and its action leads to the list again.
  await page.keyboard.press('Control+k')
  await expect(list).toBeHidden()
  await page.getByRole('combobox', { name: searchWords['en-US'].title }).fill('shortcuts')
  await page.getByRole('option', { name: searchWords['en-US'].shortcuts }).click()
  await list.getByRole('checkbox', { name: words.on }).check()
  await page.keyboard.press('Escape')
  // While the list closes it still takes the keys.
  await expect(list).toBeHidden()
  await page.keyboard.press('?')
  await expect(list).toBeVisible()
})
