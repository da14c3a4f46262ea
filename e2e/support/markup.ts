import type { Page } from '@playwright/test'

/** Parts of the page that HTML does not allow where they are, and links without an address. antd's switch is as it is. */
export const wrongMarkup = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = 'label, span, p, a, button'
    const wrong = document.querySelectorAll(`:is(${texts}) div:not(.ant-switch-handle), a:not([href])`)
    return [...wrong].map(
      ({ tagName, className, parentElement }) =>
        `${tagName}.${className} in ${parentElement?.tagName}.${parentElement?.className}`,
    )
  })
