import { capabilities, commandStateWords, deviceFieldWords, ruleText, fill } from '@slotwise/contract'

import { field, fillAndLeave } from '../support/console.ts'
import { pageOf, passGate, stocked, tileOf } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { settled } from '../support/machines.ts'
import { initWords, progressWords } from '../support/words.ts'

const words = initWords['en-US']
const states = commandStateWords['en-US']
const counted = (text: string, count: number) => fill(text, { count })
const newNumberOf = (number: number) => fill(words.newNumberOf, { number })

test('the number of slots is set: the device looks for them, says so, and is done by itself', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 4 }, { slots: [1, 4] })
  const hand = await machines.playByHand(machine)

  await page.goto(pageOf(machine, 'init'))
  const number = field(page, words.number)
  await expect(number).toHaveValue('4')
  await expect(page.getByRole('button', { name: words.setNumber })).toBeDisabled()
  await expect(page.getByText(counted(words.sameNumber, 4))).toBeVisible()
  await fillAndLeave(number, '401')
  await expect(page.getByText(/at most \d+ slots/)).toBeVisible()
  await fillAndLeave(number, '0')
  await expect(page.getByText(fill(words.range, { max: String(capabilities.vending.slots) }))).toBeVisible()
  await number.fill('3')
  await page.getByRole('button', { name: counted(words.setDo, 3) }).click()
  const question = page.getByRole('dialog', { name: counted(words.setTitle, 3) })
  await expect(question).toContainText(fill(words.setFewer, { slots: 4, pieces: 5 }))
  await question.getByRole('button', { name: counted(words.setDo, 3) }).click()
  await passGate(page)
  const commands = page.getByRole('list', { name: progressWords['en-US'].commands })
  const station = commands.locator('[aria-current=step]')
  await expect(station).toHaveText(states.sent)

  const { id, op, args } = await hand.hears('cmd')
  expect({ op, args }).toEqual({ op: 'setChannels', args: { count: 3 } })
  await hand.say('ack', { id, accepted: true })
  await hand.say('config', { init: 'running', slots: 0 })
  await expect(page.getByRole('region', { name: words.running })).toContainText(words.runningHint)
  await expect(number).toBeDisabled()
  await hand.say('config', { init: 'done', slots: 3 })
  const found = [1, 2, 3].map((ch) => ({ ch, qty: 0, max: 10, state: 'ok' as const }))
  await hand.say('slots', { rev: 1, full: true, slots: found })
  await hand.say('result', { id, ok: true, items: [] })
  await expect(station).toHaveText(states.done)
  await expect(page.getByRole('region', { name: words.running })).toHaveCount(0)
  await expect(page.getByText(counted(words.setNumberHint, 3))).toBeVisible()

  await page.goto(pageOf(machine, 'slots'))
  await expect(tileOf(page, 1)).toContainText('Cola')
  await expect(tileOf(page, 3)).toBeVisible()
  await expect(tileOf(page, 4)).toHaveCount(0)
})

test('slots get other numbers, none twice, and goods move along', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 3 })
  machines.play(machine)
  await settled(merchant, machine)

  await page.goto(pageOf(machine, 'init'))
  const numbers = page.getByRole('region', { name: words.renumber })
  await fillAndLeave(field(numbers, newNumberOf(1)), '2')
  await expect(numbers.getByText(ruleText('en-US', 'channelTwice')).first()).toBeVisible()
  await numbers.getByRole('button', { name: counted(words.renumberDo, 1) }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await fillAndLeave(field(numbers, newNumberOf(2)), '0')
  await expect(numbers.getByText(ruleText('en-US', 'channelZero'))).toBeVisible()
  await fillAndLeave(field(numbers, newNumberOf(2)), '1')
  await numbers.getByRole('button', { name: counted(words.renumberDo, 2) }).click()
  const question = page.getByRole('dialog', { name: counted(words.renumberTitle, 2) })
  await expect(question).toContainText('1 → 2, 2 → 1')
  await question.getByRole('button', { name: counted(words.renumberDo, 2) }).click()
  await passGate(page)
  await expect(page.locator('[aria-current=step]')).toHaveText(states.done)
  await expect(numbers.getByRole('row').nth(2)).toContainText('Cola')

  await page.goto(pageOf(machine, 'slots'))
  await expect(tileOf(page, 2)).toContainText('Cola')
  await expect(tileOf(page, 1)).not.toContainText('Cola')
})

test('a device that looks for its slots is marked in the list, and its slots cannot be tested', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { slots: 2 })
  const hand = await machines.playByHand(machine!)
  await page.goto(pageOf(machine!, 'init'))
  await expect(field(page, words.number)).toBeEnabled()
  await hand.say('config', { init: 'running', slots: 0 })
  await expect(page.getByText(deviceFieldWords['en-US'].initializing, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: words.running })).toBeVisible()
  await page.goto(pageOf(machine!, 'test'))
  await expect(page.getByRole('button', { name: 'Test slot 1' })).toBeDisabled()
  await page.goto('/device')
  const row = page.getByRole('row').filter({ hasText: machine!.sn })
  await expect(row).toContainText(deviceFieldWords['en-US'].isOnline)
  await expect(row).toContainText(deviceFieldWords['en-US'].initializing)
  await page.goto(pageOf(machine!, 'test'))
  await hand.say('config', { init: 'done', slots: 2 })
  await expect(page.getByRole('button', { name: 'Test slot 1' })).toBeEnabled()
})
