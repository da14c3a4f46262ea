import { notifyCalls } from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { chooseInUserMenu } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { serverUrl } from '../support/server.ts'
import { pushWords } from '../support/words.ts'

const words = pushWords['en-US']

// The service worker and the permission stay in the context.
test.use({ ownContext: true })

/**
 * Stands in for the browser's message service, which a headless browser cannot reach. Such a browser also takes
 * notifications for blocked, whatever it was allowed.
 */
async function fakeService(page: Page, allowed: NotificationPermission): Promise<void> {
  await page.addInitScript((permission) => {
    const storageKey = 'fake-subscription'
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/journey',
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array([4, 1, 2]).buffer },
      toJSON: () => ({
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(storageKey)
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem(storageKey, 'on')
      return subscription
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(storageKey) === null ? null : subscription
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => permission
  }, allowed)
  await page.route(`**${notifyCalls.getPushKey.path}`, (route) =>
    route.fulfill({ json: { rcode: 0, msg: '', result: { key: 'BAEC' } } }),
  )
}

/** The part of the service worker's scope that the journey uses. */
type Worker = {
  registration: ServiceWorkerRegistration
  shown: ({ title: string } & NotificationOptions)[]
}

test('a browser shows messages for an account until it logs out, and a click leads to their page', async ({
  signedIn: page,
  context,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const call = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (/Push$|^logout$/.test(call)) calls.push(call)
  })
  await fakeService(page, 'granted')
  await page.goto('/inbox')
  const toggle = page.getByRole('switch', { name: words.title })
  await expect(toggle).not.toBeChecked()
  const started = context.waitForEvent('serviceworker')
  await toggle.click()
  const worker = await started
  await expect(toggle).toBeChecked()
  expect(calls).toEqual(['addPush'])
  // The console registers the browser again, because its messages end with a session.
  await page.reload()
  await expect(toggle).toBeChecked()
  await expect.poll(() => calls).toEqual(['addPush', 'addPush'])

  // The worker shows what the server sends.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Worker
    scope.shown = []
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options })
  })
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: serverUrl(),
    registrationId: await registered,
    data: JSON.stringify({ title: 'Pier 3: Lobby is offline', body: '', link: '/goods', topic: 'n7' }),
  })
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as Worker).shown))
    .toMatchObject([{ title: 'Pier 3: Lobby is offline', tag: 'n7', data: { link: '/goods' } }])

  // A click goes there in the console that is open, without loading it again.
  await page.evaluate(() => void Object.assign(window, { isSame: true }))
  await worker.evaluate(() => {
    const [notification] = (globalThis as unknown as Worker).shown
    Object.assign(notification!, { close: () => undefined })
    const click = new Event('notificationclick')
    dispatchEvent(Object.assign(click, { notification, waitUntil: () => undefined }))
  })
  await expect(page).toHaveURL('/goods')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)

  calls.length = 0
  await chooseInUserMenu(page, 'logOut')
  await expect(page).toHaveURL('/login')
  await expect.poll(() => calls).toEqual(['delPush', 'logout'])
  expect(await page.evaluate(() => localStorage.getItem('fake-subscription'))).toBeNull()
})

test('a browser that blocks messages says how to allow them', async ({ signedIn: page }) => {
  await fakeService(page, 'denied')
  await page.goto('/inbox')
  await expect(page.getByText(words.denied)).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
})
