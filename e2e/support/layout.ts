import type { Page } from '@playwright/test'

/** What makes the page wider than its window; nothing when it fits. */
export async function overflowOf(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  // A page that has just been resized gets a moment to settle.
  const fits = (width: number): boolean => document.documentElement.scrollWidth <= width
  await page.waitForFunction(fits, width, { timeout: 10_000 }).catch(() => undefined)
  return page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map(
        ({ tagName, className, textContent }) =>
          `${tagName}.${className} "${(textContent ?? '').slice(0, 40)}"`,
      )
    return [`${document.documentElement.scrollWidth} px of ${width}`, ...wide.slice(0, 5)]
  }, width)
}

/** Buttons and fields too small for a finger: under 40 px in both directions, links in running text aside. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // What is still growing into its place is not measured yet; spinners never end.
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const targets = document.querySelectorAll<HTMLElement>(
      'button, input:not([type=hidden]), select, [role=menuitem]',
    )
    const small = [...targets].filter((target) => {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
      // Where several can be chosen, the field is as wide as what is typed; a touch anywhere in the frame will do.
      const { width, height } = (target.closest('.ant-select') ?? target).getBoundingClientRect()
      return width > 1 && height > 1 && width < 39 && height < 39
    })
    return [
      ...new Set(
        small.map((target) => {
          const { width, height } = target.getBoundingClientRect()
          const name = target.getAttribute('aria-label') ?? target.textContent ?? ''
          return `${target.tagName}.${target.className} "${name}" is ${Math.round(width)} x ${Math.round(height)} px`
        }),
      ),
    ]
  })
}
