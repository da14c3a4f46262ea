import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { serverUrl } from '../support/server.ts'
import { noticeWords, publicWords, shellWords } from '../support/words.ts'

const words = noticeWords['en-US']

test('an address that leads nowhere says that the page does not exist', async ({ signedIn: page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'The page does not exist' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: shellWords['en-US'].menu })).toBeVisible()
  await page.getByRole('link', { name: words.backHome }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an address that leads nowhere says so before the login, too', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'The page does not exist' })).toBeVisible()
  await expect(page).toHaveURL('/no-such-page')
  await page.getByRole('link', { name: words.backHome }).click()
  await expect(page).toHaveURL('/login')
})

test('each notice page has its own address and text', async ({ page }) => {
  for (const { path, text } of [
    { path: '/404', text: 'The page does not exist' },
    { path: '/404?kind=device', text: 'The device does not exist' },
    { path: '/404?kind=qr', text: 'Please scan the correct QR code' },
    { path: '/404?kind=toString', text: 'The page does not exist' },
    { path: '/wechat-only', text: 'Please use it in the WeChat client' },
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
  }
})

test.describe('in a chat app on a desktop', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI WindowsWechat(0x63090a13) XWEB/8391',
    permissions: ['clipboard-read', 'clipboard-write'],
  })

  test('a notice names the browsers to use and copies the link', async ({ page }) => {
    await page.goto('/signUp?agent=harbour')
    await expect(page.getByRole('heading', { name: words.unsupportedBrowser })).toBeVisible()
    for (const browser of ['Chrome', 'Firefox', '360'])
      await expect(page.getByText(browser, { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: words.copyLink }).click()
    await expect(notices(page)).toContainText(words.copied)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${serverUrl()}/signUp?agent=harbour`,
    )
  })
})

test.describe('in a chat app on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_CN',
  })

  test('the console opens as usual', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: publicWords['en-US'].loginTitle })).toBeVisible()
  })
})
