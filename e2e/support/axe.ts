import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails on what axe finds serious or critical, and says the rule and the place. */
export async function expectNoSeriousAxe(page: Page, name = page.url(), rules?: string[]): Promise<void> {
  await emptyHiddenPictures(page)
  // Without frames there is no need for a second page to sum up in, which takes longer than the looking.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
  expect.soft(serious, `axe on ${name}`).toEqual([])
}

/** The one beside the login form has hundreds of shapes, about which nobody is told and which axe walks all the same. */
async function emptyHiddenPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll('svg[aria-hidden="true"]')) picture.replaceChildren()
  })
}
