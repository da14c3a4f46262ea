import { slotFieldWords, deviceFieldWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { endWith, rested, tileOf, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf } from '../support/goods.ts'
import { overflowOf } from '../support/layout.ts'
import { deviceWords, slotFormWords, slotWords } from '../support/words.ts'

const label = deviceFieldWords['en-US']
const slot = slotFieldWords['en-US']

test('devices are cards, and a card leads to the slots, which a finger fills', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(
    merchant,
    machines,
    { title: 'Lobby', slots: 12 },
    { slots: [1, 2, 3], quantity: 1 },
  )
  const virtual = machines.play(machine)
  await page.goto('/device')
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = cardOf(page, `Lobby ${machine.sn}`)
  await expect(card).toContainText(label.isOnline)
  await expect(card).toContainText('3 / 30')
  await card.getByRole('link', { name: 'Lobby', exact: true }).tap()
  await expect(page.locator('dt', { hasText: label.faults })).toBeVisible()
  await page.getByRole('link', { name: deviceWords['en-US'].slots, exact: true }).first().tap()

  await expect(tileOf(page, 12)).toBeVisible()
  // On a phone beside the machine, the slots get the room of the status.
  await expect(page.locator('dt', { hasText: label.online })).toBeVisible()
  await expect(page.locator('dt', { hasText: label.faults })).toHaveCount(0)
  expect(await overflowOf(page)).toEqual([])
  const { width } = (await tileOf(page, 1).boundingBox())!
  expect(width).toBeGreaterThan(80)
  await tileOf(page, 3).tap()
  const drawer = page.getByRole('dialog', { name: fill(slotFormWords['en-US'].editSlot, { number: '3' }) })
  await field(drawer, slot.quantity).fill('7')
  await endWith(drawer, slotFormWords['en-US'].saveSlot)
  await expect(tileOf(page, 3)).toContainText('7 / 10')
  await rested(merchant)

  await page.getByRole('button', { name: slotWords['en-US'].chooseSeveral }).tap()
  await page.getByRole('button', { name: slotWords['en-US'].lowOnes }).tap()
  await expect(tileOf(page, 1)).toHaveAttribute('aria-pressed', 'true')
  await expect(tileOf(page, 12)).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: slotWords['en-US'].fill, exact: true }).tap()
  await endWith(page.getByRole('dialog'), 'Fill up: ')
  await expect(tileOf(page, 1)).toContainText('10 / 10')

  virtual.breakDown('MOTOR', 2)
  await expect(page.locator('dt', { hasText: label.faults })).toBeVisible()
})
