import type { Locator, Page } from '@playwright/test'
import { permissionGroupWords, permissionWords, staffFieldWords, fill } from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { rowNames, rowOf } from '../support/regions.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { plainWords, staffWords, uiWords } from '../support/words.ts'

const words = staffWords['en-US']
const ui = uiWords['en-US']
const label = staffFieldWords['en-US']
const permission = permissionWords['en-US']
const group = permissionGroupWords['en-US']

const drawerOf = (page: Page, title: string) => {
  const drawer = page.getByRole('dialog', { name: title })
  return {
    drawer,
    name: field(drawer, label.role_name),
    note: field(drawer, label.note),
    tree: drawer.getByRole('group', { name: label.perm_detail }),
    box: (name: string) => drawer.getByRole('checkbox', { name, exact: true }),
    whole: (name: keyof typeof group) =>
      drawer.getByRole('checkbox', { name: fill(words.wholeGroup, { group: group[name] }) }),
  }
}

const deletionOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name: fill(words.deleteRoleTitle, { name }) })

test('a role is added, edited and deleted', async ({ signedIn: page }) => {
  await page.goto('/role')
  await expect(page.getByText(words.noRoles)).toBeVisible()
  await page.getByRole('button', { name: words.addRole }).first().click()
  const adding = drawerOf(page, words.addRole)
  await expect(adding.name).toBeFocused()
  await adding.name.fill('Clerk')
  await adding.note.fill('At the counter')
  await adding.box(permission.home).check()
  await adding.box(permission['order.buyBill']).check()
  await adding.drawer.getByRole('button', { name: words.addRole }).click()
  await expect(notices(page)).toContainText(words.roleAdded)
  const row = rowOf(page, 'Clerk')
  for (const text of ['At the counter', group.Home, `${group.Order}1 of 2`])
    await expect(row).toContainText(text)

  await row.getByRole('button', { name: `${ui.edit}: Clerk` }).click()
  const editing = drawerOf(page, words.editRole)
  await expect(editing.box(permission.home)).toBeChecked()
  await expect(editing.whole('Order')).toBeChecked({ indeterminate: true })
  await editing.whole('Order').click()
  await expect(editing.box(permission['order.refund'])).toBeChecked()
  await editing.name.fill('Senior clerk')
  await editing.name.press('Enter')
  await expect(notices(page)).toContainText('Saved')
  await expect(rowOf(page, 'Senior clerk')).toContainText(`${group.Order}2 of 2`)

  await page.getByRole('button', { name: `${ui.delete}: Senior clerk` }).click()
  await deletionOf(page, 'Senior clerk').getByRole('button', { name: words.deleteRole }).click()
  await expect(notices(page)).toContainText(fill(words.roleDeleted, { name: 'Senior clerk' }))
  await expect(page.getByText(words.noRoles)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(notices(page)).toContainText(ui.restored)
  await expect(rowOf(page, 'Senior clerk')).toBeVisible()
})

test('name, note and at least one permission are asked for', async ({ signedIn: page }) => {
  await page.goto('/role?open=add')
  const { drawer, name, note, tree, box } = drawerOf(page, words.addRole)
  await drawer.getByRole('button', { name: words.addRole }).click()
  await expect(name).toHaveAccessibleDescription('Required')
  await expect(note).toHaveAccessibleDescription('Required')
  await expect(tree).toHaveAccessibleDescription('Choose at least one permission')
  await box(permission['store.manage']).check()
  await expect(tree).not.toHaveAttribute('aria-invalid', 'true')
})

test('a button of a page is granted with its page, and goes with it', async ({ signedIn: page }) => {
  await page.goto('/role?open=add')
  const { box, whole } = drawerOf(page, words.addRole)
  await box(permission['order.refund']).check()
  await expect(box(permission['order.buyBill'])).toBeChecked()
  await box(permission['device.init']).check()
  await expect(box(permission['device.manage'])).toBeChecked()
  await box(permission['device.remote']).check()
  await box(permission['device.manage']).uncheck()
  for (const name of ['device.init', 'device.remote'] as const)
    await expect(box(permission[name])).not.toBeChecked()
  await expect(whole('Device')).not.toBeChecked()
  await expect(box(permission['order.refund'])).toBeChecked()
})

test('goods and bank cards have a scope, asked for where it matters', async ({ signedIn: page }) => {
  await page.goto('/role?open=add')
  const { drawer, name, note, box } = drawerOf(page, words.addRole)
  await expect(drawer.getByRole('radio')).toHaveCount(0)
  await name.fill('Buyer')
  await note.fill('Looks after the goods')
  await box(permission['goods.manage']).check()
  await drawer.getByRole('radio', { name: label.own }).check()
  await drawer.getByRole('button', { name: words.addRole }).click()
  await expect(rowOf(page, 'Buyer')).toContainText(label.own)
  await page.getByRole('button', { name: `${ui.edit}: Buyer` }).click()
  await expect(drawerOf(page, words.editRole).drawer.getByRole('radio', { name: label.own })).toBeChecked()
})

test('a role in use is not deleted, and the refusal names its accounts', async ({
  signedIn: page,
  merchant,
}) => {
  const role = await addRole(merchant, 'Clerk', ['home'])
  await addSubUser(merchant, 'Anna', role)
  await addSubUser(merchant, 'Ben', role)
  await page.goto('/role')
  await page.getByRole('button', { name: `${ui.delete}: Clerk` }).click()
  const question = deletionOf(page, 'Clerk')
  await question.getByRole('button', { name: words.deleteRole }).click()
  const refusal = question.getByRole('alert')
  await expect(refusal).toContainText('2 accounts')
  await expect(refusal).toContainText('Anna')
  await expect(refusal).toContainText('Ben')
  await question.getByRole('button').filter({ hasText: plainWords['en-US'].close }).click()
  await page.getByRole('link', { name: `${fill(words.showUsers, { role: 'Clerk' })}: 2` }).click()
  await expect(page).toHaveURL(`/subUser?roleid=${role.roleid}`)
  await expect(rowOf(page, 'Anna')).toBeVisible()
})

test('a new role can take over the permissions of another', async ({ signedIn: page, merchant }) => {
  await addRole(merchant, 'Clerk', ['home', 'order.buyBill', 'order.refund'])
  await page.goto('/role?open=add')
  const { drawer, name, note, box } = drawerOf(page, words.addRole)
  await pick(page, field(drawer, words.startFrom), 'Clerk')
  await expect(box(permission['order.refund'])).toBeChecked()
  await box(permission['order.refund']).uncheck()
  await name.fill('Junior clerk')
  await note.fill('Without refunds')
  await drawer.getByRole('button', { name: words.addRole }).click()
  await expect(rowOf(page, 'Junior clerk')).toContainText(`${group.Order}1 of 2`)
})

test('six roles make a page, and a larger page can be chosen', async ({ signedIn: page, merchant }) => {
  for (let n = 1; n <= 7; n += 1) await addRole(merchant, `Role ${n}`, ['home'])
  await page.goto('/role')
  await expect(rowNames(page)).toHaveCount(6)
  await page.getByRole('button', { name: ui.nextPage }).click()
  await expect(rowNames(page)).toHaveCount(1)
  await expect(page).toHaveURL('/role?page=2')
  await page.goto('/role?size=10')
  await expect(rowNames(page)).toHaveCount(7)
})

test('staff who manage roles change neither their own nor a greater one, and grant only what they have', async ({
  merchant,
  consoleOf,
}) => {
  const own = await addRole(merchant, 'Staff manager', ['user.role', 'user.subUser', 'order.buyBill'])
  await addRole(merchant, 'Owner', ['user.role', 'bank.manage'])
  await addRole(merchant, 'Clerk', ['order.buyBill'])
  const user = await addSubUser(merchant, 'Mary', own)
  const page = await consoleOf(user.sub_username, staffPassword)
  await page.goto('/role')
  for (const name of ['Staff manager', 'Owner']) {
    await expect(rowOf(page, name)).toContainText(ui.readOnly)
    await expect(page.getByRole('button', { name: `${ui.edit}: ${name}` })).toHaveCount(0)
  }
  await rowOf(page, 'Staff manager').getByRole('button', { name: ui.readOnly }).hover()
  await expect(page.getByRole('tooltip')).toContainText(words.roleReadOnly)
  await page.getByRole('button', { name: `${ui.edit}: Clerk` }).click()
  const { drawer, box } = drawerOf(page, words.editRole)
  await expect(box(permission['bank.manage'])).toBeDisabled()
  await expect(box(permission['user.role'])).toBeEnabled()
  await expect(drawer).toContainText(words.grantHint)
  await page.goto(`/role?open=${own.roleid}`)
  await expect(notices(page)).toContainText(words.roleReadOnly)
  await expect(page).toHaveURL('/role')
})
