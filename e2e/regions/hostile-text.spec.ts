import { regionFieldWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addArea, addStore, rowNames } from '../support/regions.ts'
import { regionWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']
const label = regionFieldWords['en-US']

const hostile = [
  '<img src=x onerror="document.title=1">',
  '"><script>document.title = 2</script>',
  "Robert'); DROP TABLE area;--",
  '=HYPERLINK("http://example.com";"click")',
  '{{7*7}} ${7*7} %s {name}',
  '🎰 ﷽ zero\u200bwidth नमस्ते العربية',
]

test('markup, SQL and formulas typed into a form are shown as they were typed', async ({
  signedIn: page,
}) => {
  await page.goto('/region?open=add')
  const drawer = page.getByRole('dialog', { name: words.addArea })
  const [markup = '', script = '', sql = ''] = hostile
  await field(drawer, label.area_name).fill(markup)
  await field(drawer, label.area_address).fill(script)
  await field(drawer, label.remarks).fill(sql)
  await drawer.getByRole('button', { name: words.addArea }).click()
  await expect(notices(page)).toContainText(words.areaAdded)
  await expect(drawer).toBeHidden()
  for (const text of [markup, script, sql]) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await page.reload()
  for (const text of [markup, script, sql]) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/Slotwise$/)
})

test('names of areas and stores are text wherever they appear', async ({ signedIn: page, merchant }) => {
  for (const text of hostile) {
    const area = await addArea(merchant, text)
    await addStore(merchant, text, { area: area._id, manager: text, store_address: text })
  }
  await page.goto('/region')
  await expect(rowNames(page)).toHaveCount(hostile.length)
  const shown = await rowNames(page).allTextContents()
  expect(shown.toSorted()).toEqual(hostile.toSorted())

  const [markup = ''] = hostile
  await page.getByRole('button', { name: `${ui.delete}: ${markup}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(fill(words.deleteAreaTitle, { name: markup }))
  await question.getByRole('button', { name: words.deleteArea }).click()
  await expect(question.getByRole('alert')).toContainText(markup)

  await page.goto('/region?tab=stores')
  await expect(rowNames(page)).toHaveCount(hostile.length)
  await expect(page).toHaveTitle(/Slotwise$/)
  await page.goto(`/region?q=${encodeURIComponent(markup)}`)
  await expect(rowNames(page)).toHaveText([markup])
})

test('hostile addresses are passed over', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  for (const query of [
    'page=-1&size=abc',
    'page=1e9&size=0',
    `q=${'x'.repeat(500)}`,
    'area=1;drop&tab=stores',
  ])
    await page.goto(`/region?${query}`)
  await page.goto('/region?page=%00&open=%3Cscript%3E')
  await expect(page.getByRole('rowheader', { name: 'Harbour' })).toBeVisible()
})
