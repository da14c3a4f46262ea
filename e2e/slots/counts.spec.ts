import { accountCalls, commandCalls, errorText, fill, slotFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { endWith, pageOf, rested, stocked, tileOf, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { callServer, md5 } from '../support/server.ts'
import { operationPassword } from '../support/staff.ts'
import { slotFormWords, slotWords, uiWords } from '../support/words.ts'

const words = slotWords['en-US']
const formWords = slotFormWords['en-US']
const label = slotFieldWords['en-US']

test.describe('books that differ from the count of the device', () => {
  const both = [1, 2].map((ch) => ({ ch, qty: ch, max: 10, state: 'ok' as const }))
  const partedNote = (count: number) => fill(words.partedNote, { count: String(count) })

  test('are corrected slot by slot with one click, which keeps what was typed', async ({
    signedIn: page,
    merchant,
    machines,
  }) => {
    const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 8 })
    const hand = await machines.playByHand(machine)
    await hand.say('slots', { rev: 1, full: true, slots: both })
    await page.goto(pageOf(machine, 'slots'))
    await expect(page.getByText(partedNote(2))).toBeVisible()
    await tileOf(page, 1).click()
    const drawer = page.getByRole('dialog', {
      name: fill(formWords.editSlot, { number: 1 }),
    })
    await field(drawer, label.price).fill('4.20')
    const take = drawer.getByRole('button', { name: fill(formWords.takeCount, { books: 8, counted: 1 }) })
    await Promise.all([
      expect(notices(page)).toContainText(fill(formWords.countTaken, { number: 1, counted: 1 })),
      take.click(),
    ])
    await expect(take).toBeHidden()
    await expect(field(drawer, label.quantity)).toHaveValue('1')
    await expect(field(drawer, label.quantity)).toBeFocused()
    await expect(field(drawer, label.price)).toHaveValue('4.20')
    await rested(merchant)
    await endWith(drawer, formWords.saveSlot)
    await expect(tileOf(page, 1)).toContainText('4.20')
    await expect(tileOf(page, 1)).toContainText('1 / 10')
    await expect(page.getByText(partedNote(1))).toBeVisible()
  })

  test('are compared and corrected for the whole device, the note goes, and both come back by undo', async ({
    signedIn: page,
    merchant,
    machines,
  }) => {
    const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 8 })
    const hand = await machines.playByHand(machine)
    await hand.say('slots', { rev: 1, full: true, slots: both })
    await page.goto(pageOf(machine, 'slots'))
    const compare = page.getByRole('button', { name: words.compareCounts })
    await compare.click()
    const question = page.getByRole('dialog', { name: fill(words.countTitle, { count: '2' }) })
    await expect(question.getByRole('row', { name: '2 Cola 8 2' })).toBeVisible()
    await Promise.all([expect(notices(page)).toContainText(words.counted), endWith(question, words.countDo)])
    await expect(tileOf(page, 1)).toContainText('1 / 10')
    await expect(tileOf(page, 2)).toContainText('2 / 10')
    await expect(compare).toBeHidden()
    await notices(page).getByRole('button', { name: uiWords['en-US'].undo, exact: true }).click()
    await expect(tileOf(page, 1)).toContainText('8 / 10')
    await expect(tileOf(page, 2)).toContainText('8 / 10')
    await expect(compare).toBeVisible()
  })
})

test('slots are not edited from the order to renumber them until the device has answered', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await stocked(merchant, machines, { slots: 2 }, { max: 10, quantity: 5 })
  const hand = await machines.playByHand(machine)
  await page.goto(pageOf(machine, 'slots'))
  const fillAll = page.getByRole('button', { name: words.fillAll })
  await expect(fillAll).toBeEnabled()
  const gate = { password: md5(operationPassword) }
  const { sign } = await callServer(accountCalls.checkOprPwd, gate, merchant.caller)
  const channel = [{ from: 2, to: 9 }]
  await callServer(commandCalls.resetId, { sn: machine.sn, channel, sign }, merchant.caller)
  await expect(fillAll).toBeDisabled()
  await expect(page.getByText(errorText('en-US', 'busy'))).toBeVisible()
  const { id } = await hand.hears('cmd')
  await hand.say('ack', { id, accepted: false, why: 'busy' })
  await expect(fillAll).toBeEnabled()
})
