import { slotCalls, slotFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { fillSlots, pageOf, rested } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { callServer } from '../support/server.ts'
import { drasticWords, slotFormWords, uiWords } from '../support/words.ts'

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
