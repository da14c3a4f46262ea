import {
  accountCalls,
  alertCalls,
  bindSeconds,
  fill,
  notifyCalls,
  notifyChannelWords,
  notifyFieldWords,
  notifyKindWords,
  notifyScopeWords,
  noticeStateWords,
  ruleText,
} from '@slotwise/contract'
import type { Locator, Page } from '@playwright/test'

import { pick } from '../support/console.ts'
import { tellDirectly } from '../support/direct.ts'
import { answerWithChats, chatCodes } from '../support/chat-codes.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore, rowOf } from '../support/regions.ts'
import { logIn } from '../support/merchant.ts'
import { callServer } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { agreeWords, notifyWords, publicWords, shellWords, uiWords } from '../support/words.ts'

const words = notifyWords['en-US']
const agree = agreeWords['en-US']
const label = notifyFieldWords['en-US']
const kind = notifyKindWords['en-US']

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const linkIn = async (page: Page): Promise<string> =>
  page.getByLabel(words.link, { exact: true }).inputValue()

test('an account that opens the link, signs in and agrees is told of what the main account then chooses, at the chosen store', async ({
  page,
  consoleOf,
  merchant,
  machines,
  address,
}) => {
  const { _id: storeId } = await addStore(merchant, 'Pier 3')
  const [machine] = await machines.give(merchant, { title: 'Lobby', storeId })
  const hand = await machines.playByHand(machine!)
  const { sub_username: username } = await addSubUser(
    merchant,
    'Anna',
    await addRole(merchant, 'Repairs', ['device.manage']),
  )

  const main = await consoleOf(merchant.username, merchant.password)
  await main.clock.install()
  await main.goto('/dashboard')
  await button(main, shellWords['en-US'].account).click()
  await main.getByRole('link', { name: shellWords['en-US'].notify }).click()
  await expect(main).toHaveURL('/notify')
  await expect(main.getByText(words.none)).toBeVisible()
  await button(main, words.bind).first().click()
  const first = await linkIn(main)
  await main.clock.fastForward(bindSeconds * 1000)
  await expect(main.getByText(words.expired)).toBeVisible()
  await button(main, words.newCode).click()
  await expect(main.getByRole('img', { name: words.qrLabel })).toBeVisible()
  const link = await linkIn(main)
  expect(link).not.toBe(first)

  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await page.getByLabel(publicWords['en-US'].username).fill(username)
  await page.getByLabel(publicWords['en-US'].password, { exact: true }).fill(staffPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(link)
  // The role sees no sales, so there would be no refunds to hear of.
  await expect(page.getByRole('listitem')).toHaveText([kind.offline, kind.low_stock, kind.abnormal])
  await button(page, agree.agree).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(agree.done)

  await page.goto('/notify')
  await expect(
    page.getByText(fill(uiWords['en-US'].mainOnlyHint, { merchant: merchant.mchName })),
  ).toBeVisible()

  await expect(main.getByText(fill(words.bound, { name: 'Anna' }))).toBeVisible()
  await button(main, words.chooseKinds).click()
  const form = main.getByRole('dialog', { name: fill(words.editTitle, { name: 'Anna' }) })
  for (const name of Object.values(kind)) await form.getByRole('checkbox', { name }).uncheck()
  await form.getByRole('radio', { name: notifyScopeWords['en-US'].part }).check()
  await button(main, words.save).click()
  await expect(form.getByText(ruleText('en-US', 'notifyKinds'))).toBeVisible()
  await expect(form.getByText(ruleText('en-US', 'notifyStore'))).toBeVisible()
  await form.getByRole('checkbox', { name: kind.abnormal }).check()
  await pick(main, form.getByRole('combobox', { name: label.store }), 'Pier 3')
  await form.getByLabel(label.remarks).fill('nights')
  await button(main, words.save).click()
  await expect(form).toBeHidden()
  const row = rowOf(main, `Anna ${username} nights`)
  await expect(row.getByRole('listitem')).toHaveText([kind.abnormal])
  await expect(row).toContainText('Pier 3')

  await hand.say('fault', { code: 'MOTOR', ch: 1, raw: '', active: true })
  await expect
    .poll(async () => (await callServer(alertCalls.getAlerts, {}, merchant.caller)).count, {
      intervals: [200],
    })
    .toBe(1)
  await tellDirectly(merchant.session.token, [])
  await main.getByRole('link', { name: words.deliveriesTab }).click()
  const delivery = rowOf(main, 'Pier 3: Lobby has a fault: Motor fault')
  await expect(delivery).toContainText(noticeStateWords['en-US'].sent)
  await expect(delivery).toContainText('Anna')
  const { token, secret } = await logIn(username, staffPassword, address)
  const anna = { address, token, secret }
  expect(await callServer(notifyCalls.getInboxCount, {}, anna)).toEqual({ unread: 1 })
  await callServer(accountCalls.logout, {}, anna)
})

test('the switch of a receiver turns it off, a test notice says that it arrived, and deleting asks first', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/notify?open=bind')
  // The main account needs no phone for its own inbox.
  await button(page, words.bindOwn).click()
  const name = merchant.mchName
  await expect(page.getByText(fill(words.bound, { name }))).toBeVisible()
  await page.keyboard.press('Escape')
  const row = rowOf(page, `${name} ${words.you}`)
  const active = row.getByRole('switch', { name: `${label.notice}: ${name}` })
  await expect(active).toBeChecked()
  await expect(row).toContainText(words.allKinds)
  await active.click()
  await expect(page.getByText(fill(words.switchedOff, { name }))).toBeVisible()
  await expect(active).not.toBeChecked()
  const { data } = await callServer(notifyCalls.getNotifyList, {}, merchant.caller)
  expect(data).toMatchObject([{ notice: false }])

  await button(row, `${words.test}: ${name}`).click()
  await expect(page.getByText(fill(words.testSent, { name, channel: 'Inbox' }))).toBeVisible()
  await expect(row).not.toContainText(words.never)

  await row.getByRole('button', { name: /^Delete/ }).click()
  const dialog = page.getByRole('dialog', { name: fill(words.deleteTitle, { name }) })
  await expect(dialog).toContainText(words.deleteText)
  await button(dialog, words.delete).click()
  await expect(page.getByText(words.none)).toBeVisible()
})

test('a robot of a group chat is added with an address of its app, and edited and deleted like other receivers', async ({
  signedIn: page,
}) => {
  await page.goto('/notify')
  await button(page, words.addRobot).first().click()
  const form = page.getByRole('dialog')
  await pick(page, form.getByLabel(label.channel), notifyChannelWords['en-US'].dingtalk)
  await form.getByLabel(label.name, { exact: true }).fill('Night shift')
  await form.getByLabel(label.url).fill('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1')
  await button(form, words.addRobot).click()
  await expect(form.getByText(ruleText('en-US', 'robotUrl'))).toBeVisible()
  await form.getByLabel(label.url).fill('https://oapi.dingtalk.com/robot/send?access_token=1')
  await button(form, words.addRobot).click()
  await expect(page.getByText(words.robotAdded)).toBeVisible()
  const row = rowOf(page, 'Night shift')
  await expect(row).toContainText(notifyChannelWords['en-US'].dingtalk)
  await button(row, 'Night shift').click()
  await page.getByRole('dialog').getByRole('checkbox', { name: kind.low_stock }).uncheck()
  await button(page.getByRole('dialog'), words.save).click()
  await expect(row).not.toContainText(words.allKinds)
  await page.getByRole('button', { name: `${uiWords['en-US'].delete}: Night shift` }).click()
  await button(page, words.delete).click()
  await expect(page.getByText(words.none)).toBeVisible()
})

test('the drawer offers the chat apps in which the operator has an account, each with its own code', async ({
  signedIn: page,
}) => {
  await answerWithChats(page)
  await page.goto('/notify?open=bind')
  const drawer = page.getByRole('dialog')
  const channel = notifyChannelWords['en-US']
  await expect(drawer.getByText(words['howScan.wechat'])).toBeVisible()
  await expect(drawer.getByRole('img', { name: words.qrLabel })).toBeVisible()
  await expect(drawer.getByLabel(words.link, { exact: true })).toHaveCount(0)
  await expect(button(drawer, words.bindOwn)).toHaveCount(0)
  await drawer.getByText(channel.telegram, { exact: true }).click()
  await expect(drawer.getByText(words['howScan.telegram'])).toBeVisible()
  await expect(drawer.getByLabel(words.link, { exact: true })).toHaveValue(chatCodes.telegram)
  await drawer.getByText(channel.inbox, { exact: true }).click()
  await expect(drawer.getByLabel(words.link, { exact: true })).toHaveValue(/\/bind\?scene=/)
  await expect(button(drawer, words.bindOwn)).toBeVisible()
})
