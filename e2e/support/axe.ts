import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 AA and what it builds on; the rest of axe is advice. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds serious or critical: the rule, the place, the reason. */
export async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  await emptyHiddenPictures(page)
  // Without frames there is no need for a second page to sum up in, which takes longer than the looking.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(standards)).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}

/** The one beside the login form has hundreds of shapes, about which nobody is told and which axe walks all the same. */
async function emptyHiddenPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll('svg[aria-hidden="true"]')) picture.replaceChildren()
  })
}
