import { shellWords } from '../../apps/web/src/app/shell/messages/messages.ts'
import { expect, test } from '../support/fixtures.ts'

const words = shellWords['en-US']

test('logging out ends the session and forgets it', async ({ signedIn: page, merchant }) => {
  await page.goto('/')
  await page.getByRole('button', { name: merchant.mchName }).click()
  await page.getByRole('menuitem', { name: words.logOut }).click()
  await expect(page).toHaveURL('/login')
})
