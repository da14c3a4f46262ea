import type { Page } from '@playwright/test'
import { staffFieldWords, fill } from '@slotwise/contract'

import { field, fillAndLeave, openUserMenu, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addStore, rowNames, rowOf } from '../support/regions.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { publicWords, regionWords, shellWords, staffWords, uiWords } from '../support/words.ts'

const words = staffWords['en-US']
const shell = shellWords['en-US']
const ui = uiWords['en-US']
const label = staffFieldWords['en-US']
const login = publicWords['en-US']

const drawerOf = (page: Page, title: string) => {
  const drawer = page.getByRole('dialog', { name: title })
  return {
    drawer,
    name: field(drawer, label.nickname),
    account: field(drawer, label.sub_username),
    phone: field(drawer, label.phone),
    role: field(drawer, label.roleid),
    password: field(drawer, label.password),
    operation: field(drawer, label.oper_pwd),
    stores: field(drawer, label.store),
  }
}

test('the owner gives a clerk an account, and the clerk sees what it grants and nothing else', async ({
  signedIn: page,
  merchant,
  browser,
  baseURL,
  address,
}) => {
  await addRole(merchant, 'Clerk', ['home', 'store.manage'])
  await addStore(merchant, 'Quay 7')
  await addStore(merchant, 'Airport')
  await page.goto('/subUser')
  await expect(page.getByText(words.noSubUsers)).toBeVisible()
  await page.getByRole('button', { name: words.addSubUser }).first().click()
  const form = drawerOf(page, words.addSubUser)
  await form.name.fill('Anna')
  await form.phone.fill('13900139000')
  await pick(page, form.role, 'Clerk')
  await form.account.fill(accountOf(merchant, 'anna'))
  await expect(form.account).toHaveAccessibleDescription(words.accountFree)
  await form.password.fill(staffPassword)
  await form.operation.fill('908172')
  await form.drawer.getByRole('radio', { name: words.scopeChosen }).check()
  await pick(page, form.stores, 'Quay 7')
  await page.keyboard.press('Escape')
  await form.drawer.getByRole('button', { name: words.addSubUser }).click()
  await expect(notices(page)).toContainText(words.subUserAdded)
  const row = rowOf(page, 'Anna')
  for (const text of [
    accountOf(merchant, 'anna'),
    '13900139000',
    'Clerk',
    'Quay 7',
    label.is_set,
    words.never,
  ])
    await expect(row).toContainText(text)

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const clerk = await context.newPage()
  await clerk.goto('/login')
  await clerk.getByLabel(login.username).fill(accountOf(merchant, 'anna'))
  await clerk.getByLabel(login.password, { exact: true }).fill(staffPassword)
  await clerk.getByRole('button', { name: login.login, exact: true }).click()
  await expect(clerk).toHaveURL('/dashboard')
  const menu = clerk.getByRole('navigation', { name: shell.menu })
  await expect(menu.getByRole('link')).toHaveText([shell.dashboard, shell.region])
  await expect(menu.getByRole('button', { name: shell.account })).toHaveCount(0)

  await clerk.goto('/region?tab=stores')
  await expect(rowNames(clerk)).toHaveText(['Quay 7'])

  await clerk.goto('/subUser')
  await expect(clerk.getByText(ui.noPermission)).toBeVisible()
  await expect(clerk.getByRole('main')).toContainText(`Ask the main account of ${merchant.mchName} to add it`)

  await openUserMenu(clerk)
  await expect(clerk.getByRole('menuitem')).toHaveText([shell.verifyPhone, shell.logOut])
  await context.close()

  await page.reload()
  await expect(row).not.toContainText(words.never)
})

test('an account name that is taken is reported while it is typed', async ({
  signedIn: page,
  newMerchant,
}) => {
  const other = await newMerchant()
  const theirs = await addSubUser(other, 'Anna', await addRole(other, 'Clerk', ['home']))
  await page.goto('/subUser?open=add')
  const { account } = drawerOf(page, words.addSubUser)
  await account.fill(theirs.sub_username)
  await expect(account).toHaveAccessibleDescription(/this account is existing, please write another/)
  await account.press('Tab')
  await expect(account).toHaveAccessibleDescription(/this account is existing, please write another/)
  await account.fill(`${theirs.sub_username}.b`)
  await expect(account).toHaveAccessibleDescription(words.accountFree)
})

test('the rules of an account speak at their fields', async ({ signedIn: page }) => {
  await page.goto('/subUser?open=add')
  const form = drawerOf(page, words.addSubUser)
  await fillAndLeave(form.account, '13900139000')
  await expect(form.account).toHaveAccessibleDescription(/with at least one letter/)
  await fillAndLeave(form.phone, 'ring twice')
  await expect(form.phone).toHaveAccessibleDescription(/Invalid phone number/)
  await fillAndLeave(form.password, '12345')
  await expect(form.password).toHaveAccessibleDescription(/At least 6 characters/)
  await fillAndLeave(form.operation, '12345')
  await expect(form.operation).toHaveAccessibleDescription(/only 6 digits/)
  await fillAndLeave(form.password, '908172')
  await fillAndLeave(form.operation, '908172')
  await expect(form.operation).toHaveAccessibleDescription(/Must not be the same as the login password/)
  await form.drawer.getByRole('radio', { name: words.scopeChosen }).check()
  await form.drawer.getByRole('button', { name: words.addSubUser }).click()
  await expect(form.name).toHaveAccessibleDescription('Required')
  await expect(form.role).toHaveAccessibleDescription(/^Required/)
  await expect(form.stores).toHaveAccessibleDescription(/Choose at least one area, store or device/)
})

test('a changed role acts on the open console of the clerk', async ({
  signedIn: page,
  merchant,
  consoleOf,
}) => {
  const role = await addRole(merchant, 'Clerk', ['home'])
  const user = await addSubUser(merchant, 'Anna', role)
  const clerk = await consoleOf(user.sub_username, staffPassword)
  await clerk.goto('/region')
  await expect(clerk.getByText(ui.noPermission)).toBeVisible()
  const menu = clerk.getByRole('navigation', { name: shell.menu })
  await expect(menu.getByRole('link')).toHaveText([shell.dashboard])

  await page.goto(`/role?open=${role.roleid}`)
  const drawer = page.getByRole('dialog', { name: words.editRole })
  await drawer.getByRole('checkbox', { name: 'Area and stores', exact: true }).check()
  await drawer.getByRole('button', { name: words.saveRole }).click()
  await expect(menu.getByRole('link')).toHaveText([shell.dashboard, shell.region])
  await expect(clerk.getByRole('heading', { level: 1 })).toHaveText(shell.region)
})

test('a deleted account is logged out at once, and can be brought back', async ({
  signedIn: page,
  merchant,
  consoleOf,
}) => {
  const user = await addSubUser(merchant, 'Anna', await addRole(merchant, 'Clerk', ['home']))
  const clerk = await consoleOf(user.sub_username, staffPassword)
  await clerk.goto('/dashboard')
  await expect(clerk.getByRole('heading', { level: 1 })).toContainText('Anna')
  await page.goto('/subUser')
  await page.getByRole('button', { name: `${ui.delete}: Anna` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteSubUserTitle, { name: 'Anna' }) })
  await expect(question).toContainText('logged out everywhere at once')
  await question.getByRole('button', { name: words.deleteSubUser }).click()
  const leaves = expect(clerk).toHaveURL('/login')
  await expect(page.getByText(words.noSubUsers)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await leaves
  await expect(rowOf(page, 'Anna')).toBeVisible()
})

test('an account without the overview starts on the welcome page, with links to its pages', async ({
  merchant,
  consoleOf,
}) => {
  const user = await addSubUser(merchant, 'Anna', await addRole(merchant, 'Planner', ['store.manage']))
  const page = await consoleOf(user.sub_username, staffPassword)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link')).toHaveText([new RegExp(shell.region)])
  await page.goto('/dashboard')
  await expect(page.getByText(ui.noPermission)).toBeVisible()
})

test('accounts are found by role and by store', async ({ signedIn: page, merchant }) => {
  const clerk = await addRole(merchant, 'Clerk', ['home'])
  const planner = await addRole(merchant, 'Planner', ['store.manage'])
  const quay = await addStore(merchant, 'Quay 7')
  await addSubUser(merchant, 'Anna', clerk, { all_device: false, store: [quay._id] })
  await addSubUser(merchant, 'Ben', planner)
  await page.goto('/subUser')
  await expect(rowNames(page)).toHaveCount(2)
  await pick(page, field(page, label.roleid), 'Clerk')
  await expect(rowNames(page)).toHaveText(['Anna'])
  await page.getByRole('button', { name: ui.resetFilters }).click()
  await pick(page, field(page, label.store), 'Quay 7')
  await expect(rowOf(page, 'Anna')).toBeVisible()
})

test('the list of accounts is exported', async ({ signedIn: page, merchant }) => {
  await addSubUser(merchant, 'Anna', await addRole(merchant, 'Clerk', ['home']))
  for (const path of ['/subUser', '/role']) {
    await page.goto(path)
    await expect(rowNames(page)).not.toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: ui.export, exact: true }).click()
    const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
    await ready.getByRole('button', { name: ui.download }).click()
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  }
})

test('six accounts stand on a page', async ({ signedIn: page, merchant }) => {
  const role = await addRole(merchant, 'Clerk', ['home'])
  for (let n = 1; n <= 7; n += 1) await addSubUser(merchant, `Anna ${n}`, role)
  await page.goto('/subUser')
  await expect(rowNames(page)).toHaveCount(6)
  await page.getByRole('button', { name: ui.nextPage }).click()
  await expect(rowNames(page)).toHaveCount(1)
})

test('an account limited to a store can assign no other store', async ({ merchant, consoleOf }) => {
  const harbour = await addStore(merchant, 'Harbour')
  await addStore(merchant, 'Airport')
  const clerk = await addRole(merchant, 'Clerk', ['home'])
  const manager = await addRole(merchant, 'Manager', ['home', 'user.subUser', 'store.manage'])
  const scope = { all_device: false, store: [harbour._id] }
  const { sub_username: account } = await addSubUser(merchant, 'Mary', manager, scope)
  const page = await consoleOf(account, staffPassword)
  await page.goto('/subUser?open=add')
  const form = drawerOf(page, words.addSubUser)
  await expect(form.drawer.getByRole('radio', { name: words.scopeAll })).toBeDisabled()
  await expect(form.drawer.getByRole('radio', { name: words.scopeChosen })).toBeChecked()
  await expect(form.drawer).toContainText(
    'You can only assign areas, stores and devices that are assigned to you',
  )
  await form.name.fill('Ben')
  await form.account.fill(accountOf(merchant, 'ben'))
  await form.password.fill(staffPassword)
  await pick(page, form.role, clerk.name)
  await pick(page, form.stores, 'Harbour')
  await expect(page.getByTitle('Airport', { exact: true })).toHaveCount(0)
  await form.drawer.getByRole('button', { name: words.addSubUser }).click()
  await expect(rowOf(page, 'Ben')).toContainText('Harbour')

  await page.goto('/region?open=add')
  await expect(page).toHaveURL('/region')
  await expect(notices(page)).toContainText(regionWords['en-US'].areasReadOnly)
  await expect(page.getByRole('button', { name: regionWords['en-US'].addArea })).toHaveCount(0)
})

test('focus stays on the page when a question is answered or left', async ({ signedIn: page, merchant }) => {
  await addRole(merchant, 'Clerk', ['home'])
  await page.goto('/role')
  const remove = page.getByRole('button', { name: `${ui.delete}: Clerk` })
  await remove.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: words.deleteRole }).press('Enter')
  await expect(page.getByText(words.noRoles)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})
