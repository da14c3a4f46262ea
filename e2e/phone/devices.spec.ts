import type { Locator } from '@playwright/test'
import { slotFieldWords, deviceFieldWords, exportWords, faultWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { endWith, rested, tileOf, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { cardOf } from '../support/goods.ts'
import { overflowOf } from '../support/layout.ts'
import { settled } from '../support/machines.ts'
import { addStore } from '../support/regions.ts'
import { deviceWords, refillWords, slotFormWords, slotWords, uiWords } from '../support/words.ts'

const label = deviceFieldWords['en-US']
const slot = slotFieldWords['en-US']
const ui = uiWords['en-US']
/** The only buttons without words: beside an export, and around the number of the page. */
const arrows = new Set<string>([exportWords['en-US'].format, ui.previousPage, ui.nextPage])

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

/** The lines of text between the heading of a card and what can be done there. */
const linesOf = (card: Locator, under: string): Promise<string[]> =>
  card.evaluate((element, action) => {
    const top = element.querySelector('h2')!.getBoundingClientRect().bottom
    const end = [...element.querySelectorAll('a, button')]
      .find((one) => one.textContent === action)!
      .getBoundingClientRect().top
    const lines: { middle: number; text: string }[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      for (const box of range.getClientRects()) {
        const middle = (box.top + box.bottom) / 2
        if (box.width === 0 || middle < top || middle > end) continue
        const line = lines.find((one) => Math.abs(one.middle - middle) < 8)
        if (line) line.text += texts.currentNode.textContent
        else lines.push({ middle, text: texts.currentNode.textContent ?? '' })
      }
    }
    return lines.map(({ text }) => text)
  }, under)

test('a card says what matters in two lines, however much that is, and buttons have words beside their icons', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Northern railway station, second basement, beside the lifts')
  const machine = await withCola(
    merchant,
    machines,
    { title: 'Lobby', slots: 12, storeId: store._id },
    { slots: [1, 2, 3], quantity: 1 },
  )
  const virtual = machines.play(machine)
  await settled(merchant, machine)
  virtual.breakDown('MOTOR', 2)
  virtual.breakDown('MOTOR', 3)
  await page.goto('/device')
  const card = cardOf(page, `Lobby ${machine.sn}`)
  await expect(card).toContainText(faultWords['en-US'].MOTOR)
  await expect(card.getByText('+1', { exact: true })).toBeInViewport()
  const lines = await linesOf(card, refillWords['en-US'].fill)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(label.isOnline)
  expect(lines[0]).toContain('Northern railway')
  expect(lines[1]).toContain('3 / 30')
  expect(lines[1]).toContain(label.low)
  expect(lines[1]).toContain(faultWords['en-US'].MOTOR)
  expect(await overflowOf(page)).toEqual([])

  for (const path of ['/device', '/goods']) {
    await page.goto(path)
    await expect(page.getByText('Cola').or(page.getByText('Lobby')).first()).toBeVisible()
    const wordless = page.locator('main :is(button, a)').filter({ hasNotText: /./, visible: true })
    const names = await wordless.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(names.filter((name) => !arrows.has(name ?? ''))).toEqual([])
  }
})
