import { alertStateWords, fill, thresholdFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { pageOf, withCola } from '../support/devices.ts'
import { lookLaterDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { alertWords, settingsWords, thresholdRuleWords, thresholdWords } from '../support/words.ts'

const words = alertWords['en-US']
const thresholds = { ...thresholdWords['en-US'], ...thresholdRuleWords['en-US'] }
const name = 'Lobby, Abnormal device'

test('a fault appears live, is taken and done with remarks, and closes when the fault is over', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.give(merchant, { title: 'Lobby', slots: 2 })
  const hand = await machines.playByHand(machine!)
  await page.goto('/alerts')
  await expect(page.getByText(words.none)).toBeVisible()

  const fault = { code: 'MOTOR', ch: 1, raw: '31' } as const
  await hand.say('fault', { ...fault, active: true })
  const row = page.getByRole('row', { name: 'Lobby' })
  await expect(row).toContainText('Motor fault', { timeout: 20_000 })
  await expect(row).toContainText(words.free)

  await row.getByRole('button', { name: fill(words.takeOf, { name }) }).click()
  await expect(row.getByRole('button', { name: fill(words.giveBackOf, { name }) })).toBeFocused()
  await expect(row).not.toContainText(words.free)
  await page.goto('/alerts?mine=true')
  await row.getByRole('button', { name: fill(words.noteOf, { name }) }).click()
  const drawer = page.getByRole('dialog', { name: words.workTitle })
  await field(drawer, words.note).fill('New motor')
  await drawer.getByRole('switch').click()
  await drawer.getByRole('button', { name: words.saveWork }).click()
  await expect(row).toContainText('New motor')
  await expect(row.getByRole('button', { name: fill(words.reopenOf, { name }) })).toBeVisible()

  await hand.say('fault', { ...fault, active: false })
  await lookLaterDirectly(merchant.session.token, 5)
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: alertStateWords['en-US'].closed }).click()
  await expect(page).toHaveURL('/alerts?mine=true&state=closed')
  await expect(row).toContainText('New motor')
})

test('a threshold of a device says which slots are low, on its list too, and can be given up', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { title: 'Lobby', slots: 2 }, { quantity: 5 })
  await page.goto(pageOf(machine, 'settings'))
  const low = page.getByRole('spinbutton', { name: thresholdFieldWords['en-US'].low })
  const inherited = fill(thresholds.asUsual, { value: '20%' })
  await expect(low).toHaveAttribute('placeholder', inherited)
  await low.fill('91')
  await low.press('Tab')
  await expect(page.getByText('Enter a whole number from 0 to 90')).toBeVisible()
  await low.fill('50')
  const save = page.getByRole('button', { name: settingsWords['en-US'].save })
  await save.click()
  await expect(save).toBeHidden()

  await page.goto('/device?low=true')
  const figure = page.getByRole('row', { name: 'Lobby' }).getByRole('link', { name: 'Low' })
  await figure.hover()
  await expect(page.getByRole('tooltip')).toHaveText(
    fill(thresholds.lowRule, { value: '50%', level: thresholds.levelDevice }),
  )

  await page.goto(pageOf(machine, 'settings'))
  await page.getByRole('button', { name: fill(thresholds.backTo, { inherited }) }).click()
  await save.click()
  await expect(save).toBeHidden()
  await expect(low).toHaveAttribute('placeholder', inherited)
  await page.goto('/device?low=true')
  await expect(page.getByRole('row', { name: 'Lobby' })).toBeHidden()
})
