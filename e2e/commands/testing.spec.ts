import type { Page } from '@playwright/test'
import { commandWords, faultWords, fill } from '@slotwise/contract'

import { agreeTo, pageOf, passGate } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { settled } from '../support/machines.ts'
import { setOperationPassword } from '../support/staff.ts'
import { progressWords, testWords } from '../support/words.ts'

const progress = progressWords['en-US']
const faults = faultWords['en-US']
const testing = testWords['en-US']

/** A slot on the page of tests. */
const testLine = (page: Page, number: number) =>
  page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: fill(testing.testOneOf, { number }) }),
  })

test('slots are tested together, and each tells its own result', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await setOperationPassword(merchant)
  const [machine] = await machines.give(merchant, { slots: 3 })
  const virtual = machines.play(machine!)
  await settled(merchant, machine!)
  virtual.breakDown('OVER_CURRENT', 3)
  await page.goto(pageOf(machine!, 'test'))
  await page.getByRole('button', { name: testing.testNone }).click()
  await expect(page.getByText('Choose at least one slot')).toBeVisible()
  await page.getByRole('checkbox', { name: testing.all, exact: true }).check()
  await agreeTo(
    page,
    fill(testing.testChosen, { count: '3' }),
    fill(testing.testTitle, { count: '3' }),
    (question) => expect(question).toContainText('Slots 1-3'),
  )
  await passGate(page)
  const summary = page.getByText(fill(testing.summary, { worked: '2', failed: '1', waiting: '0' }))
  for (const number of [1, 2]) await expect(testLine(page, number)).toContainText(testing.worked)
  await expect(testLine(page, 3)).toContainText(faults.OVER_CURRENT)
  await expect(summary).toBeVisible()
  // The results survive a reload and the dismissal of the command.
  await page
    .getByRole('button', {
      name: fill(progress.dismissCommand, { command: commandWords['en-US'].testOut }),
    })
    .click()
  await expect(summary).toBeVisible()
  await page.reload()
  await expect(testLine(page, 3)).toContainText(faults.OVER_CURRENT)
  await expect(summary).toBeVisible()
})
