import { errorText, fill, staffFieldWords } from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { rowOf } from '../support/regions.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { codeSentTo } from '../support/server.ts'
import { invitationWords, publicWords, staffWords } from '../support/words.ts'

const words = staffWords['en-US']
const label = staffFieldWords['en-US']
const login = publicWords['en-US']
const invitation = invitationWords['en-US']

test('a person is invited by text message, sets a password, and logs in with the phone', async ({
  signedIn: page,
  merchant,
  browser,
  baseURL,
  address,
}) => {
  await addRole(merchant, 'Clerk', ['home'])
  const phone = `135${merchant.phone.slice(3)}`
  await page.goto('/subUser?open=add')
  const drawer = page.getByRole('dialog', { name: words.addSubUser })
  await field(drawer, label.nickname).fill('Anna')
  await pick(page, field(drawer, label.roleid), 'Clerk')
  await field(drawer, label.sub_username).fill(accountOf(merchant, 'anna'))
  await drawer.getByRole('radio', { name: words.byInvitation }).check()
  await expect(field(drawer, label.password)).toHaveCount(0)
  await drawer.getByRole('button', { name: words.addSubUser }).click()
  await expect(field(drawer, label.phone)).toHaveAccessibleDescription(/Enter the mobile number/)
  await field(drawer, label.phone).fill(phone)
  await drawer.getByRole('button', { name: words.addSubUser }).click()
  await expect(notices(page)).toContainText(fill(words.invitationSent, { name: 'Anna' }))
  const row = rowOf(page, 'Anna')
  await expect(row).toContainText(words.invited)

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const person = await context.newPage()
  const link = new URL(await codeSentTo(phone))
  await person.goto(link.pathname + link.hash)
  await expect(person.getByRole('main')).toContainText(merchant.mchName)
  await person.getByLabel(login.newPassword, { exact: true }).fill('my-own-99')
  await person.getByLabel(login.confirm, { exact: true }).fill('my-own-99')
  await person.getByRole('button', { name: invitation.setPassword }).click()
  await expect(person).toHaveURL('/login')
  await person.getByLabel(login.username).fill(phone)
  await person.getByLabel(login.password, { exact: true }).fill('my-own-99')
  await person.getByRole('button', { name: login.login, exact: true }).click()
  await expect(person).toHaveURL('/dashboard')

  await person.goto('/invite')
  await person.getByLabel(invitation.code).waitFor()
  // Opened beside the page, a link changes the part after the # alone.
  await person.goto(link.pathname + link.hash)
  await expect(person.getByRole('alert')).toContainText(errorText('en-US', 'invitationEnded'))
  await expect(person.getByLabel(invitation.code)).toHaveValue(link.hash.slice(1))
  await expect(person).toHaveURL('/invite')
  await context.close()

  await page.reload()
  await expect(row).toContainText(label.active)
})

test('a Malaysian merchant is told the address to hand on, because the message has only a code', async ({
  page,
  newMerchant,
  malaysianPhone,
}) => {
  const merchant = await newMerchant({ country: 'MY', phone: malaysianPhone })
  await addRole(merchant, 'Clerk', ['home'])
  await storeSession(page, merchant.session)
  await page.goto('/subUser?open=add')
  const drawer = page.getByRole('dialog', { name: words.addSubUser })
  await field(drawer, label.nickname).fill('Anna')
  await pick(page, field(drawer, label.roleid), 'Clerk')
  await field(drawer, label.sub_username).fill(accountOf(merchant, 'anna'))
  await drawer.getByRole('radio', { name: words.byInvitation }).check()
  await field(drawer, label.phone).fill(`013${malaysianPhone.slice(3)}`)
  await drawer.getByRole('button', { name: words.addSubUser }).click()
  const address = `${new URL(page.url()).origin}/invite`
  await expect(notices(page)).toContainText(fill(words.tellAddress, { address }))
  await expect(notices(page).getByRole('button', { name: words.copyAddress })).toBeVisible()
})

test('a suspended account is logged out and told so at the login, until it is resumed', async ({
  signedIn: page,
  merchant,
  browser,
  baseURL,
  address,
}) => {
  const { sub_username: username } = await addSubUser(
    merchant,
    'Ben',
    await addRole(merchant, 'Clerk', ['home']),
  )
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'en-US',
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const person = await context.newPage()
  const logIn = async (): Promise<void> => {
    await person.getByLabel(login.username).fill(username)
    await person.getByLabel(login.password, { exact: true }).fill(staffPassword)
    await person.getByRole('button', { name: login.login, exact: true }).click()
  }
  await person.goto('/login')
  await logIn()
  await expect(person).toHaveURL('/dashboard')

  await page.goto('/subUser')
  const mayLogIn = page.getByRole('switch', { name: fill(words.mayLogIn, { name: 'Ben' }) })
  await mayLogIn.click()
  await page.getByRole('dialog').getByRole('button', { name: words.suspend }).click()
  await expect(rowOf(page, 'Ben')).toContainText(label.suspended)
  await expect(person).toHaveURL(/\/login/)
  await logIn()
  await expect(person.getByRole('alert')).toHaveText(errorText('en-US', 'accountSuspended'))

  await mayLogIn.click()
  await expect(rowOf(page, 'Ben')).toContainText(label.active)
  await logIn()
  await expect(person).toHaveURL('/dashboard')
  await context.close()
})

test('a role is added from the form of an account, which keeps what was typed and chooses it', async ({
  signedIn: page,
}) => {
  await page.goto('/subUser?open=add')
  const drawer = page.getByRole('dialog', { name: words.addSubUser })
  await field(drawer, label.nickname).fill('Cleo')
  await drawer.getByRole('button', { name: words.addRole }).click()
  const inner = page.getByRole('dialog', { name: words.addRole })
  await field(inner, label.role_name).fill('Driver')
  await field(inner, label.note).fill('Refills')
  await inner.getByRole('checkbox', { name: 'Refilling' }).check()
  await inner.getByRole('button', { name: words.addRole }).last().click()
  await expect(inner).toHaveCount(0)
  await expect(drawer).toContainText('Driver')
  await expect(field(drawer, label.nickname)).toHaveValue('Cleo')
})
