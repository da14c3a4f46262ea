import { accountCalls } from '@slotwise/contract'

import { chooseInUserMenu } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'

test('logging out ends the session and forgets it', async ({ signedIn: page, merchant }) => {
  await page.goto('/')
  await page.goto('/region')
  const answer = page.waitForResponse('**/api/v1/u/logout')
  await chooseInUserMenu(page, 'logOut')
  await expect(page).toHaveURL('/login')
  expect(await (await answer).json()).toMatchObject({ rcode: 0 })
  await expect(callServer(accountCalls.me, {}, merchant.caller)).rejects.toThrow('604')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('slotwise.session')

  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('logging out in one tab logs out the others and says so', async ({ signedIn: page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/region')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.bringToFront()
  // Checked while clicking, because the notice disappears soon.
  await Promise.all([
    expect(notices(other)).toHaveText('You have logged out in another window'),
    chooseInUserMenu(page, 'logOut'),
  ])
  await expect(other).toHaveURL('/login')
  await expect(notices(page)).toBeEmpty()
})
