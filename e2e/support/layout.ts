import type { Page } from '@playwright/test'

/** What makes the page wider than its window; nothing when it fits. */
export async function overflowOf(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  return page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map(({ tagName, className, textContent }) => `${tagName}.${className} "${(textContent ?? '').slice(0, 40)}"`)
    return [`${document.documentElement.scrollWidth} px of ${width}`, ...wide.slice(0, 5)]
  }, width)
}
