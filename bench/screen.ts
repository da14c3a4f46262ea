/**
 * Measures how soon the first pages are shown (`first-paint.ts`), then the list of machines in a browser, a hundred to a
 * page, while 200 machines sell and report, beside the same page while nothing happens: for how long the page could not
 * react to input. Server, machines and browser share the cores.
 */
import { setTimeout as delay } from 'node:timers/promises'

import { chromium, type Page } from '@playwright/test'

import { demo } from '../apps/server/seeds/demo.ts'
import { makeFleet } from '../apps/server/seeds/fleet.ts'
import { startGateway } from '../apps/server/src/gateway/gateway.ts'
import { playVirtual } from '../apps/server/test/virtual-machines.ts'
import { benchFirstPaint } from './first-paint.ts'
import { startBenchServer } from './server.ts'

const machines = 200
const salesPerSecond = 40
const seconds = 20

export async function benchScreen(): Promise<void> {
  const server = await startBenchServer()
  const gateway = await startGateway(server.deps)
  const { tenant_id: tenantId } = await server.deps.db.main
    .selectFrom('login')
    .select('tenant_id')
    .where('username', '=', demo.username)
    .executeTakeFirstOrThrow()
  const credentials = await makeFleet(server.deps, tenantId, machines)
  const path = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({ ...(path && { executablePath: path }), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    await signIn(page, server.address)
    await benchFirstPaint(browser, server.address, await page.context().storageState())
    await page.goto(`${server.address}/device?size=100`)
    await page.locator('.sw-device-name').first().waitFor()
    report('nothing happens', await watch(page))

    const fleet = playVirtual(gateway.port, credentials, { salesPerSecond })
    await delay(5_000)
    report(`${machines} machines, ${salesPerSecond} sales a second`, await watch(page))
    await fleet.stop()
  } finally {
    await browser.close()
    await gateway.close()
    await server.close()
  }
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/login`)
  await page.locator('input').first().fill(demo.username)
  await page.locator('input[type=password]').fill(demo.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

type Seen = { frames: number; worstFrame: number; blocked: number; longest: number; requests: number }

/** What the page itself records in some seconds. A task above 50 ms delays input noticeably. */
async function watch(page: Page): Promise<Seen> {
  let requests = 0
  const count = (): void => void (requests += 1)
  page.on('request', count)
  const seen = await page.evaluate(async (ms) => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    })
    observer.observe({ type: 'longtask' })
    const gaps: number[] = []
    let last = performance.now()
    const begun = last
    await new Promise<void>((done) => {
      const frame = (): void => {
        const now = performance.now()
        gaps.push(now - last)
        last = now
        if (now - begun < ms) requestAnimationFrame(frame)
        else done()
      }
      requestAnimationFrame(frame)
    })
    observer.disconnect()
    return {
      frames: gaps.length,
      worstFrame: Math.max(...gaps),
      blocked: tasks.reduce((sum, task) => sum + task - 50, 0),
      longest: Math.max(0, ...tasks),
    }
  }, seconds * 1_000)
  page.off('request', count)
  return { ...seen, requests }
}

function report(name: string, { frames, worstFrame, blocked, longest, requests }: Seen): void {
  const figures = [
    `${(frames / seconds).toFixed(0)} frames a second`,
    `worst gap ${worstFrame.toFixed(0)} ms`,
    `longest task ${longest.toFixed(0)} ms`,
    `blocked ${((blocked / (seconds * 1_000)) * 100).toFixed(1)} % of the time`,
    `${(requests / seconds).toFixed(1)} calls a second`,
  ]
  console.log(`${name}: ${figures.join(', ')}`)
}
