import type { Page } from '@playwright/test'
import { accountCalls, staffFieldWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, type Merchant } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { rowOf } from '../support/regions.ts'
import { callServer, codeSentTo, md5, otherCode } from '../support/server.ts'
import {
  addRole,
  addSubUser,
  operationPassword,
  setOperationPassword,
  staffPassword,
} from '../support/staff.ts'
import {
  forgottenOperationWords,
  operationGateWords,
  operationPasswordWords,
  plainWords,
  shellWords,
  staffWords,
  uiWords,
} from '../support/words.ts'

const words = staffWords['en-US']
const gateWords = operationGateWords['en-US']
const setWords = operationPasswordWords['en-US']
const forgottenWords = forgottenOperationWords['en-US']
const ui = uiWords['en-US']
const label = staffFieldWords['en-US']
const [unlockedStart = ''] = shellWords['en-US'].unlocked.split('{until}')

const gateOf = (page: Page) => {
  const gate = page.getByRole('dialog', { name: gateWords.title })
  return {
    gate,
    password: field(gate, gateWords.password),
    unlock: gate.getByRole('button', { name: gateWords.unlock }),
  }
}

const lockButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${unlockedStart}`) })

async function resetPasswordOf(page: Page, name: string, next: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`operation password: ${name}$`) }).click()
  const drawer = page.getByRole('dialog', { name: /operation password$/ })
  await field(drawer, words.newOperation).fill(next)
  await field(drawer, words.confirmOperation).fill(next)
  await field(drawer, words.confirmOperation).press('Enter')
}

const addAnna = async (merchant: Merchant, wish: { oper_pwd?: string } = {}) =>
  addSubUser(merchant, 'Anna', await addRole(merchant, 'Clerk', ['home', 'user.subUser']), wish)

test('a reset goes through the gate, which stays open until it is locked', async ({
  signedIn: page,
  merchant,
  address,
}) => {
  await setOperationPassword(merchant)
  const anna = await addAnna(merchant, { oper_pwd: '314159' })
  await page.goto('/subUser')
  await expect(lockButton(page)).toHaveCount(0)
  await resetPasswordOf(page, 'Anna', '908172')
  const { gate, password, unlock } = gateOf(page)
  await expect(password).toBeFocused()
  await password.fill('314159')
  await unlock.click()
  await expect(password).toHaveAccessibleDescription('The operation password is wrong, 4 attempts left')
  await expect(password).toBeFocused()
  await password.fill(operationPassword)
  await password.press('Enter')
  await expect(gate).toBeHidden()
  await expect(notices(page)).toContainText(fill(words.operationReset, { name: 'Anna' }))
  const { token, secret } = await logIn(anna.sub_username, staffPassword, address)
  await callServer(accountCalls.checkOprPwd, { password: md5('908172') }, { address, token, secret })

  await resetPasswordOf(page, 'Anna', '271828')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await lockButton(page).click()
  await expect(lockButton(page)).toHaveCount(0)
  await resetPasswordOf(page, 'Anna', '161803')
  await expect(gate).toBeVisible()
  await gate.getByRole('button', { name: ui.cancel }).click()
  await expect(gate).toBeHidden()
  await expect(page.getByRole('dialog', { name: words.resetOperation })).toBeVisible()
})

test('an account without an operation password sets one in the gate, and the action goes on', async ({
  signedIn: page,
  merchant,
}) => {
  await addAnna(merchant)
  await page.goto('/subUser')
  await expect(rowOf(page, 'Anna')).toContainText(label.not_set)
  await resetPasswordOf(page, 'Anna', '908172')
  const first = page.getByRole('dialog', { name: setWords.ownFirstTitle })
  await field(first, setWords.next).fill(operationPassword)
  await field(first, setWords.confirm).fill(operationPassword)
  await field(first, setWords.confirm).press('Enter')
  await expect(notices(page)).toContainText(fill(words.operationReset, { name: 'Anna' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(lockButton(page)).toBeVisible()
  await expect(rowOf(page, 'Anna')).toContainText(label.is_set)
})

test('a new login password of a clerk goes through the gate and ends the sessions there', async ({
  signedIn: page,
  merchant,
  consoleOf,
  address,
}) => {
  await setOperationPassword(merchant)
  const anna = await addAnna(merchant)
  const clerk = await consoleOf(anna.sub_username, staffPassword)
  await clerk.goto('/dashboard')
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText('Anna')
  await page.goto(`/subUser?open=${anna.sub_userid}`)
  const drawer = page.getByRole('dialog', { name: words.editSubUser })
  await field(drawer, label.nickname).fill('Anna B.')
  await field(drawer, label.password).fill('brand-new-1')
  await drawer.getByRole('button', { name: words.saveSubUser }).click()
  const { password, unlock } = gateOf(page)
  await password.fill(operationPassword)
  await unlock.click()
  await expect(notices(page)).toContainText('Saved')
  await expect(rowOf(page, 'Anna B.')).toBeVisible()
  await expect(clerk).toHaveURL('/login')
  await logIn(anna.sub_username, 'brand-new-1', address)
})

test('a forgotten operation password is reset in the gate, and the action goes on', async ({
  signedIn: page,
  merchant,
}) => {
  await setOperationPassword(merchant)
  await addAnna(merchant, { oper_pwd: '314159' })
  await page.goto('/subUser')
  await resetPasswordOf(page, 'Anna', '271828')
  const { gate } = gateOf(page)
  await gate.getByRole('button', { name: gateWords.forgotten }).click()
  const form = page.getByRole('dialog', { name: forgottenWords.title })
  await expect(field(form, forgottenWords.password)).toBeFocused()
  await expect(form.locator('[aria-invalid="true"]')).toHaveCount(0)
  await form.getByRole('button', { name: plainWords['en-US'].getCode }).click()
  await expect(notices(page)).toContainText('SMS sent')
  const code = await codeSentTo(merchant.phone)
  await field(form, forgottenWords.code).fill(otherCode(code))
  await field(form, forgottenWords.password).fill('not-the-one')
  await field(form, forgottenWords.next).fill('908172')
  await field(form, forgottenWords.confirm).fill('908172')
  await field(form, forgottenWords.confirm).press('Enter')
  await expect(field(form, forgottenWords.password)).toHaveAccessibleDescription(
    'The login password is wrong',
  )
  await field(form, forgottenWords.password).fill(merchant.password)
  await field(form, forgottenWords.confirm).press('Enter')
  await expect(field(form, forgottenWords.code)).toHaveAccessibleDescription(/^Invalid verification/)
  await field(form, forgottenWords.code).fill(code)
  await field(form, forgottenWords.confirm).press('Enter')
  await expect(notices(page)).toContainText(fill(words.operationReset, { name: 'Anna' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(lockButton(page)).toBeVisible()
  await callServer(accountCalls.checkOprPwd, { password: md5('908172') }, merchant.caller)
})

test('a user who leaves the reset is asked for the password again; staff are not offered the reset', async ({
  signedIn: page,
  merchant,
  consoleOf,
}) => {
  await setOperationPassword(merchant)
  const anna = await addAnna(merchant, { oper_pwd: '314159' })
  await addSubUser(merchant, 'Ben', await addRole(merchant, 'Helper', ['home']))
  await page.goto('/subUser')
  await resetPasswordOf(page, 'Ben', '271828')
  const { gate, password, unlock } = gateOf(page)
  await gate.getByRole('button', { name: gateWords.forgotten }).click()
  const form = page.getByRole('dialog', { name: forgottenWords.title })
  await form.getByRole('button', { name: ui.cancel }).click()
  await password.fill(operationPassword)
  await unlock.click()
  await expect(notices(page)).toContainText(fill(words.operationReset, { name: 'Ben' }))

  const clerk = await consoleOf(anna.sub_username, staffPassword)
  await clerk.goto('/subUser')
  await resetPasswordOf(clerk, 'Ben', '161803')
  await expect(gateOf(clerk).password).toBeVisible()
  await expect(clerk.getByRole('button', { name: gateWords.forgotten })).toHaveCount(0)
})

test('what needs no password is saved without the gate', async ({ signedIn: page, merchant }) => {
  const anna = await addAnna(merchant)
  await page.goto(`/subUser?open=${anna.sub_userid}`)
  const drawer = page.getByRole('dialog', { name: words.editSubUser })
  await field(drawer, label.phone).fill('13900139000')
  await field(drawer, label.phone).press('Enter')
  await expect(notices(page)).toContainText('Saved')
  await expect(rowOf(page, 'Anna')).toContainText('13900139000')
})

test('an authorization that the server has forgotten is asked for again', async ({
  signedIn: page,
  merchant,
}) => {
  await setOperationPassword(merchant)
  await addAnna(merchant)
  await page.goto('/subUser')
  await page.evaluate(
    (exp) => localStorage.setItem('slotwise.operation', JSON.stringify({ sign: 'of-yesterday', exp })),
    new Date(Date.now() + 3_600_000).toISOString(),
  )
  await page.reload()
  await expect(lockButton(page)).toBeVisible()
  await resetPasswordOf(page, 'Anna', '908172')
  const { password, unlock } = gateOf(page)
  await password.fill(operationPassword)
  await unlock.click()
  await expect(notices(page)).toContainText(fill(words.operationReset, { name: 'Anna' }))
})

test('staff without an operation password are sent to the main account', async ({ merchant, consoleOf }) => {
  const role = await addRole(merchant, 'Staff manager', ['home', 'user.subUser'])
  const mary = await addSubUser(merchant, 'Mary', role)
  await addSubUser(merchant, 'Ben', await addRole(merchant, 'Helper', ['home']))
  const page = await consoleOf(mary.sub_username, staffPassword)
  await page.goto('/subUser')
  await resetPasswordOf(page, 'Ben', '908172')
  const explanation = page.getByRole('dialog', { name: gateWords.noneTitle })
  await expect(explanation).toContainText(
    'You have no operation password yet. Ask the main account to set one.',
  )
  await explanation.getByRole('button', { name: plainWords['en-US'].close }).last().click()
  await expect(explanation).toBeHidden()
})
