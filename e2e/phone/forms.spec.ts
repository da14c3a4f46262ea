import type { Locator } from '@playwright/test'
import { deviceFieldWords } from '@slotwise/contract'

import { pageOf } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { settingsWords, thresholdWords } from '../support/words.ts'

const label = deviceFieldWords['en-US']

/** Whether a finger would touch it: it is inside of the window, and nothing lies over its middle. */
const isInSight = (control: Locator) => () =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const touched = document.elementFromPoint(x + width / 2, y + height / 2)
    return touched !== null && element.contains(touched)
  })

test('what is refused at the head and at the end of a form comes into sight above its fixed buttons', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  await page.goto(pageOf(machine!, 'settings'))
  const title = page.getByRole('textbox', { name: new RegExp(label.title) })
  const minutes = page.getByRole('spinbutton', { name: new RegExp(thresholdWords['en-US'].offlineAfter) })
  const save = page.getByRole('button', { name: settingsWords['en-US'].save })
  const refused = (control: Locator) =>
    page.locator('.ant-form-item').filter({ has: control }).locator('.ant-form-item-explain-error')

  await title.fill('')
  await minutes.scrollIntoViewIfNeeded()
  expect(await isInSight(title)()).toBe(false)
  await save.tap()
  await expect.poll(isInSight(title)).toBe(true)
  await expect.poll(isInSight(refused(title))).toBe(true)

  await title.fill('Lobby 2')
  await minutes.fill('0')
  await title.scrollIntoViewIfNeeded()
  await save.tap()
  await expect.poll(isInSight(refused(minutes))).toBe(true)
})
