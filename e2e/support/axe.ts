import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds serious or critical: the rule and where. */
export async function expectNoSeriousAxe(page: Page, name = page.url()): Promise<void> {
  // The picture beside the login form: hundreds of shapes that nobody is told about.
  const { violations } = await new AxeBuilder({ page }).exclude('svg[aria-hidden="true"]').analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
  expect.soft(serious, `axe on ${name}`).toEqual([])
}
