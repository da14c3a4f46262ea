import type { Locator, Route } from '@playwright/test'
import { accountCalls, fill, slotCalls, visitConflictWords } from '@slotwise/contract'

import { fillSlots, rested, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { logIn, type Merchant } from '../support/merchant.ts'
import { callServer } from '../support/server.ts'
import { correct, keptOn, openKept, sendButton, stockOf, tap, waiting } from '../support/visits.ts'
import {
  offlineWords,
  outboxWords,
  publicWords,
  refillListWords,
  shellWords,
  uiWords,
  visitWords,
} from '../support/words.ts'

const words = visitWords['en-US']
const outbox = outboxWords['en-US']
const conflicts = visitConflictWords['en-US']
const shell = shellWords['en-US']
const sendCall = '**/api/v1/c/sendRefillVisit'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ownContext: true })
test.beforeEach(({ watch }) => watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/))

test('slots are filled, corrected and counted at the machine, and sent by one button', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await withCola(merchant, machines, { slots: 4 }, { slots: [1, 2, 3, 4], quantity: 4 })
  const hand = await machines.playByHand(machine)
  const counted = [1, 2, 3, 4].map((ch) => ({ ch, qty: ch === 3 ? 2 : 4, max: 10, state: 'ok' as const }))
  await hand.say('slots', { rev: 1, full: true, slots: counted })
  await page.goto(`/refill/${machine.sn}`)
  await expect(sendButton(page)).toBeDisabled()
  await tap(page, 1).click()
  await expect(tap(page, 1)).toHaveAttribute('aria-pressed', 'true')
  await correct(page, 2, 7)
  await page.getByRole('button', { name: fill(words.takeCounts, { count: 1 }) }).click()
  // A second tap takes a mark back.
  await tap(page, 4).click()
  await tap(page, 4).click()
  await expect(page.getByText(fill(words.summary, { slots: 3, pieces: 9 }))).toBeVisible()
  await sendButton(page).click()
  await expect(page.getByText(words.booked)).toBeVisible()
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 7, 2, 4])
  await expect(tap(page, 1)).toContainText('10 / 10')
  await page.getByRole('button', { name: words.allFull }).click()
  await sendButton(page).click()
  await expect(page.getByText(words.booked)).toBeVisible()
  await expect(tap(page, 4)).toContainText('10 / 10')
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 10, 10, 10])
  // The last one is taken back here, the one before is offered in the list.
  await page.getByRole('button', { name: words.undoSent }).click()
  await expect(tap(page, 4)).toContainText('4 / 10')
  await expect(page.getByRole('button', { name: words.undoSent })).toHaveCount(0)
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 7, 2, 4])
  await page.getByRole('link', { name: words.back }).click()
  await expect(page.getByText(/You refilled 1 device on site at/)).toContainText('11 pieces')
  await expect(page.getByRole('button', { name: refillListWords['en-US'].undo })).toBeVisible()
})

test('the network is cut in the middle: the page opens again without it, and the visit is sent once when it is back', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 4 })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/sendRefillVisit')) sent += 1
  })
  await openKept(page, machine.sn)
  await tap(page, 1).click()
  await context.setOffline(true)
  await correct(page, 2, 3)
  await page.reload()
  await expect(page.getByText(fill(words.keptSince, { age: 'under 1 min' }))).toBeVisible()
  await expect(tap(page, 1)).toHaveAttribute('aria-pressed', 'true')
  await expect(tap(page, 2)).toHaveAttribute('aria-pressed', 'true')
  await sendButton(page).click()
  await expect(waiting(page, 1)).toBeVisible()
  await expect(page.getByText(words.toSend).first()).toBeVisible()
  // The next machine, and one that this phone has never read.
  await page.reload()
  await expect(waiting(page, 1)).toBeVisible()
  await tap(page, 1).click()
  await sendButton(page).click()
  await expect(waiting(page, 2)).toBeVisible()
  await context.setOffline(false)
  await expect(waiting(page, 2)).toHaveCount(0)
  await expect(page.locator('.sw-outbox')).toHaveCount(0)
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 3])
  expect(sent).toBeGreaterThanOrEqual(2)
  await expect(tap(page, 2)).toContainText('3 / 10')
})

test('two phones at one machine: the later count holds, and the other phone shows what was not booked', async ({
  signedIn: first,
  merchant,
  machines,
  consoleOf,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 4 })
  const second = await consoleOf(merchant.username, merchant.password)
  for (const page of [first, second]) await openKept(page, machine.sn)
  await first.context().setOffline(true)
  await correct(first, 1, 6)
  await correct(first, 2, 8)
  await sendButton(first).click()
  await expect(waiting(first, 1)).toBeVisible()
  await tap(second, 1).click()
  await sendButton(second).click()
  await expect(second.getByText(words.booked)).toBeVisible()
  await first.context().setOffline(false)
  const note = first.locator('.sw-alert').filter({ hasText: conflicts.newer })
  await expect(note).toContainText(fill(words.said, { count: '6' }))
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 8])
  await expect(first.getByText(words.seeAbove)).toBeVisible()
  // What is said beside the button is about the last visit, which is neither booked nor to be undone.
  await first.context().setOffline(true)
  await correct(first, 2, 9)
  await sendButton(first).click()
  await expect(first.getByText(words.kept)).toBeVisible()
  await expect(first.getByRole('button', { name: words.undoSent })).toHaveCount(0)
  await first.context().setOffline(false)
  await expect.poll(() => stockOf(merchant, machine.sn)).toEqual([10, 9])
  await note.getByRole('button', { name: words.seen }).click()
  await expect(note).toHaveCount(0)
  await expect(first.locator('.sw-outbox')).toHaveCount(0)
})

test('a dead server: the visit waits through failures and a lost answer, and is booked once', async ({
  signedIn: page,
  merchant,
  machines,
  watch,
}) => {
  watch.expect(/50[02]|sendRefillVisit/)
  const machine = await withCola(merchant, machines, { slots: 1 }, { slots: [1], quantity: 4 })
  await page.goto(`/refill/${machine.sn}`)
  await tap(page, 1).click()
  // Changed in place, because the page tries again by itself at any moment.
  let answer = (route: Route): Promise<void> =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  await page.route(sendCall, (route) => answer(route))
  await sendButton(page).click()
  await expect(page.getByText(outbox.server)).toBeVisible()
  answer = (route) => route.fulfill({ status: 500, body: '' })
  const sendNow = page.getByRole('button', { name: outbox.sendNow })
  await sendNow.click()
  await expect(page.getByText(outbox.server)).toBeVisible()
  // The server books the visit, and its answer is lost.
  let booked = 0
  answer = async (route) => {
    await route.fetch()
    booked += 1
    await route.abort('connectionreset')
  }
  await sendNow.click()
  await expect.poll(() => booked).toBeGreaterThan(0)
  await expect(page.getByText(outbox.server)).toBeVisible()
  expect(await stockOf(merchant, machine.sn)).toEqual([10])
  const [{ goods, rev } = { goods: null, rev: 1 }] = (
    await callServer(slotCalls.getDevChannel, { sn: machine.sn }, merchant.caller)
  ).data
  expect(goods).not.toBeNull()
  answer = (route) => route.continue()
  await sendNow.click()
  await expect(page.locator('.sw-outbox')).toHaveCount(0)
  const [after] = (await callServer(slotCalls.getDevChannel, { sn: machine.sn }, merchant.caller)).data
  expect(after).toMatchObject({ quantity: 10, rev })
})

test('a refused visit and slots with other goods are shown with what was said, and nothing else is lost', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 4 })
  await openKept(page, machine.sn)
  await context.setOffline(true)
  await page.getByRole('button', { name: words.allFull }).click()
  await sendButton(page).click()
  await expect(waiting(page, 1)).toBeVisible()
  const water = await addGoods(merchant, 'Water')
  await fillSlots(merchant, machine, water, { slots: [2], quantity: 1 })
  await context.setOffline(false)
  const note = page.locator('.sw-alert').filter({ hasText: conflicts.goods })
  await expect(note).toContainText('Slot 2: Cola')
  expect(await stockOf(merchant, machine.sn)).toEqual([10, 1])
  await note.getByRole('button', { name: words.seen }).click()
  await rested(merchant)
  await page.route(sendCall, (route) =>
    route.fulfill({ json: { rcode: 101, msg: 'No such device', result: null } }),
  )
  await tap(page, 2).click()
  await sendButton(page).click()
  const refusal = page.getByRole('alert').filter({ hasText: outbox.missing })
  await expect(refusal).toContainText('Slot 2: Water')
  await page.unroute(sendCall)
  await refusal.getByRole('button', { name: words.sendAgain }).click()
  await expect(refusal).toHaveCount(0)
  await expect.poll(() => stockOf(merchant, machine.sn)).toEqual([10, 10])
})

test('a logout asks before unsent visits are lost, and clears what this phone keeps', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const machine = await withCola(merchant, machines, { slots: 1 }, { slots: [1], quantity: 4 })
  await openKept(page, machine.sn)
  await context.setOffline(true)
  await tap(page, 1).click()
  await sendButton(page).click()
  await expect(waiting(page, 1)).toBeVisible()
  // A visit in progress would be lost as well.
  await tap(page, 1).click()
  await expect(tap(page, 1)).toHaveAttribute('aria-pressed', 'true')
  const leave = async (): Promise<Locator> => {
    await page.getByRole('button', { name: /^Account of / }).click()
    await page.getByRole('menuitem', { name: shell.logOut }).click()
    return page.getByRole('dialog', { name: outbox.leaveTitle })
  }
  const question = await leave()
  await expect(question).toContainText(fill(outbox.leaveLine, { count: 2 }))
  await question.getByRole('button', { name: uiWords['en-US'].cancel }).click()
  await expect(waiting(page, 1)).toBeVisible()
  await (await leave()).getByRole('button', { name: outbox.leave }).click()
  await expect(page.getByLabel(publicWords['en-US'].username)).toBeVisible()
  expect(await keptOn(page)).toEqual({
    rows: { lists: 0, machines: 0, drafts: 0, outbox: 0 },
    hasPictures: false,
    hasVisits: false,
  })
  await context.setOffline(false)
  expect(await stockOf({ ...merchant, caller: await callerAgain(merchant) }, machine.sn)).toEqual([4])
})

test('an ended session takes what the phone has read, and leaves visits to the next login of its account', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const machine = await withCola(merchant, machines, { slots: 2 }, { slots: [1, 2], quantity: 4 })
  await page.goto('/refill')
  await openKept(page, machine.sn)
  await context.setOffline(true)
  await tap(page, 1).click()
  await sendButton(page).click()
  await expect(waiting(page, 1)).toBeVisible()
  await tap(page, 2).click()
  await expect(tap(page, 2)).toHaveAttribute('aria-pressed', 'true')
  expect(await keptOn(page)).toMatchObject({ rows: { machines: 1, drafts: 1, outbox: 1 } })

  await callServer(accountCalls.logout, {}, merchant.caller)
  await context.setOffline(false)
  await expect(page).toHaveURL('/login')
  await expect
    .poll(() => keptOn(page))
    .toEqual({
      rows: { lists: 0, machines: 0, drafts: 1, outbox: 1 },
      hasPictures: false,
      hasVisits: true,
    })

  await page.getByLabel(publicWords['en-US'].username).fill(merchant.username)
  await page.getByLabel(publicWords['en-US'].password, { exact: true }).fill(merchant.password)
  await page.getByRole('button', { name: publicWords['en-US'].login }).click()
  await expect(page).toHaveURL(`/refill/${machine.sn}`)
  await expect(tap(page, 2)).toHaveAttribute('aria-pressed', 'true')
  const caller = await callerAgain(merchant)
  await expect.poll(() => stockOf({ ...merchant, caller }, machine.sn)).toEqual([10, 4])
})

const callerAgain = async ({ caller, username, password }: Merchant): Promise<Merchant['caller']> => ({
  ...caller,
  ...(await logIn(username, password, '10.9.9.9')),
})

test('the label of a machine leads to it after the login, and a number that is typed as well', async ({
  page,
  merchant,
  machines,
}) => {
  const cola = await addGoods(merchant, 'Cola')
  const [one, two] = await machines.give(merchant, { slots: 1 }, { slots: 1 })
  for (const machine of [one!, two!]) await fillSlots(merchant, machine, cola, { quantity: 4 })
  await page.goto(`/m/${one!.sn}`)
  await page.getByLabel(publicWords['en-US'].username).fill(merchant.username)
  await page.getByLabel(publicWords['en-US'].password, { exact: true }).fill(merchant.password)
  await page.getByRole('button', { name: publicWords['en-US'].login, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/refill/${one!.sn}$`))
  await expect(tap(page, 1)).toBeVisible()
  await page.getByRole('button', { name: words.scan }).click()
  const dialog = page.getByRole('dialog', { name: words.scanTitle })
  await dialog.getByRole('textbox', { name: words.number }).fill(two!.sn)
  await dialog.getByRole('button', { name: words.open }).click()
  await expect(page).toHaveURL(new RegExp(`/refill/${two!.sn}$`))
  await page.goto('/refill/99999999999')
  await expect(page.getByText(words.missing)).toBeVisible()
})

test('the console that is started without a network leads to the machines that the phone keeps', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const machine = await withCola(
    merchant,
    machines,
    { slots: 1, title: 'Lobby' },
    { slots: [1], quantity: 4 },
  )
  await openKept(page, machine.sn)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: words.keptTitle })).toBeVisible()
  await page.getByRole('link', { name: /^Lobby/ }).click()
  await expect(tap(page, 1)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: words.keptTitle })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL('/dashboard')
})

test('an installed console that keeps nothing says without a network that there is none', async ({
  page,
  context,
  watch,
}) => {
  // The answer of the service worker.
  watch.expect(/503/)
  // As an iPhone says that the page was started from its home screen.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  await page.goto('/login')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: offlineWords['en-US'].title })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: offlineWords['en-US'].retry }).click()
  await expect(page.getByLabel(publicWords['en-US'].username)).toBeVisible()
})
