import { fill } from '@slotwise/contract'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { staffWords, uiWords } from '../support/words.ts'

const words = staffWords['en-US']

test('the owner sees who is logged in, and ends a session', async ({
  signedIn: page,
  merchant,
  consoleOf,
}) => {
  const anna = await addSubUser(merchant, 'Anna', await addRole(merchant, 'Clerk', ['home']))
  const clerk = await consoleOf(anna.sub_username, staffPassword)
  await clerk.goto('/dashboard')
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText('Anna')

  await page.goto('/subUser')
  await page.getByRole('link', { name: words.sessionsTab }).click()
  await expect(page).toHaveURL('/subUser?tab=sessions')
  const mine = page.getByRole('row').filter({ hasText: words.mainAccount })
  await expect(mine).toContainText(words.thisOne)
  await page.getByRole('button', { name: `${words.endSession}: Anna` }).click()
  const question = page.getByRole('dialog', { name: fill(words.endSessionTitle, { name: 'Anna' }) })
  await question.getByRole('button', { name: words.endSession }).click()
  await expect(notices(page)).toContainText(words.sessionEnded)
  await expect(page.getByRole('row').filter({ hasText: 'Anna' })).toHaveCount(0)
  await expect(clerk).toHaveURL('/login')
})

test('staff see no sessions', async ({ merchant, consoleOf }) => {
  const mary = await addSubUser(merchant, 'Mary', await addRole(merchant, 'Manager', ['user.subUser']))
  const page = await consoleOf(mary.sub_username, staffPassword)
  await page.goto('/subUser?tab=sessions')
  await expect(page.getByRole('row').filter({ hasText: 'Mary' })).toContainText(uiWords['en-US'].readOnly)
  await expect(page.getByRole('link', { name: words.sessionsTab })).toHaveCount(0)
})
