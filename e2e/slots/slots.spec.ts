import {
  accountCalls,
  commandCalls,
  eventStreamPath,
  fill,
  ruleText,
  slotCalls,
  slotFieldWords,
} from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { endWith, pageOf, rested, stocked, tileOf, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { settled } from '../support/machines.ts'
import { notices } from '../support/notices.ts'
import { callServer, md5 } from '../support/server.ts'
import { operationPassword } from '../support/staff.ts'
import { chosenFieldsWords, refillWords, slotFormWords, slotWords, uiWords } from '../support/words.ts'

const words = slotWords['en-US']
const formWords = slotFormWords['en-US']
const label = slotFieldWords['en-US']

const editing = (number: number) => ({ name: fill(formWords.editSlot, { number }) })

test('goods, price and quantity go into a slot, which waits until the device has taken them', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addGoods(merchant, 'Cola', { price: 350 })
  const [machine] = await machines.give(merchant, { slots: 4 })
  const hand = await machines.playByHand(machine!)
  const first = await hand.hears('config')
  await hand.say('config', { rev: first.rev })

  await page.goto(pageOf(machine!, 'slots'))
  await expect(tileOf(page, 1)).toContainText(words.noGoods)
  await tileOf(page, 1).click()
  await expect(page).toHaveURL(/open=slot-1$/)
  const drawer = page.getByRole('dialog', editing(1))
  await pick(page, field(drawer, label.goods), 'Cola')
  // The price of the goods is suggested.
  await expect(field(drawer, label.price)).toHaveValue('3.50')
  await expect(drawer).not.toContainText(formWords.unusualPrice)
  await field(drawer, label.price).fill('0.01')
  await expect(drawer).toContainText(formWords.unusualPrice)
  await field(drawer, label.max).fill('10')
  await drawer.getByRole('button', { name: fill(formWords.fillTo, { max: 10 }) }).click()
  await expect(field(drawer, formWords.newQuantity)).toHaveValue('10')
  await field(drawer, formWords.newQuantity).fill('12')
  await drawer.getByRole('button', { name: formWords.saveSlot }).click()
  await expect(drawer).toContainText(ruleText('en-US', 'minPrice'))
  await expect(drawer).toContainText(ruleText('en-US', 'quantityAboveMax'))
  await field(drawer, label.price).fill('4')
  await field(drawer, formWords.newQuantity).fill('8')
  await endWith(drawer, formWords.saveSlot)

  await expect(tileOf(page, 1)).toContainText('Cola')
  await expect(tileOf(page, 1)).toContainText('4.00')
  await expect(tileOf(page, 1)).toContainText('8 / 10')
  await expect(tileOf(page, 1)).toContainText(words.waiting)
  await expect(tileOf(page, 2)).not.toContainText(words.waiting)

  const { rev, settings } = await hand.hears('config', (config) => config.rev > first.rev)
  expect(settings['slots']).toMatchObject([{ ch: 1, price: 400 }, {}, {}, {}])
  await hand.say('config', { rev })
  await expect(tileOf(page, 1)).not.toContainText(words.waiting)
})

test('several slots are edited together, and all are filled up', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addGoods(merchant, 'Tea', { price: 300 })
  const [machine] = await machines.give(merchant, { slots: 4 })
  machines.play(machine!)
  await settled(merchant, machine!)
  await page.goto(pageOf(machine!, 'slots'))
  await page.getByRole('button', { name: words.chooseSeveral }).click()
  for (const number of [2, 3, 4]) await tileOf(page, number).click()
  await expect(page.getByText(fill(words.chosen, { count: '3' }))).toBeVisible()
  await page.getByRole('button', { name: words.editTogether }).click()

  const drawer = page.getByRole('dialog', { name: fill(formWords.editSlots, { count: '3' }) })
  await drawer.getByRole('button', { name: fill(formWords.saveSlots, { count: '3' }) }).click()
  await expect(drawer).toContainText(chosenFieldsWords['en-US'].chooseField)
  for (const name of [label.goods, label.max])
    await drawer.getByRole('checkbox', { name, exact: true }).check()
  // Each control has the name of the tick that shows it.
  const control = (name: string) => field(drawer, name).and(drawer.locator('input:not([type=checkbox])'))
  await pick(page, control(label.goods), 'Tea')
  await expect(control(label.price)).toHaveValue('3.00')
  await control(formWords.newQuantity).fill('2')
  await control(label.max).fill('6')
  await endWith(drawer, fill(formWords.saveSlots, { count: '3' }))
  for (const number of [2, 3, 4]) {
    await expect(tileOf(page, number)).toContainText('Tea')
    await expect(tileOf(page, number)).toContainText('2 / 6')
  }
  await expect(tileOf(page, 1)).toContainText(words.noGoods)

  await rested(merchant)
  await page.getByRole('button', { name: words.fillAll }).click()
  const question = page.getByRole('dialog', { name: fill(words.fillTitle, { count: '3' }) })
  await Promise.all([
    expect(notices(page)).toContainText(words.filled),
    endWith(question, fill(words.fillDo, { pieces: '12' })),
  ])
  for (const number of [2, 3, 4]) await expect(tileOf(page, number)).toContainText('6 / 6')
  // The virtual machine takes the change over by itself.
  await expect(page.getByText(words.waiting)).toHaveCount(0)
})

test('a slot rests for a moment between two edits; the form says for how long and loses nothing', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { slots: 2 })
  await page.goto(pageOf(machine!, 'slots'))
  await tileOf(page, 2).click()
  const drawer = page.getByRole('dialog', editing(2))
  await field(drawer, label.max).fill('7')
  // Another user edits just before the save.
  await page.route(
    `**${slotCalls.setChannelInfo.path}`,
    async (route) => {
      const edit = { sn: machine!.sn, channel_sn: [1], max: 9 }
      await callServer(slotCalls.setChannelInfo, edit, merchant.caller)
      await route.continue()
    },
    { times: 1 },
  )
  await Promise.all([
    expect(drawer.getByRole('timer')).toContainText(/Try again in \d seconds?/),
    drawer.getByRole('button', { name: formWords.saveSlot }).click(),
  ])
  await expect(field(drawer, label.max)).toHaveValue('7')
  await endWith(drawer, formWords.saveSlot)
  await tileOf(page, 2).click()
  await expect(field(drawer, label.max)).toHaveValue('7')
})

test('the second of two users who edit a slot sees the changes of the first and loses no input', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { price: 350, max: 10, quantity: 5 })
  await page.goto(pageOf(machine, 'slots'))
  await tileOf(page, 1).click()
  const drawer = page.getByRole('dialog', editing(1))
  await field(drawer, label.price).fill('4.20')
  // Another user sets another price and quantity.
  await callServer(
    slotCalls.setChannelInfo,
    { sn: machine.sn, channel_sn: [1], price: 390, quantity: 9 },
    merchant.caller,
  )
  await rested(merchant)
  await drawer.getByRole('button', { name: formWords.saveSlot }).click()
  await expect(drawer.getByRole('alert')).toContainText(formWords.clash)
  await expect(drawer.getByRole('alert')).toContainText('3.90')
  await expect(drawer.getByRole('alert')).toContainText('4.20')
  await expect(drawer.getByRole('alert')).toContainText(
    fill(formWords.takenLine, { field: label.quantity, theirs: '9' }),
  )
  await expect(field(drawer, label.price)).toHaveValue('4.20')
  await expect(field(drawer, label.quantity)).toHaveValue('9')
  await endWith(drawer, formWords.saveSlot)
  await expect(tileOf(page, 1)).toContainText('4.20')
  await expect(tileOf(page, 1)).toContainText('9 / 10')
})

test('a quantity typed while the device dispensed is saved only after the clash was shown', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 }, { max: 10, quantity: 5 })
  machines.play(machine)
  await settled(merchant, machine)
  await page.goto(pageOf(machine, 'slots'))
  await tileOf(page, 1).click()
  const drawer = page.getByRole('dialog', editing(1))
  await field(drawer, label.quantity).fill('9')
  const gate = { password: md5(operationPassword) }
  const { sign } = await callServer(accountCalls.checkOprPwd, gate, merchant.caller)
  const goods = [{ channel_sn: 1, count: 2 }]
  await callServer(commandCalls.remoteOuting, { sn: machine.sn, goods, sign }, merchant.caller)
  await expect(tileOf(page, 1)).toContainText('3 / 10')
  await rested(merchant)
  await drawer.getByRole('button', { name: formWords.saveSlot }).click()
  await expect(drawer.getByRole('alert')).toContainText(formWords.clash)
  await expect(drawer.getByRole('alert')).toContainText(
    fill(formWords.clashLine, { field: label.quantity, theirs: '3', yours: '9' }),
  )
  await expect(field(drawer, label.quantity)).toHaveValue('9')
  await endWith(drawer, formWords.saveSlot)
  await expect(tileOf(page, 1)).toContainText('9 / 10')
})

test('a fill and an emptying are undone from their notices', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 1 }, { max: 10, quantity: 5 })
  await page.goto(pageOf(machine, 'slots'))
  const undo = notices(page).getByRole('button', { name: uiWords['en-US'].undo, exact: true })
  await page.getByRole('button', { name: words.fillAll }).click()
  await endWith(
    page.getByRole('dialog', { name: fill(words.fillTitle, { count: '1' }) }),
    fill(words.fillDo, { pieces: '5' }),
  )
  await expect(tileOf(page, 1)).toContainText('10 / 10')
  await undo.click()
  await expect(notices(page)).toContainText(fill(refillWords['en-US'].undone, { pieces: '5' }))
  await expect(tileOf(page, 1)).toContainText('5 / 10')

  await rested(merchant)
  await page.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: words.emptyAll }).click()
  await endWith(
    page.getByRole('dialog', { name: fill(words.emptyTitle, { count: '1' }) }),
    fill(words.emptyDo, { pieces: '5' }),
  )
  await expect(tileOf(page, 1)).toContainText('0 / 10')
  await undo.click()
  await expect(notices(page)).toContainText(fill(refillWords['en-US'].putBack, { restored: '5' }))
  await expect(tileOf(page, 1)).toContainText('5 / 10')
})

test('filling up after a change by another user first shows the change and the new number', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { max: 10, quantity: 5 })
  await page.goto(pageOf(machine, 'slots'))
  await page.getByRole('button', { name: words.fillAll }).click()
  const question = page.getByRole('dialog', { name: fill(words.fillTitle, { count: '1' }) })
  await expect(question).toContainText('5 pieces')
  const edit = { sn: machine.sn, channel_sn: [1], max: 20 }
  await callServer(slotCalls.setChannelInfo, edit, merchant.caller)
  await rested(merchant)
  await question.getByRole('button', { name: fill(words.fillDo, { pieces: '5' }) }).click()
  await expect(question.getByRole('alert')).toContainText(words.changedMeanwhile)
  await expect(question).toContainText('15 pieces')
  await endWith(question, fill(words.fillDo, { pieces: '15' }))
  await expect(tileOf(page, 1)).toContainText('20 / 20')
})

test('filling up cannot be cancelled once it has begun, and closes its dialog at the end', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { max: 10, quantity: 5 })
  const held = Promise.withResolvers<void>()
  await page.route(`**${slotCalls.setQuantity.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(pageOf(machine, 'slots'))
  await page.getByRole('button', { name: words.fillAll }).click()
  const question = page.getByRole('dialog', { name: fill(words.fillTitle, { count: '1' }) })
  await question.getByRole('button', { name: fill(words.fillDo, { pieces: '5' }) }).click()
  await expect(question.getByRole('button', { name: uiWords['en-US'].cancel })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  held.resolve()
  await expect(question).toBeHidden()
  await expect(tileOf(page, 1)).toContainText('10 / 10')
})

test('slots that could not be loaded are asked for again', async ({
  signedIn: page,
  merchant,
  machines,
  watch,
}) => {
  watch.expect(/getDevChannel|stream/)
  const [machine] = await machines.give(merchant, { slots: 2 })
  await page.route(`**${slotCalls.getDevChannel.path}`, (route) => route.abort())
  // Without the live line, which would make the page load by itself.
  await page.route(`**${eventStreamPath}`, (route) => route.abort())
  await page.goto(pageOf(machine!))
  await expect(page.getByRole('alert').getByText(words.loadFailed)).toBeVisible()
  await page.goto(pageOf(machine!, 'slots'))
  await expect(page.getByText('Loading inventories failed, try again')).toBeVisible()
  await page.unroute(`**${slotCalls.getDevChannel.path}`)
  await page.getByRole('alert').getByRole('button', { name: uiWords['en-US'].retry }).click()
  await expect(tileOf(page, 2)).toBeVisible()
})

test('goods are taken out, and the layout of another device is copied', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const full = await withCola(merchant, machines, { slots: 2, title: 'Full' }, { slots: [1, 2] })
  const [vacant] = await machines.give(merchant, { slots: 2, title: 'Vacant' })
  await page.goto(pageOf(vacant!, 'slots'))
  await page.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: words.copy }).click()
  const copying = page.getByRole('dialog', { name: words.copyTitle })
  await pick(page, field(copying, words.copyFrom), `Full ${full.sn}`)
  await expect(copying).toContainText(fill(words.copyFilled, { count: '2' }))
  await endWith(copying, words.copyDo)
  for (const number of [1, 2]) {
    await expect(tileOf(page, number)).toContainText('Cola')
    await expect(tileOf(page, number)).toContainText('0 / 10')
  }

  await page.goto(pageOf(full, 'slots'))
  await page.getByRole('button', { name: words.chooseSeveral }).click()
  await tileOf(page, 1).click()
  await page.getByRole('button', { name: words.putDown }).click()
  const question = page.getByRole('dialog', { name: fill(words.putDownTitle, { count: '1' }) })
  await expect(question).toContainText('5 pieces')
  await endWith(question, words.putDownDo)
  await expect(tileOf(page, 1)).toContainText(words.noGoods)
  await expect(tileOf(page, 2)).toContainText('Cola')
})

test('copying an empty layout warns of what is lost', async ({ signedIn: page, merchant, machines }) => {
  const full = await withCola(
    merchant,
    machines,
    { slots: 3, title: 'Full' },
    { slots: [1, 2, 3], quantity: 5 },
  )
  const [vacant] = await machines.give(merchant, { slots: 2, title: 'Vacant' })
  await page.goto(pageOf(full, 'slots'))
  await page.getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: words.copy }).click()
  const copying = page.getByRole('dialog', { name: words.copyTitle })
  const copy = copying.getByRole('button', { name: words.copyDo })
  await expect(copy).toBeDisabled()
  await pick(page, field(copying, words.copyFrom), `Vacant ${vacant!.sn}`)
  await expect(copying).toContainText(fill(words.copyFilled, { count: '0' }))
  await expect(copying).toContainText(fill(words.copyEmptied, { count: '2' }))
  await expect(copying).toContainText(fill(words.copyPieces, { pieces: '10' }))
  await expect(copy).toBeEnabled()
})
