import type { Page } from '@playwright/test'
import { deviceFieldWords, fill, type Permission, slotFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { endWith, pageOf, tileOf, withCola } from '../support/devices.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { readDevice, type Registered } from '../support/machines.ts'
import { logIn, storeSession } from '../support/merchant.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import {
  deviceWords,
  goodsSlotWords,
  searchWords,
  settingsWords,
  shellWords,
  slotFormWords,
  uiWords,
} from '../support/words.ts'

const label = slotFieldWords['en-US']
const form = slotFormWords['en-US']
const goodsSlot = goodsSlotWords['en-US']
const shell = shellWords['en-US']
const device = deviceWords['en-US']

const test = base.extend<{ machineFor: (part: Permission) => Promise<Registered> }>({
  /** A machine with Cola in two slots. The page belongs to an account with one part of device management. */
  machineFor: async ({ page, merchant, machines, address }, use) =>
    use(async (part) => {
      const role = await addRole(merchant, 'Clerk', [part])
      const { sub_username: username } = await addSubUser(merchant, 'Anna', role)
      await storeSession(page, await logIn(username, staffPassword, address))
      return withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 4 })
    }),
})

const openSlot = async (page: Page, machine: Registered) => {
  await page.goto(pageOf(machine, 'slots'))
  await tileOf(page, 1).click()
  return page.getByRole('dialog', { name: fill(form.editSlot, { number: 1 }) })
}

test('an account that refills counts and fills slots, and changes neither prices nor settings', async ({
  page,
  machineFor,
}) => {
  const machine = await machineFor('device.refill')
  const drawer = await openSlot(page, machine)
  await expect(field(drawer, label.price)).toHaveCount(0)
  await field(drawer, label.quantity).fill('9')
  await endWith(drawer, form.saveSlot)
  await expect(tileOf(page, 1)).toContainText('9 / 10')

  const menu = page.getByRole('navigation', { name: shell.menu })
  await expect(menu.getByRole('link', { name: shell.refillList })).toBeVisible()
  await page.goto(pageOf(machine))
  await expect(page.getByRole('link', { name: device.refillHere, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: device.settings, exact: true })).toHaveCount(0)
})

test('an account for prices changes them, and fills nothing', async ({ page, machineFor }) => {
  const machine = await machineFor('device.price')
  const drawer = await openSlot(page, machine)
  await expect(field(drawer, label.quantity)).toHaveCount(0)
  await field(drawer, label.price).fill('4')
  await endWith(drawer, form.saveSlot)
  await expect(tileOf(page, 1)).toContainText('4.00')
  await expect(tileOf(page, 1)).toContainText('4 / 10')

  await page.goto(pageOf(machine))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: device.refillHere, exact: true })).toHaveCount(0)
  // The catalogue is not this account's, and yet it reaches all slots with the same goods.
  await openSlot(page, machine)
  await page.getByRole('link', { name: fill(goodsSlot.allSlots, { name: 'Cola' }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slots with Cola')
  await page.getByRole('link', { name: goodsSlot.backToDevices }).click()
  await expect(page).toHaveURL('/device')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: searchWords['en-US'].title }).fill('cola')
  await page.getByRole('option', { name: /Cola/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slots with Cola')

  await page.goto('/refill')
  await expect(page.getByText(uiWords['en-US'].noPermission)).toBeVisible()
})

test('an account for settings changes what the machine is told, and no slot', async ({
  page,
  merchant,
  machineFor,
}) => {
  const machine = await machineFor('device.setting')
  await page.goto(pageOf(machine, 'settings'))
  const title = page.getByRole('textbox', { name: new RegExp(deviceFieldWords['en-US'].title) })
  await title.fill('Lobby')
  await page.getByRole('button', { name: settingsWords['en-US'].save }).click()
  await expect.poll(async () => (await readDevice(merchant, machine.sn))?.title).toBe('Lobby')

  await page.goto(pageOf(machine, 'slots'))
  await expect(page.getByText('Cola').first()).toBeVisible()
  await expect(tileOf(page, 1)).toHaveAttribute('aria-disabled', 'true')
})
