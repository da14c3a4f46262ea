import { commandStateWords, commandWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { pageOf, passGate, stocked } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { settled } from '../support/machines.ts'
import { station } from '../support/remote-control.ts'
import { historyWords, remoteWords, uiWords } from '../support/words.ts'

const words = remoteWords['en-US']
const states = commandStateWords['en-US']

test('the history is read up to a day', async ({ signedIn: page, merchant, machines }) => {
  const machine = await stocked(merchant, machines, { slots: 2 })
  machines.play(machine)
  await settled(merchant, machine)
  await page.goto(pageOf(machine, 'remote'))
  await page.getByRole('button', { name: words.refresh, exact: true }).click()
  await passGate(page)
  await expect(station(page)).toHaveText(states.done)

  const events = page.getByRole('list', { name: historyWords['en-US'].events }).getByRole('listitem')
  await page.goto(`${pageOf(machine, 'history')}&to=2020-02-02`)
  await expect(field(page, historyWords['en-US'].dayTo)).toHaveValue('2020-02-02')
  await expect(page.getByText(uiWords['en-US'].noMatch)).toBeVisible()
  await page.getByRole('button', { name: uiWords['en-US'].resetFilters }).first().click()
  await expect(events.filter({ hasText: commandWords['en-US'].refreshSetting })).toBeVisible()

  await page.getByRole('button', { name: uiWords['en-US'].export, exact: true }).click()
  const ready = page.getByRole('status').filter({ hasText: uiWords['en-US'].exportReady })
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: uiWords['en-US'].download }).click()
  expect((await download).suggestedFilename()).toMatch(/^Device history.*\.xlsx$/)
})
