import { addDays, dayOf, dayRange, siteFieldWords } from '@slotwise/contract'

import { sellDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'
import { rows } from '../support/sales.ts'
import { monthWords, siteWords, uiWords } from '../support/words.ts'

const words = siteWords['en-US']
const label = siteFieldWords['en-US']
const months = monthWords['en-US']
const ui = uiWords['en-US']

/** How many pages a PDF has. */
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('a merchant finds what a site gets for last month, and prints it on one sheet', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const today = dayOf(new Date(), 480)
  const last = dayRange('lastMonth', today)
  const north = await addArea(merchant, 'North')
  const harbour = await addStore(merchant, 'Harbour', {
    area: north._id,
    coo_share: 12.5,
    coo_rent: 60_000,
    coo_start_date: addDays(last.from, -40),
  })
  await addStore(merchant, 'Airport', { coo_rent: 90_000, coo_start_date: addDays(last.from, -40) })
  await addStore(merchant, 'Campus')
  const [lobby] = await machines.give(merchant, { title: 'Lobby', storeId: harbour._id })
  // The last day of last month, and today.
  const daysAgo = Number(today.slice(8))
  await sellDirectly(merchant.session.token, lobby!.sn, [
    { client: 'coin', total_price: 1_004, daysAgo },
    { client: 'ezcard', total_price: 5_000, status: 10, refunded: 2_000, daysAgo },
    { client: 'coin', total_price: 700 },
  ])

  await page.goto('/site')
  const month = last.from.slice(0, 7)
  await expect(page.getByRole('textbox', { name: months.month })).toHaveValue(month)
  await expect(rows(page)).toHaveCount(2)
  // 12.5 % of 40.04 is 5.005, and 600.00 of rent.
  await expect(rows(page).filter({ hasText: 'Harbour' })).toContainText('605.01')
  await expect(rowOf(page, label.total)).toContainText('1,505.01')
  await page.goto(`/site?area=${north._id}`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().getByRole('link', { name: 'Harbour' }).click()
  await expect(page).toHaveURL(`/site/${harbour._id}?month=${month}`)
  const due = page.getByRole('region', { name: words.calculation })
  await expect(due.getByRole('row')).toContainText(['60.04', '-20.00', '40.04', '5.01', '600.00', '605.01'])
  const paid = page.getByRole('region', { name: words.byClient })
  await expect(paid.getByRole('row')).toHaveCount(3)
  const days = page.getByRole('region', { name: words.byDay }).locator('tbody').getByRole('row')
  await expect(days).toHaveCount(Number(last.to.slice(8)))
  await expect(days.last()).toContainText('60.04')

  const asked = page.waitForRequest(/exportSites$/)
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  expect((await asked).postDataJSON()).toEqual({ condition: { month, store: harbour._id }, format: 'xlsx' })

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: words.print })).toBeHidden()
  expect(pagesIn(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: months.after }).click()
  await expect(page).toHaveURL(`/site/${harbour._id}?month=${today.slice(0, 7)}`)
  await expect(due.getByRole('row').first()).toContainText('7.00')
  await expect(page.getByRole('button', { name: months.after })).toBeDisabled()
  // The list is as it was left.
  await page.getByRole('link', { name: words.backToList }).click()
  await expect(page).toHaveURL(`/site?area=${north._id}`)
  await expect(rows(page)).toHaveCount(1)
})
