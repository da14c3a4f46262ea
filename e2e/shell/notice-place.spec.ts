import type { Locator } from '@playwright/test'

import { regionWords } from '../../apps/web/src/features/regions/messages/messages.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']

/** A pointer that aims at any of these meets nothing else; nobody clicks. */
async function canBeHit(...buttons: Locator[]): Promise<void> {
  for (const button of buttons) await button.click({ trial: true, timeout: 10_000 })
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
