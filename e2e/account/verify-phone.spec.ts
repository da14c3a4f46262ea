import { chooseInUserMenu, field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { codeSentTo } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { plainWords, shellWords, verifyPhoneWords } from '../support/words.ts'

const words = verifyPhoneWords['en-US']

test('a person with a password verifies the phone by a code, and logs in by it from then on', async ({
  page,
  merchant,
  address,
}) => {
  const phone = `136${merchant.phone.slice(3)}`
  const role = await addRole(merchant, 'Counter', ['goods.manage'])
  const { sub_username: username } = await addSubUser(merchant, 'Ann', role, { phone })
  await storeSession(page, await logIn(username, staffPassword, address))
  await page.goto('/goods')
  await chooseInUserMenu(page, 'verifyPhone')
  const drawer = page.getByRole('dialog', { name: words.title })
  await expect(drawer).toContainText(phone)
  await drawer.getByRole('button', { name: plainWords['en-US'].getCode }).click()
  await expect(notices(page)).toContainText('SMS sent')
  await field(drawer, words.code).fill(await codeSentTo(phone))
  await drawer.getByRole('button', { name: words.submit, exact: true }).click()
  await expect(notices(page)).toContainText(words.done)
  expect(await logIn(phone, staffPassword, address)).toMatchObject({ username })

  // There is nothing left to verify.
  await page.getByRole('button', { name: /Ann/ }).click()
  await expect(page.getByRole('menuitem', { name: shellWords['en-US'].logOut })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: shellWords['en-US'].verifyPhone })).toHaveCount(0)
})
