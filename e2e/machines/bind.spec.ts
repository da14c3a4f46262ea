import type { Page } from '@playwright/test'
import { deviceFieldWords, fill } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Registered } from '../support/machines.ts'
import { type Merchant, storeSession } from '../support/merchant.ts'
import { addStore } from '../support/regions.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { bindWords, publicWords } from '../support/words.ts'

const words = bindWords['en-US']
const logInWords = publicWords['en-US']
const label = deviceFieldWords['en-US']

const linkOf = ({ sn, code }: Pick<Registered, 'sn' | 'code'>) => `/bind?sn=${sn}&code=${code}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function logIn(page: Page, { username, password }: Pick<Merchant, 'username' | 'password'>) {
  await page.getByLabel(logInWords.username).fill(username)
  await page.getByLabel(logInWords.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: logInWords.login, exact: true }).click()
}

async function bindAs(page: Page, name: string): Promise<void> {
  await field(page, words.name).fill(name)
  await page.getByRole('button', { name: words.bind }).click()
}

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI',
  })

  test('the code on a new device leads through the login to a name and a store, and then to the device', async ({
    page,
    merchant,
    machines,
  }) => {
    await addStore(merchant, 'Quay 7')
    const [machine] = await machines.register({ type: 'gashapon', slots: 4 })
    machines.play(machine!)
    await page.goto(linkOf(machine!))
    await expect(page).toHaveURL('/login')
    await logIn(page, merchant)

    await expect(heading(page)).toHaveText(words.title)
    await expect(page.getByText(machine!.sn)).toBeVisible()
    await field(page, words.name).fill('Lobby')
    await field(page, words.store).selectOption('Quay 7')
    await page.getByRole('button', { name: words.bind }).tap()
    await expect(heading(page)).toHaveText(words.bound)
    await expect(page.getByText(fill(words.boundText, { name: 'Lobby' }))).toBeVisible()

    await page.getByRole('button', { name: words.openDevice }).tap()
    await expect(page).toHaveURL(`/device/${machine!.sn}`)
    await expect(heading(page)).toHaveText('Lobby')
    await expect(page.getByRole('main')).toContainText('Quay 7')
    // The machine was online before it was bound, and its messages count from now on.
    await expect(page.getByText(label.isOnline, { exact: true })).toBeVisible()
  })

  test('a device that another merchant has, or had with the same secret, is a binding error; one with a wrong code is unknown', async ({
    page,
    merchant,
    newMerchant,
    machines,
  }) => {
    await storeSession(page, merchant.session)
    const stranger = await newMerchant()
    const [taken] = await machines.give(stranger, {})
    await page.goto(linkOf(taken!))
    await bindAs(page, 'Lobby')
    await expect(heading(page)).toHaveText('Binding Error')
    await expect(page.getByRole('alert')).toHaveText(words.elsewhere)

    const [free] = await machines.register({})
    await page.goto(linkOf({ sn: free!.sn, code: taken!.code }))
    await bindAs(page, 'Lobby')
    await expect(heading(page)).toHaveText('Unknown Device')
    await expect(page.getByRole('alert')).toHaveText(words.unknownText)

    const formerlyTheirs = await machines.givenUp(stranger)
    await page.goto(linkOf(formerlyTheirs))
    await bindAs(page, 'Lobby')
    await expect(heading(page)).toHaveText('Binding Error')
    await expect(page.getByRole('alert')).toHaveText(words.needsNewSecret)
  })

  test('a link without its code asks for the correct one', async ({ signedIn: page, machines }) => {
    const [machine] = await machines.register({})
    for (const query of ['', `?sn=${machine!.sn}`, `?code=${machine!.code}`, `?sn=x&code=${machine!.code}`]) {
      await page.goto(`/bind${query}`)
      await expect(heading(page)).toHaveText('Please scan the correct QR code')
    }
  })

  test('the code of an own device opens it: for those who refill at the machine, for others its page', async ({
    page,
    merchant,
    newMerchant,
    machines,
    consoleOf,
  }) => {
    const [machine] = await machines.give(merchant, { title: 'Lobby' })
    await page.goto(linkOf(machine!))
    await logIn(page, merchant)
    await expect(page).toHaveURL(`/refill/${machine!.sn}`)
    await expect(heading(page)).toHaveText('Lobby')

    const [foreign] = await machines.give(await newMerchant(), {})
    for (const [name, right, path] of [
      ['Rita', 'device.refill', 'refill'],
      ['Paul', 'device.price', 'device'],
    ] as const) {
      const role = await addRole(merchant, name, [right])
      const { sub_username: username } = await addSubUser(merchant, name, role, { all_device: true })
      const own = await consoleOf(username, staffPassword)
      await own.goto(linkOf(machine!))
      await expect(own).toHaveURL(`/${path}/${machine!.sn}`)
      await expect(heading(own)).toHaveText('Lobby')
      // A device of another merchant looks like one that no merchant has.
      await own.goto(linkOf(foreign!))
      await expect(heading(own)).toHaveText('Binding Error')
      await expect(own.getByRole('alert')).toHaveText(words.noPermission)
    }
  })

  test('an account that may not manage devices sees a binding error before typing anything', async ({
    merchant,
    machines,
    page,
  }) => {
    const role = await addRole(merchant, 'Clerk', ['goods.manage'])
    const { sub_username: username } = await addSubUser(merchant, 'Anna', role)
    const [machine] = await machines.register({})
    await page.goto(linkOf(machine!))
    await logIn(page, { username, password: staffPassword })
    await expect(heading(page)).toHaveText('Binding Error')
    await expect(page.getByRole('alert')).toHaveText(words.noPermission)
  })
})

test('on a computer the page asks to use a phone, and binds the device on request', async ({
  page,
  merchant,
  machines,
}) => {
  const [machine] = await machines.register({})
  await page.goto(linkOf(machine!))
  await expect(heading(page)).toHaveText('Please use it in the WeChat client')
  await page.getByRole('button', { name: words.bindHere }).click()
  await logIn(page, merchant)
  await expect(heading(page)).toHaveText(words.title)
  await bindAs(page, 'Lobby')
  await page.getByRole('button', { name: words.devices }).click()
  await expect(page).toHaveURL('/device')
  await expect(page.getByRole('rowheader', { name: `Lobby ${machine!.sn}` })).toBeVisible()
})
