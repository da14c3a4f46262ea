import type { Locator, Page } from '@playwright/test'
import { dayOf, fill, startOfDay, statisticsFieldWords } from '@slotwise/contract'

import { stocked } from '../support/devices.ts'
import { sellDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { order, pay, sell, seller } from '../support/sales.ts'
import { phoneWithoutPayments } from '../support/server.ts'
import { storeSession } from '../support/merchant.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { chartWords, checklistWords, overviewWords, uiWords } from '../support/words.ts'

const words = overviewWords['en-US']
const checklist = checklistWords['en-US']
const label = statisticsFieldWords['en-US']
const chart = chartWords['en-US']
const ui = uiWords['en-US']

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const choice = (within: Locator, name: string): Locator => within.getByRole('radio', { name })

test('a new merchant is led to the first sale, which moves the figures without a reload', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await page.goto('/dashboard')
  const list = card(page, checklist.begin)
  await expect(list.getByRole('link')).toHaveText([
    /^1Add store/,
    /^2Add goods/,
    /^3Bind/,
    /^4Set up/,
    /^5Make/,
  ])
  await list.getByRole('link', { name: checklist.stepStore }).click()
  await expect(page).toHaveURL('/region?tab=stores&open=add')

  const store = await addStore(merchant, 'Harbour')
  const machine = await stocked(merchant, machines, { title: 'Lobby', slots: 2, storeId: store._id })
  await page.goto('/dashboard')
  await expect(list).toContainText(fill(checklist.progress, { done: 4, total: 5 }))
  await expect(list.getByRole('link')).toHaveCount(1)
  const income = card(page, words.income)
  await expect(income).toContainText('0.00')
  await expect(card(page, words.deviceRanking)).toContainText(words.noRanking)

  const hand = await machines.playByHand(machine)
  await sell(hand)
  await expect(income).toContainText('3.50')
  await expect(income.getByRole('listitem').filter({ hasText: label.successCount })).toContainText('1100.00%')
  await expect(list).toBeHidden()
  await expect(card(page, words.deviceRanking)).toContainText('Lobby')
  await expect(card(page, words.payments)).toContainText('Coin')

  await income.getByText(ui.yesterday, { exact: true }).click()
  await expect(income).toContainText(words.likeDayBefore)
  await expect(page).toHaveURL('/dashboard?day=yesterday')
})

test('what needs attention leads to the page where it is settled', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const wish = { title: 'Lobby', slots: 2 }
  const hand = await machines.playByHand(await stocked(merchant, machines, wish, { quantity: 1 }))
  const [idle] = await machines.give(merchant, { title: 'Basement' })
  await page.goto('/dashboard')
  const work = card(page, words.attention)
  await expect(work.getByRole('link')).toHaveText([words.toAlerts, '1 device offline', 'Basement'])
  await expect(card(page, words.devices)).toContainText('50.00%onlineOnline1Offline1')
  await sell(hand)
  await expect(work.getByRole('link')).toHaveText([
    words.toAlerts,
    '1 device offline',
    'Basement',
    '1 empty slot',
    'Lobby, slot 1',
  ])

  await work.getByRole('link', { name: 'Basement' }).click()
  await expect(page).toHaveURL(`/device/${idle!.sn}`)
  await page.goBack()
  await work.getByRole('link', { name: '1 device offline' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(/Basement/)
  await page.goBack()
  await work.getByRole('link', { name: 'Lobby, slot 1' }).click()
  await expect(page).toHaveURL(`/device/${hand.sn}?tab=slots&open=slot-1`)
  await expect(page.getByRole('dialog')).toContainText('Cola')
  await page.goBack()
  await work.getByRole('link', { name: words.toAlerts }).click()
  await expect(page).toHaveURL('/alerts')
})

test('stores are ranked with what came by each payment, as bars and as a table', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addStore(merchant, 'Airport')
  const harbour = await addStore(merchant, 'Harbour')
  const hand = await seller(merchant, machines, { storeId: harbour._id })
  await sell(hand)
  const made = await order(hand)
  await pay(hand, made)
  await sell(hand, { orderNo: made.orderNo, client: 'wechat' })

  await page.goto('/dashboard?trend=today')
  const ranking = card(page, words.ranking)
  await expect(choice(ranking, words.byStore)).toBeChecked()
  const place = ranking.getByRole('listitem').filter({ hasText: 'Harbour' })
  await expect(place).toContainText('7.00')
  await place.getByRole('button').focus()
  const shares = page.getByRole('table', { name: fill(words.byPayment, { name: 'Harbour' }) })
  await expect(shares.getByRole('row')).toHaveText([
    'Payment methodIncomeRefunds',
    'WeChat3.500.00',
    'Others3.500.00',
  ])

  await ranking.getByRole('button', { name: fill(chart.asTableOf, { name: words.storeRanking }) }).click()
  await expect(ranking.getByRole('row', { name: 'Harbour' })).toHaveText('Harbour7.000.0023.500.00')
  await ranking.getByText(words.byDevice, { exact: true }).click()
  await expect(ranking.getByRole('row', { name: 'Lobby' })).toHaveText('Lobby7.000.0023.500.00')

  await expect(card(page, words.goodsRanking).getByRole('listitem')).toHaveText(/Cola\s*2 pieces.*7\.00/)

  const trend = card(page, words.trend)
  const picture = trend.getByRole('img', { name: fill(words.trendOf, { range: ui.today }) })
  await expect(picture.locator('canvas')).toBeVisible()
  await trend.getByRole('button', { name: fill(chart.asTableOf, { name: words.trend }) }).press('Enter')
  await expect(trend.getByRole('row').filter({ hasText: '7.00' })).toHaveCount(1)
  await page.reload()
  await expect(trend.getByRole('row').filter({ hasText: '7.00' })).toHaveCount(1)
})

test('an account that does not see payments has a wider card of devices; the month is shown before 13:00', async ({
  page,
  newMerchant,
}) => {
  const merchant = await newMerchant({ phone: phoneWithoutPayments })
  await storeSession(page, merchant.session)
  const offset = merchant.session.utcOffsetMinutes
  const midnight = startOfDay(dayOf(new Date(), offset), offset).getTime()
  await page.clock.setFixedTime(midnight + 13 * 3_600_000 - 1)
  await page.goto('/dashboard')
  await expect(card(page, words.devices)).toContainText(words.noDevices)
  await expect(card(page, words.payments)).toHaveCount(0)
  const rightOf = async (name: string): Promise<number | undefined> => {
    const box = await card(page, name).boundingBox()
    return box ? Math.round(box.x + box.width) : undefined
  }
  expect(await rightOf(words.devices)).toBe(await rightOf(words.attention))
  await expect(choice(card(page, words.trend), ui.thisMonth)).toBeChecked()

  await page.clock.setFixedTime(midnight + 13 * 3_600_000)
  await page.reload()
  await expect(choice(card(page, words.trend), ui.today)).toBeChecked()
})

test('who has one store, or sees one, has no ranking of stores and only its figures', async ({
  signedIn: page,
  merchant,
  machines,
  consoleOf,
}) => {
  const harbour = await addStore(merchant, 'Harbour')
  const [lobby] = await machines.give(merchant, { title: 'Lobby', storeId: harbour._id })
  await sellDirectly(merchant.session.token, lobby!.sn, [{ client: 'coin' }])
  await page.goto('/dashboard')
  const devices = card(page, words.deviceRanking)
  await expect(devices.getByRole('listitem')).toHaveText(/Lobby.*3\.50/)
  await expect(choice(page.locator('main'), words.byStore)).toHaveCount(0)

  const airport = await addStore(merchant, 'Airport')
  const [gate] = await machines.give(merchant, { title: 'Gate', storeId: airport._id })
  await sellDirectly(merchant.session.token, gate!.sn, [{ client: 'coin', total_price: 900 }])
  await page.reload()
  await expect(choice(card(page, words.ranking), words.byStore)).toBeChecked()

  const role = await addRole(merchant, 'Harbour crew', ['home'])
  await addSubUser(merchant, 'Kim', role, { all_device: false, store: [harbour._id] })
  const theirs = await consoleOf(accountOf(merchant, 'kim'), staffPassword)
  await theirs.goto('/dashboard')
  await expect(card(theirs, words.deviceRanking).getByRole('listitem')).toHaveText(/Lobby.*3\.50/)
  await expect(card(theirs, words.income)).toContainText('3.50')
  await expect(theirs.locator('main')).not.toContainText('9.00')
  await expect(theirs.locator('main')).not.toContainText('Airport')
})
