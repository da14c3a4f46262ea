import { deviceCalls, deviceFieldWords, slotCalls, slotFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { fillSlots, pageOf, rested } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'
import { drasticWords, settingsWords, slotFormWords, uiWords } from '../support/words.ts'

const asking = drasticWords['en-US']

test('before every game wins, the console asks again, and a reader who turns back changes nothing', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const toy = await addGoods(merchant, 'Toy')
  const [machine] = await machines.give(merchant, { type: 'gashapon', slots: 2, title: 'Lobby' })
  await fillSlots(merchant, machine!, toy)
  await callServer(slotCalls.setChannelInfo, { sn: machine!.sn, channel_sn: 1, rate: 20 }, merchant.caller)
  await rested(merchant)
  const rateNow = async () =>
    (await callServer(slotCalls.getDevChannel, { sn: machine!.sn }, merchant.caller)).data[0]?.rate

  await page.goto(`${pageOf(machine!, 'slots')}&open=slot-1`)
  const drawer = page.getByRole('dialog').filter({ hasText: slotFormWords['en-US'].saveSlot })
  await field(drawer, slotFieldWords['en-US'].rate).fill('100')
  await drawer.getByRole('button', { name: slotFormWords['en-US'].saveSlot }).click()
  const question = page.getByRole('dialog', { name: asking.askTitle })
  await expect(question).toContainText(asking.askRate)
  await question.getByRole('button', { name: uiWords['en-US'].cancel, exact: true }).click()
  await expect(question).toBeHidden()
  expect(await rateNow()).toBe(20)

  await drawer.getByRole('button', { name: slotFormWords['en-US'].saveSlot }).click()
  await question.getByRole('button', { name: asking.askDo }).click()
  await expect.poll(rateNow).toBe(100)
})

test('before one game price loses more than half in all slots, the settings ask again', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const toy = await addGoods(merchant, 'Toy')
  const [machine] = await machines.give(merchant, { type: 'lipstick', slots: 2, title: 'Lobby' })
  await fillSlots(merchant, machine!, toy)
  const { sn } = machine!
  await callServer(deviceCalls.editDev, { sn, same_gp: true, game_price: 1000 }, merchant.caller)
  const priceNow = async () =>
    (await callServer(slotCalls.getDevChannel, { sn }, merchant.caller)).data[0]?.game_price
  expect(await priceNow()).toBe(1000)

  await page.goto(pageOf(machine!, 'settings'))
  await page.getByRole('textbox', { name: deviceFieldWords['en-US'].game_price }).fill('1')
  await page.getByRole('button', { name: settingsWords['en-US'].save }).click()
  const question = page.getByRole('dialog', { name: asking.askTitle })
  await expect(question).toContainText('The game price drops from 10.00 CNY to 1.00 CNY')
  await question.getByRole('button', { name: uiWords['en-US'].cancel, exact: true }).click()
  expect(await priceNow()).toBe(1000)
  await page.getByRole('button', { name: settingsWords['en-US'].save }).click()
  await question.getByRole('button', { name: asking.askDo }).click()
  await expect.poll(priceNow).toBe(100)
  await notices(page).getByRole('button', { name: uiWords['en-US'].undo, exact: true }).click()
  await expect.poll(priceNow).toBe(1000)
})

test('one rate, turned on over different ones, is undone from the notice together with its switch', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const toy = await addGoods(merchant, 'Toy')
  const [machine] = await machines.give(merchant, { type: 'gashapon', slots: 2, title: 'Lobby' })
  await fillSlots(merchant, machine!, toy)
  const { sn } = machine!
  const ratesNow = async () =>
    (await callServer(slotCalls.getDevChannel, { sn }, merchant.caller)).data.map(({ rate }) => rate)
  await callServer(slotCalls.setChannelInfo, { sn, channel_sn: 1, rate: 20 }, merchant.caller)
  await rested(merchant)
  await callServer(slotCalls.setChannelInfo, { sn, channel_sn: 2, rate: 10 }, merchant.caller)

  await page.goto(pageOf(machine!, 'settings'))
  const oneRate = page.getByRole('switch', { name: deviceFieldWords['en-US'].same_pb })
  await oneRate.click()
  await page.getByRole('spinbutton', { name: deviceFieldWords['en-US'].rate }).fill('5')
  await page.getByRole('button', { name: settingsWords['en-US'].save }).click()
  await expect.poll(ratesNow).toEqual([5, 5])
  await notices(page).getByRole('button', { name: uiWords['en-US'].undo, exact: true }).click()
  await expect.poll(ratesNow).toEqual([20, 10])
  await expect(oneRate).not.toBeChecked()
})
