import type { Locator } from '@playwright/test'
import { fill } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { rows, sell, seller } from '../support/sales.ts'
import { billWords, regionWords, shellWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']

/** Checks by a trial click that nothing covers the buttons. */
async function canBeHit(...buttons: Locator[]): Promise<void> {
  for (const button of buttons) await button.click({ trial: true, timeout: 60_000 })
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the notice of an export leaves the buttons of a drawer and of a dialog free', async ({
      signedIn: page,
      merchant,
    }) => {
      await addStore(merchant, 'Quay 7')
      await page.goto('/region?tab=stores')
      await expect(page.getByText('Quay 7')).toBeVisible()
      await page.getByRole('button', { name: ui.export, exact: true }).click()
      await page.getByRole('button', { name: words.addStore }).click()
      const drawer = page.getByRole('dialog', { name: words.addStore })
      const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
      await expect(drawer).toBeVisible()
      await expect(ready).toBeVisible()
      await canBeHit(
        drawer.getByRole('button', { name: words.addStore }),
        drawer.getByRole('button', { name: ui.cancel }),
        ready.getByRole('button', { name: ui.download }),
      )

      await drawer.getByRole('button', { name: ui.cancel }).click()
      await expect(drawer).toHaveCount(0)
      await page.getByRole('button', { name: `${ui.delete}: Quay 7` }).click()
      const dialog = page.getByRole('dialog')
      await expect(ready).toBeVisible()
      await canBeHit(
        dialog.getByRole('button', { name: words.deleteStore }),
        dialog.getByRole('button', { name: ui.cancel }),
        ready.getByRole('button', { name: ui.download }),
      )
    })
  })

test('on paper no notice covers a header', async ({ signedIn: page, merchant, machines, context }) => {
  const machine = await seller(merchant, machines)
  await sell(machine)
  await page.goto('/buyOrder')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  await sell(machine)
  const news = page.getByRole('button', { name: fill(billWords['en-US'].news, { count: 1 }) })
  await expect(news).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(shellWords['en-US'].offline)).toBeVisible()
  // Its notice stays while the focus is on it.
  await page.getByRole('button', { name: ui.download, exact: true }).focus()

  // The width of A4.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  const printed = await page
    .locator('.sw-news-bar, .sw-toast, .sw-banners')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ className }) => className))
  expect(printed).toEqual([])
  await expect(page.getByRole('columnheader')).not.toHaveCount(0)
  await canBeHit(
    page.getByRole('heading', { level: 1 }),
    ...(await page.getByRole('columnheader').filter({ visible: true }).all()),
  )
})
