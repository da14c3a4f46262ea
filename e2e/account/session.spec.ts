import type { Page } from '@playwright/test'
import { accountCalls, fill } from '@slotwise/contract'

import { stepUntil, stopClock } from '../support/clock.ts'
import { expect, test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'
import { publicWords, shellWords } from '../support/words.ts'

const ended = 'Login timeout, please log in again'
const longAgo = '2024-01-01T00:00:00.000Z'

/** Requires a stopped clock. */
const runUntilVisible = (page: Page, title: string): Promise<void> =>
  stepUntil(page, () => expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 100 }))

declare global {
  interface Window {
    moments: { forgotten?: number; left?: number }
  }
}

/**
 * Records by the page's own clock when the session was cleared and when the page left for the login page, so that the
 * time between them does not depend on the browser's speed.
 */
async function noteMoments(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moments: Window['moments'] = (window.moments = {})
    const { removeItem } = Storage.prototype
    Storage.prototype.removeItem = function (key) {
      removeItem.call(this, key)
      if (key === 'slotwise.session') moments.forgotten ??= Date.now()
    }
    navigation?.addEventListener('currententrychange', () => {
      if (location.pathname === '/login') moments.left ??= Date.now()
    })
  })
}

/** The live line may end the session before the click; without the line, the click finds out. */
async function findOut(page: Page): Promise<void> {
  const link = page.getByRole('main').getByRole('link', { name: shellWords['en-US'].region })
  await Promise.race([link.click().catch(() => undefined), page.waitForURL(/\/login/)])
}

test('a session that was ended elsewhere leads to the login page, with a notice', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
  await callServer(accountCalls.logout, {}, merchant.caller)
  await findOut(page)
  await expect(page).toHaveURL('/login')
  await expect(notices(page)).toContainText(ended)
  await expect(notices(page).getByText(ended)).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('slotwise.session'))).toBeNull()
})

test('the login page after an ended session keeps the agent of the visit', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/?agent=harbour')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
  await callServer(accountCalls.logout, {}, merchant.caller)
  await findOut(page)
  await expect(page).toHaveURL('/login?agent=harbour')
  await expect(notices(page)).toContainText(ended)
})

test('a session that runs out under an open page leads to the login page', async ({
  signedIn: page,
  merchant,
}) => {
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
  await page.clock.fastForward('23:59:00')
  await expect(page).toHaveURL('/dashboard')
  await page.clock.fastForward('01:05')
  await expect(page).toHaveURL('/login')
  await expect(notices(page)).toContainText(ended)
})

test('a visitor without a session is sent to the login page', async ({ page }) => {
  for (const path of ['/', '/region', '/Device/8600100']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: publicWords['en-US'].loginTitle })).toBeVisible()
  }
})

test('without a session there is only the page, no header and no menu', async ({ page, merchant }) => {
  const userMenu = page.getByRole('button', {
    name: fill(shellWords['en-US'].userMenu, { name: merchant.mchName }),
  })
  for (const path of ['/login', '/signUp', '/forget']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(userMenu).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await storeSession(page, merchant.session)
  await page.goto('/')
  await expect(userMenu).toBeVisible()
  await expect(page.getByRole('navigation')).toBeVisible()
})

test('a stored session that has run out is forgotten at the start', async ({ page, merchant }) => {
  await storeSession(page, { ...merchant.session, exp: longAgo })
  await page.goto('/region')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: publicWords['en-US'].loginTitle })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('slotwise.session'))).toBeNull()
})

for (const { path, title } of [
  { path: '/signUp', title: publicWords['en-US'].signUpTitle },
  { path: '/forget', title: publicWords['en-US'].forgetTitle },
]) {
  test(`a session that has run out leads from ${path} to the login page after half a second`, async ({
    page,
    merchant,
  }) => {
    await storeSession(page, { ...merchant.session, exp: longAgo })
    await stopClock(page)
    await noteMoments(page)
    await page.goto(path)
    await runUntilVisible(page, publicWords['en-US'].loginTitle)
    await expect(page).toHaveURL('/login')
    const { forgotten = Number.NaN, left } = await page.evaluate(() => window.moments)
    expect(left).toBe(forgotten + 500)
  })

  test(`a visitor without a session stays on ${path}`, async ({ page }) => {
    await stopClock(page)
    await page.goto(path)
    await runUntilVisible(page, title)
    await page.clock.runFor(5_000)
    await expect(page).toHaveURL(path)
  })
}
