import { deviceFieldWords, fill, slotCalls } from '@slotwise/contract'

import { countClicks } from '../support/clicks.ts'
import { field } from '../support/console.ts'
import { pageOf, passGate, stocked } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { bindDrawerWords, replaceWords } from '../support/words.ts'

const words = replaceWords['en-US']

test('a device is replaced by a spare one: the page says what moves and what does not fit', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Quay 7')
  const old = await stocked(
    merchant,
    machines,
    { slots: 4, title: 'Lobby', storeId: store._id },
    { slots: [1, 4], quantity: 5 },
  )
  const [spare] = await machines.give(merchant, { slots: 2, title: 'Spare' })
  await page.goto(pageOf(old, 'remote'))
  const open = page.getByRole('button', { name: words.replace, exact: true })
  await open.waitFor()
  const clicks = await countClicks(page)
  await open.click()
  const choosing = page.getByRole('dialog', { name: fill(words.chooseTitle, { name: 'Lobby' }) })
  await choosing.getByRole('combobox').click()
  await page.getByTitle(`Spare ${spare!.sn}`).click()
  await choosing.getByRole('button', { name: words.next }).click()
  const review = page.getByRole('dialog', { name: fill(words.reviewTitle, { name: 'Lobby' }) })
  await expect(review).toContainText('Quay 7')
  await expect(review).toContainText('Goods, prices, capacities and status of 1 slot (1)')
  await expect(review).toContainText('Slot 4 (Cola): the new device has no such slot')
  await expect(review).toContainText('The recorded stock of the old device, 10 pieces, is written off')
  await review.getByRole('button', { name: words.confirm }).click()
  expect(await clicks()).toBe(5)
  await passGate(page)
  await expect(page).toHaveURL(`/device/${spare!.sn}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
  await expect(page.getByRole('main')).toContainText('Quay 7')
  const { data } = await callServer(slotCalls.getDevChannel, { sn: spare!.sn }, merchant.caller)
  expect(data.map(({ goods, quantity }) => [goods?.title ?? null, quantity])).toEqual([
    ['Cola', 0],
    [null, 0],
  ])
})

test('a device is replaced by one that is not bound yet, after a wrong code was refused at its field', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const old = await stocked(merchant, machines, { slots: 2, title: 'Lobby' })
  const [fresh] = await machines.register({ slots: 2 })
  await page.goto(pageOf(old, 'remote'))
  await page.getByRole('button', { name: words.replace, exact: true }).click()
  const choosing = page.getByRole('dialog', { name: fill(words.chooseTitle, { name: 'Lobby' }) })
  await choosing.getByRole('radio', { name: words.fresh }).check()
  await field(choosing, deviceFieldWords['en-US'].sn).fill(fresh!.sn)
  await field(choosing, bindDrawerWords['en-US'].code).fill('wrong')
  await choosing.getByRole('button', { name: words.next }).click()
  await expect(field(choosing, deviceFieldWords['en-US'].sn)).toHaveAttribute('aria-invalid', 'true')
  await field(choosing, bindDrawerWords['en-US'].code).fill(fresh!.code)
  await choosing.getByRole('button', { name: words.next }).click()
  const review = page.getByRole('dialog', { name: fill(words.reviewTitle, { name: 'Lobby' }) })
  await expect(review).toContainText(words.allFits)
  await review.getByRole('button', { name: words.confirm }).click()
  await passGate(page)
  await expect(page).toHaveURL(`/device/${fresh!.sn}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
})
