import type { Page } from '@playwright/test'
import { accountCalls } from '@slotwise/contract'

import { chooseInUserMenu, field, fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { callServer, md5 } from '../support/server.ts'
import { forgottenOperationWords, operationGateWords, operationPasswordWords } from '../support/words.ts'

const words = operationPasswordWords['en-US']
const forgottenWords = forgottenOperationWords['en-US']

const drawerOf = (page: Page, title: string) => {
  const drawer = page.getByRole('dialog', { name: title })
  return {
    drawer,
    old: field(drawer, words.old),
    next: field(drawer, words.next),
    confirm: field(drawer, words.confirm),
    save: drawer.getByRole('button', { name: title }),
  }
}

test('a new merchant sets an operation password, which then opens the gate', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/')
  await chooseInUserMenu(page, 'setOperationPassword')
  const form = drawerOf(page, words.setTitle)
  await expect(form.old).toHaveCount(0)
  await fillAndLeave(form.next, '908172')
  await expect(form.confirm).not.toHaveAttribute('aria-invalid', 'true')
  await form.confirm.fill('908172')
  await form.save.click()
  await expect(notices(page)).toContainText('saved')
  await expect(form.drawer).toBeHidden()
  expect(await callServer(accountCalls.checkOprPwd, { password: md5('908172') }, merchant.caller)).toEqual({
    sign: expect.any(String),
    exp: expect.any(String),
  })
  await chooseInUserMenu(page, 'changeOperationPassword')
  await expect(drawerOf(page, words.changeTitle).old).toBeVisible()
})

test('each rule speaks at its field as it is left', async ({ signedIn: page, merchant }) => {
  await callServer(accountCalls.editOprPwd, { new_oper_pwd: '602214' }, merchant.caller)
  await page.goto('/')
  await chooseInUserMenu(page, 'changeOperationPassword')
  const { old, next, confirm } = drawerOf(page, words.changeTitle)
  await fillAndLeave(next, '12345')
  await expect(next).toHaveAccessibleDescription('only 6 digits')
  await fillAndLeave(next, '12ab56')
  await expect(next).toHaveAccessibleDescription('only 6 digits')
  await fillAndLeave(next, '123456')
  await expect(next).toHaveAccessibleDescription('Too easy to guess. Choose another.')
  await fillAndLeave(old, '602214')
  await fillAndLeave(next, '602214')
  await expect(next).toHaveAccessibleDescription('new and old cannot be the same')
  await fillAndLeave(next, '908172')
  await fillAndLeave(confirm, '908173')
  await expect(confirm).toHaveAccessibleDescription('The new secure passwords are different')
  await next.fill('908173')
  await expect(confirm).not.toHaveAttribute('aria-invalid', 'true')
  await next.fill('908174')
  await expect(confirm).toHaveAccessibleDescription('The new secure passwords are different')
  await fillAndLeave(old, '')
  await expect(old).toHaveAccessibleDescription('Required')
})

test('changing the operation password asks for the old one', async ({ signedIn: page, merchant }) => {
  await callServer(accountCalls.editOprPwd, { new_oper_pwd: '602214' }, merchant.caller)
  await page.goto('/')
  await chooseInUserMenu(page, 'changeOperationPassword')
  const { old, save } = drawerOf(page, words.changeTitle)
  await expect(old).toBeFocused()
  await save.click()
  await expect(old).toHaveAccessibleDescription('Required')
  await expect(old).toBeFocused()
})

test('the old one must be right, and then the new one is saved', async ({ signedIn: page, merchant }) => {
  await callServer(accountCalls.editOprPwd, { new_oper_pwd: '602214' }, merchant.caller)
  await page.goto('/')
  await chooseInUserMenu(page, 'changeOperationPassword')
  const { drawer, old, next, confirm, save } = drawerOf(page, words.changeTitle)
  await old.fill('314159')
  await next.fill('908172')
  await confirm.fill('908172')
  await save.click()
  await expect(old).toHaveAccessibleDescription('The operation password is wrong, 4 attempts left')
  await old.fill('602214')
  await confirm.press('Enter')
  await expect(notices(page)).toContainText('saved')
  await expect(drawer).toBeHidden()
  await callServer(accountCalls.checkOprPwd, { password: md5('908172') }, merchant.caller)
})

test('it may not be the login password', async ({ page, newMerchant }) => {
  const merchant = await newMerchant({ password: '602214' })
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'setOperationPassword')
  const { next, confirm, save } = drawerOf(page, words.setTitle)
  await next.fill('602214')
  await confirm.fill('602214')
  await save.click()
  await expect(next).toHaveAccessibleDescription('Must not be the same as the login password')
})

test('a Malaysian merchant who forgot it is led to a form, not to the staff', async ({
  page,
  newMerchant,
  malaysianPhone,
}) => {
  const merchant = await newMerchant({ country: 'MY', phone: malaysianPhone })
  await callServer(accountCalls.editOprPwd, { new_oper_pwd: '602214' }, merchant.caller)
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'changeOperationPassword')
  await page.getByRole('button', { name: operationGateWords['en-US'].forgotten }).click()
  const form = page.getByRole('dialog', { name: forgottenWords.title })
  await expect(form).toContainText(merchant.username)
  await expect(field(form, forgottenWords.code)).toHaveAccessibleDescription(forgottenWords.noText)
})
