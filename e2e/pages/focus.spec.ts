import type { Locator, Page } from '@playwright/test'
import { regionFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { regionWords } from '../support/words.ts'

const words = regionWords['en-US']
const label = regionFieldWords['en-US']

/** The ring around the focused element: its thickness, and its contrast to the background. */
const ringOf = (page: Page): Promise<{ thickness: number; contrast: number } | undefined> =>
  page.evaluate(() => {
    const numbers = (text: string): number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number)
    const brightness = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = numbers(color)
        .slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

    for (let box = document.activeElement; box; box = box.parentElement) {
      const { boxShadow, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(box)
      if (boxShadow === 'none') continue
      const color = boxShadow.slice(0, boxShadow.indexOf(')') + 1)
      const spread = numbers(boxShadow.slice(color.length))[3] ?? 0
      const border = borderTopColor === color ? parseFloat(borderTopWidth) : 0
      return {
        thickness: spread + border,
        contrast: contrast(brightness(color), brightness(backgroundColor)),
      }
    }
    return undefined
  })

async function expectRing(page: Page, control: Locator): Promise<void> {
  await control.focus()
  await expect.poll(async () => (await ringOf(page))?.thickness).toBeGreaterThanOrEqual(2)
  await expect.poll(async () => (await ringOf(page))?.contrast).toBeGreaterThanOrEqual(3)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a ring shows which field has the focus, also one that is wrong, when it is ${colorScheme}`, async ({
    signedIn: page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/region?tab=stores')
    await expectRing(page, page.getByRole('searchbox', { name: words.searchStores }))
    await page.goto('/region?tab=stores&open=add')
    const drawer = page.getByRole('dialog', { name: words.addStore })
    for (const name of [label.store_address, label.mode, label.coo_start_date, label.store_name])
      await expectRing(page, field(drawer, name))
    await drawer.getByRole('button', { name: words.addStore }).click()
    await expect(field(drawer, label.store_name)).toHaveAttribute('aria-invalid', 'true')
    await expectRing(page, field(drawer, label.store_name))
  })
}
