import type { Page } from '@playwright/test'
import {
  commandCalls,
  commandStateWords,
  commandWords,
  errorText,
  eventStreamPath,
  faultWords,
  fill,
  historyCalls,
  powerWords,
  refusalWords,
  slotCalls,
} from '@slotwise/contract'

import { pageOf, passGate, stocked } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDevice, settled } from '../support/machines.ts'
import { commands, dispense, piecesFrom, station } from '../support/remote-control.ts'
import { callServer } from '../support/server.ts'
import { progressWords, remoteWords, testWords } from '../support/words.ts'

const words = remoteWords['en-US']
const progress = progressWords['en-US']
const states = commandStateWords['en-US']
const testing = testWords['en-US']
const power = powerWords['en-US']

const refusal = (page: Page) => page.locator('.sw-call-failure')

test('an answer that is lost leaves open whether the goods fall, until the command is heard of; they fall once', async ({
  signedIn: page,
  merchant,
  machines,
  watch,
}) => {
  watch.expect(/remoteOuting/)
  const machine = await stocked(merchant, machines, { slots: 2 }, { quantity: 5 })
  const hand = await machines.playByHand(machine)
  // At first no news of the command arrive either.
  await page.route(`**${eventStreamPath}`, (route) => route.abort())
  await page.route(`**${historyCalls.getDevHistory.path}`, (route) => route.abort())
  watch.expect(/stream|getDevHistory/)
  await page.route(
    `**${commandCalls.remoteOuting.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 2 },
  )
  await page.goto(pageOf(machine, 'remote'))
  await piecesFrom(page, 1).fill('2')
  await dispense(page, 2)
  await passGate(page)
  await expect(refusal(page)).toContainText(progress.lost)
  await expect(refusal(page)).toContainText(progress.lostHint)
  const { id } = await hand.hears('cmd')
  // The same input again, even after a reload, is the same command.
  await page.reload()
  await expect(refusal(page)).toContainText(progress.lost)
  await piecesFrom(page, 1).fill('2')
  await dispense(page, 2)
  await expect(refusal(page)).toContainText(progress.lost)

  await page.unroute(`**${historyCalls.getDevHistory.path}`)
  // Of an expired command only the stream tells that the machine has answered after all.
  await page.unroute(`**${eventStreamPath}`)
  // Expired, if the steps above took longer than the machine has to answer.
  await expect(station(page)).toHaveText(new RegExp(`^(${states.sent}|${states.expired})$`))
  await expect(refusal(page)).toHaveCount(0)
  await expect(piecesFrom(page, 1)).toHaveValue('')
  await hand.say('ack', { id, accepted: true })
  await hand.say('result', { id, ok: true, items: [{ ch: 1, n: 2, ok: true }] })
  await expect(station(page)).toHaveText(states.done)
  await expect(commands(page)).toHaveCount(1)
  const { data } = await callServer(slotCalls.getDevChannel, { sn: machine.sn }, merchant.caller)
  expect(data[0]).toMatchObject({ quantity: 3 })
  expect(hand.heard.filter(({ name }) => name === 'cmd')).toHaveLength(1)
})

test('a command whose answer was lost is shown as soon as the live stream tells of it', async ({
  signedIn: page,
  merchant,
  machines,
  watch,
}) => {
  watch.expect(/remoteOuting|getDevHistory/)
  const machine = await stocked(merchant, machines, { slots: 2 }, { quantity: 5 })
  machines.play(machine)
  await settled(merchant, machine)
  await page.route(`**${historyCalls.getDevHistory.path}`, (route) => route.abort())
  await page.goto(pageOf(machine, 'remote'))
  await piecesFrom(page, 1).fill('1')
  await page.route(`**${commandCalls.remoteOuting.path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dispense(page, 1)
  await passGate(page)
  await expect(station(page)).toHaveText(states.done)
  await expect(refusal(page)).toHaveCount(0)
})

test('refusals of the server and failures of the device are still shown after a reload', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 5 })
  const hand = await machines.playByHand(machine)
  await page.goto(pageOf(machine, 'remote'))
  await piecesFrom(page, 1).fill('2')
  await piecesFrom(page, 2).fill('2')
  await dispense(page, 4)
  await passGate(page)
  const { id } = await hand.hears('cmd')
  await hand.say('ack', { id, accepted: true })
  await hand.say('result', {
    id,
    ok: false,
    fault: 'MOTOR',
    items: [
      { ch: 1, n: 2, ok: true },
      { ch: 2, n: 2, ok: false, fault: 'MOTOR' },
    ],
  })
  await expect(commands(page)).toContainText(fill(progress.someCameOut, { done: 2, count: 4 }))

  await piecesFrom(page, 1).fill('1')
  await page.getByRole('button', { name: fill(words.dispenseDo, { count: 1 }), exact: true }).click()
  const question = page.getByRole('dialog', { name: fill(words.dispenseTitle, { count: 1 }) })
  await hand.vanish()
  await expect.poll(() => readDevice(merchant, machine.sn)).toMatchObject({ online: false })
  await question.getByRole('button', { name: fill(words.dispenseDo, { count: 1 }), exact: true }).click()
  await expect(refusal(page)).toContainText(errorText('en-US', 'offline'))

  await page.reload()
  await expect(refusal(page)).toContainText(errorText('en-US', 'offline'))
  await expect(refusal(page)).toContainText(fill(progress.code, { code: '400' }))
  await expect(commands(page)).toContainText(fill(progress.because, { reason: faultWords['en-US'].MOTOR }))
  await expect(commands(page)).toContainText(fill(progress.code, { code: '402 · MOTOR' }))
  await page.getByRole('button', { name: progress.closeMessage }).click()
  await page
    .getByRole('button', {
      name: fill(progress.dismissCommand, { command: commandWords['en-US'].dispense }),
    })
    .click()
  await page.reload()
  await expect(piecesFrom(page, 1)).toBeVisible()
  await expect(refusal(page)).toHaveCount(0)
  await expect(commands(page)).toHaveCount(0)
})

test('a device that is switched off says so, moves nothing, and is switched on from there', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 })
  machines.play(machine)
  await settled(merchant, machine)
  await page.goto(pageOf(machine, 'remote'))
  const group = page.getByRole('group', { name: power.machine })
  await group.getByRole('button', { name: power.off }).click()
  await page
    .getByRole('dialog', { name: words.offMachineTitle })
    .getByRole('button', { name: power.off })
    .click()
  await passGate(page)
  await expect(page.getByText(words.offHint)).toBeVisible()
  await expect(piecesFrom(page, 1)).toBeDisabled()

  await page.goto(pageOf(machine, 'test'))
  await expect(page.getByText(refusalWords['en-US'].off)).toBeVisible()
  await expect(page.getByText(testing.offHint)).toBeVisible()
  await expect(page.getByRole('button', { name: fill(testing.testOneOf, { number: 1 }) })).toBeDisabled()
  await page.getByRole('link', { name: power.on }).click()
  const panel = page.getByRole('region', { name: words.dispense })
  await panel.getByRole('button', { name: power.on }).click()
  await expect(page.getByText(words.offHint)).toHaveCount(0)
  await expect(piecesFrom(page, 1)).toBeEnabled()
})
