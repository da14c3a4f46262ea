import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import type { Page } from '@playwright/test'
import {
  deviceCalls,
  deviceFieldWords,
  fill,
  machineTypeWords,
  ruleText,
  slotCalls,
} from '@slotwise/contract'

import { field, fillAndLeave, pick } from '../support/console.ts'
import { pageOf, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDevice, settled } from '../support/machines.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import {
  devicePageWords,
  deviceWords,
  settingsWords,
  slotSheetWords,
  slotWords,
  uiWords,
} from '../support/words.ts'

const words = deviceWords['en-US']
const settings = settingsWords['en-US']
const slots = slotWords['en-US']
const label = deviceFieldWords['en-US']
const ui = uiWords['en-US']

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const figure = (page: Page, name: string) =>
  page.getByRole('navigation', { name: words.counts }).getByRole('link', { name: new RegExp(`^${name}`) })
/** Allows for the server, which sends a console at most one event per machine in ten seconds. */
const presenceTimeout = { timeout: 45_000 }
const names = (page: Page) => page.getByRole('rowheader').getByRole('link')

test('a device whose line is cut goes offline in the list by itself, and another comes', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  test.slow()
  const [lobby, quay] = await machines.give(merchant, { title: 'Lobby' }, { title: 'Quay' })
  const virtual = machines.play(lobby!)
  await page.goto('/device')
  await expect(rowOf(page, 'Lobby')).toContainText(label.isOnline)
  await expect(rowOf(page, 'Quay')).toContainText(words.neverConnected)
  await expect(rowOf(page, 'Quay')).not.toContainText(label.isOffline)
  await expect(figure(page, label.isOnline)).toHaveText(`${label.isOnline}1`)
  virtual.powerCut()
  machines.play(quay!)
  await expect(rowOf(page, 'Quay')).toContainText(label.isOnline, presenceTimeout)
  await expect(rowOf(page, 'Lobby')).toContainText(label.isOffline, presenceTimeout)
  await expect(figure(page, label.isOffline)).toHaveText(`${label.isOffline}1`)
})

test('filters are in the address, with figures that lead to just what they count', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Quay 7')
  const low = { title: 'Low', storeId: store._id }
  await withCola(merchant, machines, low, { max: 10, quantity: 1 })
  const [broken] = await machines.give(
    merchant,
    { title: 'Broken', type: 'gashapon' },
    { title: 'Plain', type: 'lattice' },
  )
  const virtual = machines.play(broken!)
  await settled(merchant, broken!)
  virtual.breakDown('MOTOR', 1)

  await page.goto('/device')
  await expect(names(page)).toHaveText(['Plain', 'Broken', 'Low'])
  await expect(rowOf(page, 'Broken')).toContainText('Motor fault')
  await expect(rowOf(page, 'Low')).toContainText('Quay 7')
  await figure(page, words.fault).click()
  await expect(page).toHaveURL('/device?fault=true')
  await expect(names(page)).toHaveText(['Broken'])
  await figure(page, words.low).click()
  await expect(page).toHaveURL('/device?low=true')
  await expect(names(page)).toHaveText(['Low'])
  await figure(page, words.all).click()

  const filters = page.getByRole('search', { name: ui.filters })
  await pick(page, field(filters, label.type), machineTypeWords['en-US'].lattice)
  await expect(page).toHaveURL('/device?type=lattice')
  await expect(names(page)).toHaveText(['Plain'])
  await page.reload()
  await expect(names(page)).toHaveText(['Plain'])
  await page.getByRole('button', { name: ui.resetFilters }).click()
  await pick(page, field(filters, label.store), 'Quay 7')
  await expect(names(page)).toHaveText(['Low'])
  // Also resets the store, because together they would leave no results.
  await pick(page, field(filters, label.in_store), words.inNoStore)
  await expect(page).toHaveURL('/device?in_store=false')
  await expect(names(page)).toHaveText(['Plain', 'Broken'])
  await page.goto('/device')
  await page.getByRole('searchbox', { name: words.search }).fill(broken!.sn.slice(-6))
  await expect(names(page)).toHaveText(['Broken'])
  await expect(page).toHaveURL(`/device?q=${broken!.sn.slice(-6)}`)
  await page.goto('/device?q=nothing%20like%20it')
  await expect(page.getByText(ui.noMatch)).toBeVisible()
})

test('on a slow line the list still follows machines that never stop reporting', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby', slots: 1 })
  const hand = await machines.playByHand(machine!)
  await page.goto('/device')
  await expect(rowOf(page, 'Lobby')).toBeVisible()
  // Longer than the page waits before it loads again.
  await page.route(`**${deviceCalls.getDev.path}`, async (route) => {
    await delay(2_500)
    await route.continue()
  })
  const over = new AbortController()
  const report = async (): Promise<void> => {
    for (let rev = 1; !over.signal.aborted; rev += 1) {
      await hand.say('slots', { rev, full: true, slots: [{ ch: 1, qty: rev % 5, max: 9, state: 'ok' }] })
      await delay(200)
    }
  }
  const reporting = report()
  await callServer(deviceCalls.editDev, { sn: machine!.sn, title: 'Front door' }, merchant.caller)
  await expect(rowOf(page, 'Front door')).toBeVisible()
  over.abort()
  await reporting
})

test('what the list shows is exported', async ({ signedIn: page, merchant, machines }) => {
  await machines.give(merchant, { title: 'Lobby' })
  await page.goto('/device?q=lob')
  await expect(rowOf(page, 'Lobby')).toBeVisible()
  const asked = page.waitForRequest('**/api/v1/d/exportDev')
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  expect((await asked).postDataJSON()).toEqual({ format: 'xlsx', condition: { q: 'lob' } })
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Devices.*\.xlsx$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
})

test('chosen devices are named before they are edited, also those out of sight, and exported without the others', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
  const given = await machines.give(merchant, ...titles.map((title) => ({ title })), { title: 'Other' })
  await page.goto('/device')
  for (const name of titles) await page.getByRole('checkbox', { name: fill(ui.choose, { name }) }).check()
  await page.getByRole('searchbox', { name: words.search }).fill('Other')
  await expect(names(page)).toHaveText(['Other'])
  const bar = page.getByRole('status').filter({ hasText: fill(words.chosen, { count: 7 }) })
  const asked = page.waitForRequest(`**${deviceCalls.exportDev.path}`)
  await bar.getByRole('button', { name: ui.export, exact: true }).click()
  const { condition } = (await asked).postDataJSON() as { condition: { sns: string[] } }
  expect(condition.sns.toSorted()).toEqual(given.slice(0, 7).map(({ sn }) => sn))

  await bar.getByRole('button', { name: words.batchEdit }).click()
  const drawer = page.getByRole('dialog', { name: fill(settings.batchTitle, { count: 7 }) })
  await expect(drawer).toContainText('One, Two, Three, Four, Five')
  await expect(drawer).not.toContainText('Seven')
  await drawer.getByRole('button', { name: fill(settings.batchMore, { count: 2 }) }).click()
  await expect(drawer).toContainText('Five, Six, Seven')
})

test('a device that never connected is shown neither as offline nor as working; a pulse device counts no stock', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [pulse] = await machines.give(merchant, { title: 'Pulse', type: 'pulse' })
  await page.goto(pageOf(pulse!))
  const strip = page.locator('.sw-status-strip')
  await expect(strip).toContainText(words.neverConnected)
  await expect(strip).not.toContainText(label.isOffline)
  await expect(strip).not.toContainText(words.none)
  await expect(strip.locator('dd').filter({ hasText: '–' })).toHaveCount(2)
  await expect(page.getByText(devicePageWords['en-US'].noFaults)).toHaveCount(0)
  await expect(page.getByText(slots.pulseHint)).toBeVisible()
  await expect(page.getByText(devicePageWords['en-US'].noSizes)).toHaveCount(0)
})

test('a device that was left switched off is found by its state', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [off] = await machines.give(merchant, { title: 'Left off' }, { title: 'Selling' })
  const hand = await machines.playByHand(off!)
  await hand.say('heartbeat', { rssi: -60, net: '4g', app: '2.4.1', android: '11', uptime: 60, off: true })
  await expect.poll(() => readDevice(merchant, off!.sn)).toMatchObject({ off: true })
  await page.goto('/device')
  await expect(rowOf(page, 'Left off')).toContainText(label.isOff)
  await pick(page, page.getByRole('combobox', { name: label.online }), label.isOff)
  await expect(page).toHaveURL('/device?off=true')
  await expect(names(page)).toHaveText(['Left off'])
})

test('a search takes wide digits, and rules of settings are said as a field is left', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  await page.goto('/device')
  const wide = machine!.sn.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  await page.getByRole('searchbox', { name: words.search }).fill(wide)
  await expect(page).toHaveURL(`/device?q=${machine!.sn}`)
  await expect(names(page)).toHaveText(['Lobby'])

  await page.goto(pageOf(machine!, 'settings'))
  await page.getByRole('button', { name: settings.addLine }).click()
  const key = field(page, fill(settings.keyOf, { line: 1 }))
  await fillAndLeave(key, 'mqttPassword')
  await expect(page.getByText(ruleText('en-US', 'extendDangerous'))).toBeVisible()
  await fillAndLeave(key, 'volume')
  await expect(page.getByText(ruleText('en-US', 'extendDangerous'))).toHaveCount(0)

  await page.getByRole('switch', { name: new RegExp(label.power_ctrl) }).click()
  const off = page.getByLabel(new RegExp(label.power_off))
  await off.fill('08:00')
  await off.blur()
  await expect(page.getByText(ruleText('en-US', 'sameTimes'))).toBeVisible()
  await off.fill('21:00')
  await off.blur()
  await expect(page.getByText(ruleText('en-US', 'sameTimes'))).toHaveCount(0)
})

test('slots of chosen devices are exported, or those of a store', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Quay 7')
  const [lobby] = await machines.give(merchant, { title: 'Lobby', storeId: store._id }, { title: 'Quay' })
  await page.goto('/device')
  await page.getByRole('checkbox', { name: fill(ui.choose, { name: 'Lobby' }) }).check()
  await page.getByRole('status').getByRole('button', { name: slotSheetWords['en-US'].exportTitle }).click()
  const drawer = page.getByRole('dialog', { name: slotSheetWords['en-US'].exportTitle })
  await expect(drawer.getByRole('radio', { name: fill(slots.exportDevs, { count: '1' }) })).toBeChecked()
  const ofChosen = page.waitForRequest(`**${slotCalls.exportDevChannel.path}`)
  await drawer.getByRole('button', { name: slots.exportDo }).click()
  expect((await ofChosen).postDataJSON()).toMatchObject({ devs: [lobby!.sn], all: false })
  await expect(drawer).toBeHidden()

  await page.goto('/device')
  await page.getByRole('button', { name: slotSheetWords['en-US'].exportTitle }).click()
  await expect(drawer.getByRole('radio', { name: slots.exportAll })).toBeChecked()
  await drawer.getByRole('radio', { name: slots.exportStores }).check()
  await drawer.getByRole('button', { name: slots.exportDo }).click()
  await expect(drawer).toContainText(slots.chooseStore)
  await pick(page, field(drawer, slots.stores), 'Quay 7')
  await page.keyboard.press('Escape')
  await drawer.getByRole('radio', { name: slots.refillList }).check()
  const ofStore = page.waitForRequest(`**${slotCalls.exportDevChannel.path}`)
  await drawer.getByRole('button', { name: slots.exportDo }).click()
  expect((await ofStore).postDataJSON()).toMatchObject({
    stores: [store._id],
    devs: [],
    all: false,
    type: 'goods',
  })
  await expect(page.getByRole('status').filter({ hasText: ui.exportReady }).first()).toBeVisible()
})

test('slots are exported of the devices that the filter of the list leaves, unless others are chosen', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Quay 7')
  const low = await withCola(
    merchant,
    machines,
    { title: 'Low', storeId: store._id },
    { max: 10, quantity: 1 },
  )
  const [full] = await machines.give(merchant, { title: 'Full' })
  const drawer = page.getByRole('dialog', { name: slotSheetWords['en-US'].exportTitle })
  for (const { filter, sns } of [
    { filter: 'low=true', sns: [low.sn] },
    { filter: `store=${store._id}`, sns: [low.sn] },
    { filter: 'online=false', sns: [low.sn, full!.sn] },
  ]) {
    await page.goto(`/device?${filter}`)
    await expect(names(page)).toHaveCount(sns.length)
    await page.getByRole('button', { name: slotSheetWords['en-US'].exportTitle }).click()
    await expect(drawer.getByRole('radio', { name: slots.exportFiltered })).toBeChecked()
    await drawer.getByRole('radio', { name: 'CSV' }).check()
    await drawer.getByRole('button', { name: slots.exportDo }).click()
    const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
    const download = page.waitForEvent('download')
    await ready.getByRole('button', { name: ui.download }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const lines = text.trim().split('\n').slice(1)
    expect(new Set(lines.map((line) => /\d{9}/.exec(line)?.[0]))).toEqual(new Set(sns))
  }
})

test('a device that could not be asked for is not said to be missing', async ({ signedIn: page, watch }) => {
  watch.expect(/getAllDevice/)
  await page.route(`**${deviceCalls.getAllDevice.path}`, (route) => route.abort())
  await page.goto(pageOf({ sn: '123456789' }))
  await expect(page.getByRole('alert')).toContainText(ui.loadFailed)
  await page.unroute(`**${deviceCalls.getAllDevice.path}`)
  await page.getByRole('alert').getByRole('button', { name: ui.retry }).click()
  await expect(page.getByText(words.missing)).toBeVisible()
})
