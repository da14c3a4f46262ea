import {
  commandCalls,
  commandStateWords,
  type CommandStep,
  commandWords,
  deviceFieldWords,
  errorText,
  faultWords,
  fill,
  historyLineWords,
  slotCalls,
  stockReasonWords,
} from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { pageOf, passGate, stocked, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDevice, settled } from '../support/machines.ts'
import { commands, dispense, piecesFrom, station } from '../support/remote-control.ts'
import { callServer } from '../support/server.ts'
import { setOperationPassword } from '../support/staff.ts'
import {
  devicePageWords,
  deviceWords,
  historyWords,
  initWords,
  progressWords,
  remoteWords,
  testWords,
  uiWords,
  unbindWords,
} from '../support/words.ts'

const words = remoteWords['en-US']
const progress = progressWords['en-US']
const states = commandStateWords['en-US']
const faults = faultWords['en-US']
const label = deviceFieldWords['en-US']
const testing = testWords['en-US']

test('dispensing is watched from the order to the last piece; the stock goes down and the history tells it', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 }, { quantity: 5 })
  const hand = await machines.playByHand(machine)

  await page.goto(pageOf(machine, 'remote'))
  await piecesFrom(page, 1).fill('0')
  await page.getByRole('button', { name: words.dispenseNone, exact: true }).click()
  await expect(page.getByText('The count must not be 0')).toBeVisible()
  await piecesFrom(page, 1).fill('2')
  await dispense(page, 2, async (question) => {
    await expect(question).toContainText('Slot 1 × 2: Cola')
    await expect(question).not.toContainText(words.shortSlots.split('{')[0]!)
  })
  await passGate(page)
  await expect(station(page)).toHaveText(states.sent)

  const { id, op, args } = await hand.hears('cmd')
  expect({ op, args }).toMatchObject({ op: 'dispense', args: { items: [{ ch: 1, n: 2 }] } })
  await hand.say('ack', { id, accepted: true })
  await expect(station(page)).toHaveText(states.acknowledged)
  await hand.say('progress', { id, items: [{ ch: 1, n: 1, ok: true }] })
  await expect(commands(page)).toContainText(fill(progress.pieces, { count: '1' }))
  // A reloaded page shows the current state.
  await page.reload()
  await expect(station(page)).toHaveText(states.acknowledged)
  await expect(commands(page)).toContainText(fill(progress.piecesDone, { done: '1', count: '2' }))
  await hand.say('result', { id, ok: true, items: [{ ch: 1, n: 2, ok: true }] })
  await expect(station(page)).toHaveText(states.done)
  await expect(commands(page)).toContainText(fill(progress.pieces, { count: '2' }))
  await expect(page.getByText(fill(words.stock, { quantity: '3' }), { exact: true })).toBeVisible()

  await page.getByRole('link', { name: deviceWords['en-US'].history }).first().click()
  const events = page.getByRole('list', { name: historyWords['en-US'].events })
  const ordered = events.locator('[data-kind=command]').filter({ hasText: commandWords['en-US'].dispense })
  await expect(ordered).toContainText(states.done)
  const booked = events.locator('[data-kind=stock]').filter({ hasText: stockReasonWords['en-US'].remote })
  await expect(booked).toContainText('5 → 3')
  await expect(booked).toContainText(merchant.username)
})

test('a motor that fails is named with its code, and what came out before; the message stays until it is removed', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 5 })
  const virtual = machines.play(machine)
  await settled(merchant, machine)
  virtual.breakDown('MOTOR', 2)

  await page.goto(pageOf(machine, 'remote'))
  await expect(page.getByText(`Slot 2: ${faults.MOTOR}`)).toBeVisible()
  await piecesFrom(page, 1).fill('1')
  await piecesFrom(page, 2).fill('2')
  await dispense(page, 3)
  await passGate(page)
  await expect(station(page)).toHaveText(states.failed)
  await expect(commands(page)).toContainText(fill(progress.someCameOut, { done: 1, count: 3 }))
  await expect(commands(page)).toContainText(fill(progress.because, { reason: faults.MOTOR }))
  await expect(commands(page)).toContainText(fill(progress.code, { code: '402 · MOTOR' }))
  await expect(commands(page).getByRole('listitem').filter({ hasText: 'Slot 1' })).toContainText(
    progress.worked,
  )
  await expect(commands(page).getByRole('listitem').filter({ hasText: 'Slot 2' })).toContainText(faults.MOTOR)

  // The command is still there after visiting another page.
  await page.getByRole('link', { name: deviceWords['en-US'].slots, exact: true }).first().click()
  await page.getByRole('link', { name: deviceWords['en-US'].remote, exact: true }).first().click()
  await expect(station(page)).toHaveText(states.failed)
  await expect(commands(page)).toContainText(fill(progress.code, { code: '402 · MOTOR' }))
  await page
    .getByRole('button', {
      name: fill(progress.dismissCommand, { command: commandWords['en-US'].dispense }),
    })
    .click()
  await expect(commands(page)).toHaveCount(0)

  await page.getByRole('link', { name: deviceWords['en-US'].history, exact: true }).first().click()
  const events = page.getByRole('list', { name: historyWords['en-US'].events })
  await expect(events.locator('[data-kind=command]')).toContainText(
    fill(historyLineWords['en-US'].code, { code: '402 · MOTOR' }),
  )

  const { data } = await callServer(slotCalls.getDevChannel, { sn: machine.sn }, merchant.caller)
  expect(data.map(({ quantity }) => quantity)).toEqual([4, 5])
})

test('a device that is offline can only be unbound; it says why, and comes alive by itself', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 })
  await page.goto(pageOf(machine, 'remote'))
  await expect(page.getByText('The device is offline', { exact: true })).toBeVisible()
  await expect(piecesFrom(page, 1)).toBeDisabled()
  for (const name of [words.dispenseNone, words.refresh])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  for (const button of await page.getByRole('region', { name: words.power }).getByRole('button').all())
    await expect(button).toBeDisabled()
  await expect(page.getByRole('button', { name: unbindWords['en-US'].unbind })).toBeEnabled()

  await page.goto(pageOf(machine, 'test'))
  await expect(page.getByText('The device is offline', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: testing.testNone })).toBeDisabled()
  await page.goto(pageOf(machine, 'init'))
  await expect(page.getByText('The device is offline', { exact: true })).toBeVisible()
  await expect(field(page, initWords['en-US'].number)).toBeDisabled()

  await page.goto(pageOf(machine, 'remote'))
  await expect(page.getByText('The device is offline', { exact: true })).toBeVisible()
  await machines.playByHand(machine)
  await expect(page.getByText('The device is offline', { exact: true })).toHaveCount(0)
  await expect(piecesFrom(page, 1)).toBeEnabled()
})

test('a command without an answer leaves open whether the device has acted', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await setOperationPassword(merchant)
  const [machine] = await machines.give(merchant, { slots: 2 })
  const hand = await machines.playByHand(machine!)
  // Answers as the server does after the time is over, without waiting for it.
  await page.route(`**${commandCalls.getCommand.path}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: CommandStep }
    const result: CommandStep = { ...body.result, state: 'expired', fault: 'CTRL_TIMEOUT' }
    await route.fulfill({ response: answer, json: { ...body, result } })
  })
  await page.goto(pageOf(machine!, 'remote'))
  await page.getByRole('button', { name: words.refresh, exact: true }).click()
  await passGate(page)
  await hand.hears('cmd')
  await expect(station(page)).toHaveText(states.expired)
  await expect(commands(page)).toContainText(fill(progress.because, { reason: faults.CTRL_TIMEOUT }))
  await expect(commands(page)).toContainText(progress.expiredHint)
})

test('one setting is applied again, chosen among those that the device has', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await setOperationPassword(merchant)
  const [machine] = await machines.give(merchant, { slots: 2, type: 'lipstick' })
  const hand = await machines.playByHand(machine!)
  await page.goto(pageOf(machine!, 'remote'))
  await pick(page, page.getByRole('combobox', { name: words.refreshWhich }), label.game_mode)
  await page.getByRole('button', { name: words.refresh, exact: true }).click()
  await passGate(page)
  expect(await hand.hears('cmd')).toMatchObject({ op: 'refreshSetting', args: { setting: 'game_mode' } })
})

test('a device that leaves between looking and pressing: the answer stays, with its code', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await setOperationPassword(merchant)
  const [machine] = await machines.give(merchant, { slots: 2 })
  const hand = await machines.playByHand(machine!)
  await page.goto(pageOf(machine!, 'remote'))
  await page.getByRole('button', { name: words.refresh, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await hand.vanish()
  await expect.poll(() => readDevice(merchant, machine!.sn)).toMatchObject({ online: false })
  await passGate(page)
  const failure = page.locator('.sw-call-failure').filter({ hasText: errorText('en-US', 'offline') })
  await expect(failure).toContainText(fill(progress.code, { code: '400' }))
  // The refusal is still there after a visit to another tab.
  await page.getByRole('link', { name: deviceWords['en-US'].slots, exact: true }).first().click()
  await expect(failure).toHaveCount(0)
  await page.getByRole('link', { name: deviceWords['en-US'].remote, exact: true }).first().click()
  await expect(failure).toContainText(fill(progress.code, { code: '400' }))
  await page.getByRole('button', { name: progress.closeMessage }).click()
  await expect(failure).toHaveCount(0)
})

test('dispensing warns where the books say that nothing can come out, and does nothing unless one agrees', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { quantity: 1 })
  await machines.playByHand(machine)
  await page.goto(pageOf(machine, 'remote'))
  await piecesFrom(page, 1).fill('2')
  await piecesFrom(page, 2).fill('101')
  // Invalid counts are not added up.
  await page.getByRole('button', { name: words.dispenseNone, exact: true }).click()
  await expect(page.getByText('From 1 to 100', { exact: true })).toBeVisible()
  await piecesFrom(page, 2).fill('1')
  await page.getByRole('button', { name: fill(words.dispenseDo, { count: '3' }), exact: true }).click()
  const question = page.getByRole('dialog', { name: fill(words.dispenseTitle, { count: '3' }) })
  await expect(question).toContainText(fill(words.shortSlots, { slots: '1' }))
  await expect(question).toContainText(fill(words.vacantSlots, { slots: '2' }))
  await question.getByRole('button', { name: uiWords['en-US'].cancel }).click()
  await expect(question).toBeHidden()
  await expect(piecesFrom(page, 1)).toHaveValue('2')
  await expect(commands(page)).toHaveCount(0)
})

test('unbinding tells what is lost, and frees the device', async ({ signedIn: page, merchant, machines }) => {
  const machine = await stocked(merchant, machines, { slots: 2, title: 'Lobby' }, { quantity: 5 })
  await page.goto(pageOf(machine, 'remote'))
  await page.getByRole('button', { name: unbindWords['en-US'].unbind }).click()
  const question = page.getByRole('dialog', {
    name: fill(unbindWords['en-US'].unbindTitle, { name: 'Lobby' }),
  })
  await expect(question).toContainText(fill(unbindWords['en-US'].lostStock, { pieces: '5' }))
  await question.getByRole('button', { name: unbindWords['en-US'].unbind }).click()
  await passGate(page)
  await expect(page).toHaveURL('/device')
  await expect(page.getByText(deviceWords['en-US'].noDevices)).toBeVisible()
  // The history of the unbound device stays.
  await page.getByRole('button', { name: fill(deviceWords['en-US'].formerCount, { count: '1' }) }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Lobby' }).click()
  await expect(page.getByText(devicePageWords['en-US'].formerHint)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('5 → 0')
  await expect(page.getByText(label.isOffline, { exact: true })).toHaveCount(0)
  await page.goto('/device/1')
  await expect(page.getByRole('heading', { name: 'The device does not exist' })).toBeVisible()
})
