import { fill } from '@slotwise/contract'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addArea, addAreas, rowNames, rowOf } from '../support/regions.ts'
import { regionWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']

test('ten rows make a page; the page is in the address and survives reload and back', async ({
  signedIn: page,
  merchant,
}) => {
  await addAreas(merchant, 12)
  await page.goto('/region')
  await expect(rowNames(page)).toHaveCount(10)
  await expect(page.getByText(fill(ui.total, { count: '12' }))).toBeVisible()
  await page.getByTitle('2', { exact: true }).click()
  await expect(rowNames(page)).toHaveCount(2)
  await expect(page).toHaveURL('/region?page=2')
  const onSecond = await rowNames(page).allTextContents()
  await page.reload()
  await expect(rowNames(page)).toHaveText(onSecond)
  await page.goBack()
  await expect(page).toHaveURL('/region')
  await expect(rowNames(page)).toHaveCount(10)
  await page.goForward()
  await expect(rowNames(page)).toHaveText(onSecond)
})

test('searching narrows the list as one types, starts at page 1 and survives reload', async ({
  signedIn: page,
  merchant,
}) => {
  await addAreas(merchant, 11)
  await addArea(merchant, 'Harbour', { area_address: 'Quay 7' })
  await page.goto('/region?page=2')
  const search = page.getByRole('searchbox', { name: words.searchAreas })
  await search.fill('quay')
  await expect(rowNames(page)).toHaveText(['Harbour'])
  await expect(page).toHaveURL('/region?q=quay')
  await page.reload()
  await expect(search).toHaveValue('quay')
  await expect(rowNames(page)).toHaveText(['Harbour'])
  await page.getByRole('button', { name: ui.resetFilters }).click()
  await expect(search).toHaveValue('')
  await expect(rowNames(page)).toHaveCount(10)
})

test('an open form is in the address: reload keeps it, back closes it', async ({
  signedIn: page,
  merchant,
}) => {
  const area = await addArea(merchant, 'Harbour')
  await page.goto('/region')
  await page.getByRole('button', { name: 'Harbour', exact: true }).click()
  await expect(page).toHaveURL(`/region?open=${area._id}`)
  const drawer = page.getByRole('dialog', { name: words.editArea })
  await expect(drawer).toBeVisible()
  await page.reload()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(rowOf(page, 'Harbour')).toBeVisible()
})

test('a link opens a record that stands on another page', async ({ signedIn: page, merchant }) => {
  const first = await addArea(merchant, 'Harbour')
  await addAreas(merchant, 10)
  for (const query of ['', 'page=2&', 'q=Area&']) {
    await page.goto(`/region?${query}open=${first._id}`)
    const drawer = page.getByRole('dialog', { name: words.editArea })
    await expect(drawer.getByLabel('Area name')).toHaveValue('Harbour')
  }
})

test('a link to a record that is gone says so and closes the form', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  for (const id of ['999999', 'never-an-id']) {
    await page.goto(`/region?open=${id}`)
    await expect(notices(page)).toContainText('This record does not exist or has been deleted')
    await expect(page).toHaveURL('/region')
  }
})

test('deleting the last row of the last page steps back to the page before', async ({
  signedIn: page,
  merchant,
}) => {
  await addAreas(merchant, 11)
  await page.goto('/region?page=2')
  await expect(rowNames(page)).toHaveCount(1)
  const [name = ''] = await rowNames(page).allTextContents()
  await page.getByRole('button', { name: `${ui.delete}: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.deleteArea }).click()
  await expect(rowNames(page)).toHaveCount(10)
  await expect(page).toHaveURL('/region')
})

test('columns can be hidden, which this device remembers', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour', { remarks: 'Two markets' })
  await page.goto('/region')
  await expect(rowOf(page, 'Harbour')).toContainText('Two markets')
  await page.getByRole('button', { name: ui.columns }).click()
  await page.getByRole('checkbox', { name: 'Remarks' }).uncheck()
  await expect(rowOf(page, 'Harbour')).not.toContainText('Two markets')
  await page.reload()
  await expect(rowOf(page, 'Harbour')).not.toContainText('Two markets')
})
