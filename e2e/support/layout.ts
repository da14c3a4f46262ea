import type { Page } from '@playwright/test'

/** The elements that make the page wider than its window; empty when it fits. */
export async function overflowOf(page: Page, width = page.viewportSize()?.width ?? 0): Promise<string[]> {
  // Gives a page that was just resized time to settle.
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

/**
 * What is too small for a finger: buttons and fields under 40 px in both directions, and links, buttons and switches
 * under 24 px in one, except within a sentence.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Waits for animations, because growing elements cannot be measured yet; spinners never end.
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, [role=button], input:not([type=hidden]), select, [role=menuitem]',
    )
    const isInSentence = ({ parentElement }: HTMLElement): boolean =>
      [...(parentElement?.childNodes ?? [])].some((node) => node instanceof Text && /\p{L}/u.test(node.data))
    const hitOf = (target: HTMLElement): { width: number; height: number } => {
      // The input of a multiple select is as wide as its text; a touch anywhere in its frame works.
      const { width, height } = (target.closest('.ant-select') ?? target).getBoundingClientRect()
      const area = getComputedStyle(target, '::after')
      const hangsOver = area.position === 'absolute' && getComputedStyle(target).overflow === 'visible'
      if (!hangsOver || area.content === 'none') return { width, height }
      return {
        width: Math.max(width, Number.parseFloat(area.width)),
        height: Math.max(height, Number.parseFloat(area.height)),
      }
    }
    const small = [...targets].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      const { width, height } = hitOf(target)
      if (width <= 1 || height <= 1) return []
      const isMissed = !target.matches('a') && width < 39 && height < 39
      const isNarrow =
        !target.matches('input, select') && Math.min(width, height) < 24 && !isInSentence(target)
      if (!isMissed && !isNarrow) return []
      const name = target.getAttribute('aria-label') ?? target.textContent ?? ''
      return [
        `${target.tagName}.${target.className} "${name}" is ${Math.round(width)} x ${Math.round(height)} px`,
      ]
    })
    return [...new Set(small)]
  })
}

/** Texts that are too small to be read on a phone: under 12 px. */
export const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '') &&
        !(element instanceof SVGElement) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const small = parts.flatMap((element) => {
      const size = getComputedStyle(element).fontSize
      const { width, height } = element.getBoundingClientRect()
      // What only screen readers are to read is a pixel large.
      if (Number.parseFloat(size) >= 12 || width <= 1 || height <= 1) return []
      return [`${element.tagName}.${element.className} has text of ${size}`]
    })
    return [...new Set(small)]
  })
