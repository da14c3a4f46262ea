import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** WCAG 2.2 AA and the levels it includes; axe's other rules are advice. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The serious and critical findings of axe: rule, element, reason. Under a modal dialog the page itself is not checked
 * again, because users cannot reach it there; the walk has checked it before the dialog was opened.
 */
export async function seriousFaults(page: Page, rules?: string[]): Promise<string[]> {
  await emptyHiddenPictures(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const runOnly: axe.RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: standards }
  // Rules that hold are not collected element by element, which takes longer than the rules themselves.
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'], preload: false, iframes: false }
  const violations = await page.evaluate(async (how) => {
    const root = document.getElementById('root')
    const dialog = document.querySelector('[role=dialog][aria-modal=true]')
    const isCovered = root && dialog?.checkVisibility() && !root.contains(dialog)
    return (await window.axe.run({ exclude: isCovered ? [root] : [] }, how)).violations
  }, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * The picture beside the login form has hundreds of shapes that are hidden from screen readers, but that axe would
 * visit.
 */
async function emptyHiddenPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll('svg[aria-hidden="true"]')) picture.replaceChildren()
  })
}
