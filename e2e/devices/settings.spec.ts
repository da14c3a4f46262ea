import type { Page } from '@playwright/test'
import {
  defaultSettings,
  deviceCalls,
  deviceFieldWords,
  fill,
  lampColorWords,
  ruleText,
} from '@slotwise/contract'

import { pick } from '../support/console.ts'
import { pageOf } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDevice, settled } from '../support/machines.ts'
import { notices } from '../support/notices.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { conflictWords, devicePageWords, deviceWords, settingsWords, uiWords } from '../support/words.ts'

const words = deviceWords['en-US']
const settings = settingsWords['en-US']
const label = deviceFieldWords['en-US']
const ui = uiWords['en-US']

const names = (page: Page) => page.getByRole('rowheader').getByRole('link')
/** A regular expression, because the label also says whether the device has the value. */
const titleField = (page: Page) => page.getByRole('textbox', { name: new RegExp(label.title) })

test('settings of several devices change together, and each says when it has them', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [one, two] = await machines.give(merchant, { title: 'One' }, { title: 'Two' }, { title: 'Three' })
  machines.play(two!)
  await settled(merchant, two!)
  await machines.switchOff()
  machines.play(one!)
  await settled(merchant, one!)
  await page.goto('/device')
  for (const name of ['One', 'Two'])
    await page.getByRole('checkbox', { name: fill(ui.choose, { name }) }).check()
  await expect(page.getByText(fill(words.chosen, { count: '2' }))).toBeVisible()
  await callServer(deviceCalls.editDev, { sn: one!.sn, lamp_brightness: 33 }, merchant.caller)
  await page.getByRole('button', { name: words.batchEdit }).click()
  const drawer = page.getByRole('dialog', { name: fill(settings.batchTitle, { count: '2' }) })
  await expect(drawer).toContainText(fill(settings.batchDevices, { names: 'One, Two' }))
  const save = drawer.getByRole('button', { name: fill(settings.batchSave, { count: '2' }) })
  await save.click()
  await expect(drawer.getByRole('alert')).toHaveText(settings.takeSomething)
  await drawer.getByRole('checkbox', { name: label.lamp_color, exact: true }).check()
  await pick(page, drawer.getByRole('combobox', { name: label.lamp_color }), lampColorWords['en-US'].blue)
  const custom = drawer.getByRole('checkbox', { name: label.extend, exact: true })
  await custom.check()
  await expect(drawer).toContainText(fill(settings.extendDeletes, { count: '2' }))
  await custom.uncheck()
  // The form shows the first device's current value, not the one from when it was selected.
  await drawer.getByRole('checkbox', { name: label.lamp_brightness, exact: true }).check()
  await expect(drawer.getByRole('spinbutton', { name: label.lamp_brightness })).toHaveValue('33')
  await save.click()
  await expect(notices(page)).toContainText(fill(settings.batchSaved, { count: '2' }))
  await expect(drawer).toBeHidden()

  await page.goto(pageOf(two!))
  await expect(page.getByText(devicePageWords['en-US'].notYetApplied)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(label.lamp_color)
  machines.play(two!)
  await expect(page.getByText(words.allApplied)).toBeVisible()
  await settled(merchant, one!, two!)
  expect(await readDevice(merchant, one!.sn)).toMatchObject({ lamp_color: 'blue' })
  expect(await readDevice(merchant, two!.sn)).toMatchObject({ lamp_color: 'blue', lamp_brightness: 33 })
})

test('several devices are not switched on and off at the same time, and the form says so itself', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await machines.give(merchant, { title: 'One' }, { title: 'Two' })
  await page.goto('/device')
  for (const name of ['One', 'Two'])
    await page.getByRole('checkbox', { name: fill(ui.choose, { name }) }).check()
  await page.getByRole('button', { name: words.batchEdit }).click()
  const drawer = page.getByRole('dialog', { name: fill(settings.batchTitle, { count: '2' }) })
  const take = (name: string) => drawer.getByRole('checkbox', { name, exact: true }).check()
  await take(label.power_ctrl)
  await drawer.getByRole('switch', { name: label.power_ctrl }).click()
  await take(label.power_off)
  const off = drawer.locator('input[type=time]')
  await off.fill(defaultSettings.power_on)
  let sent = 0
  page.on('request', (request) => request.url().endsWith(deviceCalls.editDevs.path) && (sent += 1))
  const save = drawer.getByRole('button', { name: fill(settings.batchSave, { count: '2' }) })
  await save.click()
  await expect(drawer.getByText(ruleText('en-US', 'sameTimes'))).toBeVisible()
  expect(sent).toBe(0)
  await off.fill('23:00')
  await expect(drawer.getByText(ruleText('en-US', 'sameTimes'))).toHaveCount(0)
  await save.click()
  await expect(notices(page)).toContainText(fill(settings.batchSaved, { count: '2' }))
})

test('a setting of one device is saved, waits for the device, and is applied when it comes', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  await page.goto(pageOf(machine!, 'settings'))
  const title = titleField(page)
  await title.fill('Front door')
  await expect(title).toHaveAccessibleName(new RegExp(settings.notSaved))
  await expect(page.getByText(settings.unsaved)).toBeVisible()
  await page.getByRole('button', { name: settings.save }).click()
  await expect(notices(page)).toContainText(settings.savedWaiting)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front door')
  await expect(page.getByText(settings.someWaiting)).toBeVisible()
  machines.play(machine!)
  await expect(page.getByText(settings.allApplied)).toBeVisible()
})

test('a device that is in no store is put into one by its settings', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addStore(merchant, 'Quay 7')
  await machines.give(merchant, { title: 'Lobby' })
  await page.goto('/device?in_store=false')
  await names(page).filter({ hasText: 'Lobby' }).click()
  await expect(page.getByRole('main')).toContainText(words.noStore)
  await page.getByRole('link', { name: words.settings, exact: true }).click()
  await pick(page, page.getByRole('combobox', { name: new RegExp(label.store) }), 'Quay 7')
  await page.getByRole('button', { name: settings.save }).click()
  await expect(notices(page)).toContainText(settings.saved)
  await expect(page.getByRole('main')).not.toContainText(words.noStore)
  await page.goto('/device?in_store=false')
  await expect(page.getByText(ui.noMatch)).toBeVisible()
})

test('each device has its own settings, and leads back to the list as it was', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await machines.give(merchant, { title: 'Lobby' }, { title: 'Quay' })
  const list = '/device?order=title&size=20'
  await page.goto(list)
  const title = titleField(page)
  const openSettings = async (name: string) => {
    await names(page).filter({ hasText: name }).click()
    await page.getByRole('link', { name: words.settings, exact: true }).click()
    await expect(title).toHaveValue(name)
  }
  await openSettings('Lobby')
  await page.getByRole('link', { name: words.backToList }).click()
  await expect(page).toHaveURL(list)
  await openSettings('Quay')
  // Goes back three pages, from the settings of one device to those of the other.
  await page.evaluate(() => history.go(-3))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
  await expect(title).toHaveValue('Lobby')
})

test('the error of a setting that is hidden meanwhile is shown above the form', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  await page.goto(pageOf(machine!, 'settings'))
  const lamp = page.getByRole('switch', { name: new RegExp(label.lamp_ctrl) })
  await expect(lamp).toBeChecked()
  await page.getByRole('spinbutton', { name: new RegExp(label.lamp_brightness) }).fill('150')
  await lamp.click()
  await page.getByRole('button', { name: settings.save }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(ruleText('en-US', 'percent'))
  await lamp.click()
  await page.getByRole('spinbutton', { name: new RegExp(label.lamp_brightness) }).fill('50')
  await page.getByRole('button', { name: settings.save }).click()
  await expect(notices(page)).toContainText(settings.savedWaiting)
})

test('a setting that another user changed meanwhile is reported, and no input is lost', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  await page.goto(pageOf(machine!, 'settings'))
  const title = titleField(page)
  await title.fill('Mine')
  await callServer(
    deviceCalls.editDev,
    { sn: machine!.sn, title: 'Theirs', lamp_brightness: 33 },
    merchant.caller,
  )
  await page.getByRole('button', { name: settings.save }).click()
  await page.getByRole('button', { name: ui.reloadLatest }).click()
  await expect(page.getByText(conflictWords['en-US'].latestLoadedBoth)).toBeVisible()
  await expect(title).toHaveValue('Mine')
  await page.getByRole('button', { name: settings.save }).click()
  await expect(notices(page)).toContainText(settings.savedWaiting)
  expect(await readDevice(merchant, machine!.sn)).toMatchObject({ title: 'Mine', lamp_brightness: 33 })
})
