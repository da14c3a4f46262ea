/**
 * Measures how soon a phone shows the login form and can use it, beside a plain page with the same two fields, and how much
 * JavaScript each page takes. Every visit has an empty cache. Server and browser share the cores.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

import { median } from './timing.ts'

const rounds = 7

/** "Fast 4G" of Chrome's developer tools, with a processor four times slower. */
const fast4g = { offline: false, downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 }
const cpuRate = 4
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
}

const plainPage = `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Plain</title>
<form method="post"><input name="username"><input name="password" type="password"><button>OK</button></form></html>`

type Visit = { visible: number; usable: number }
type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

export async function benchFirstPaint(browser: Browser, address: string, session: Session): Promise<void> {
  const plain = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(plainPage),
  )
  await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening))
  const plainAddress = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`
  try {
    const plainVisits: Visit[] = []
    const loginVisits: Visit[] = []
    for (let round = 0; round < rounds; round += 1) {
      plainVisits.push(await visit(browser, plainAddress))
      loginVisits.push(await visit(browser, `${address}/login`))
    }
    report(loginVisits, plainVisits)
  } finally {
    plain.close()
  }
  for (const { name, path, shown, storageState } of [
    { name: 'login page', path: '/login', shown: 'input[type=password]' },
    { name: 'dashboard', path: '/dashboard', shown: 'canvas, svg[role=img]', storageState: session },
    { name: 'list of devices', path: '/device', shown: '.sw-device-name', storageState: session },
  ]) {
    const bytes = await scriptBytes(browser, address + path, shown, storageState)
    console.log(`JavaScript up to the ${name}: ${(bytes / 1000).toFixed(1)} kB (brotli)`)
  }
}

/** Notes the first frame that has an element. */
const noteFrame = (name: string, selector: string): string => `{
  const look = () => document.querySelector(${JSON.stringify(selector)})?.getClientRects().length
    ? performance.mark(${JSON.stringify(name)})
    : requestAnimationFrame(look)
  requestAnimationFrame(look)
}`

const markOf = async (page: Page, name: string): Promise<number> => {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name)
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN, name)
}

/** The script removes `data-start` when it takes the page over. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', fast4g)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  await page.addInitScript(noteFrame('form', 'input[type=password]'))
  await page.addInitScript(noteFrame('usable', 'html:not([data-start]) input[type=password]'))
  await page.goto(address)
  const [form, usable] = [await markOf(page, 'form'), await markOf(page, 'usable')]
  const painted = await markOf(page, 'first-contentful-paint')
  await context.close()
  return { visible: Math.max(form, painted), usable: Math.max(usable, painted) }
}

/** The scripts that were asked for before the page was shown, as they travelled. */
async function scriptBytes(
  browser: Browser,
  address: string,
  shown: string,
  storageState: Session | undefined,
): Promise<number> {
  const context = await browser.newContext({ ...(storageState && { storageState }), locale: 'zh-CN' })
  const page = await context.newPage()
  await page.addInitScript('performance.setResourceTimingBufferSize(1000)')
  await page.addInitScript(noteFrame('shown', shown))
  await page.goto(address)
  const end = await markOf(page, 'shown')
  const bytes = await page.evaluate((shownAt) => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < shownAt)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  }, end)
  await context.close()
  return bytes
}

function report(login: readonly Visit[], plain: readonly Visit[]): void {
  const of = (visits: readonly Visit[], what: keyof Visit): number => median(visits.map((one) => one[what]))
  const [visible, usable, reference] = [of(login, 'visible'), of(login, 'usable'), of(plain, 'visible')]
  const times = (ms: number): string => `${(ms / reference).toFixed(1)} times the plain page`
  console.log(`plain page on a slow phone: visible after ${reference.toFixed(0)} ms`)
  console.log(
    `login form on a slow phone: visible after ${visible.toFixed(0)} ms (${times(visible)}), usable after ${usable.toFixed(0)} ms (${times(usable)})`,
  )
}
