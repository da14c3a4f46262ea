import { regionFieldWords, fill } from '@slotwise/contract'

import { stepUntil, stopClock } from '../support/clock.ts'
import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addArea, rowOf } from '../support/regions.ts'
import { plainWords, regionWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']

const getArea = '**/api/v1/u/getArea'
const addAreaCall = '**/api/v1/u/addArea'

test('a list that gets no answer says so after 5 seconds and can be tried again', async ({
  signedIn: page,
  merchant,
}) => {
  await addArea(merchant, 'Harbour')
  await stopClock(page)
  let asked = false
  await page.route(getArea, () => void (asked = true))
  await page.goto('/region')
  await stepUntil(page, async () => expect(asked).toBe(true))
  // Some of the five seconds may have passed before the request was noticed.
  await page.clock.runFor(2_000)
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toHaveCount(0)
  await page.clock.runFor(3_000)
  await expect(failure).toContainText(ui.loadFailed)
  await expect(failure).toContainText('request timeout, please refresh')
  await page.unroute(getArea)
  await page.clock.resume()
  await failure.getByRole('button', { name: ui.retry }).click()
  await expect(rowOf(page, 'Harbour')).toBeVisible()
})

test('a change that gets no answer says so, and sending it again does it once', async ({
  signedIn: page,
}) => {
  await page.clock.install()
  await page.goto('/region?open=add')
  const drawer = page.getByRole('dialog', { name: words.addArea })
  const name = field(drawer, regionFieldWords['en-US'].area_name)
  await name.fill('Harbour')
  // The server executes the call, but its answer is lost.
  await page.route(addAreaCall, async (route) => void (await route.fetch()))
  const asked = page.waitForRequest(addAreaCall)
  await name.press('Enter')
  await asked
  await page.clock.runFor(5_500)
  await expect(drawer.getByRole('alert')).toContainText('Request timeout, please retry')
  await page.unroute(addAreaCall)
  await name.press('Enter')
  await expect(notices(page)).toContainText(words.areaAdded)
  await expect(page.getByText(fill(ui.total, { count: '1' }))).toBeVisible()
})

test('a list whose line is cut says so and can be tried again', async ({
  signedIn: page,
  merchant,
  watch,
}) => {
  watch.expect(/ERR_CONNECTION_RESET/)
  await addArea(merchant, 'Harbour')
  await page.route(getArea, (route) => route.abort('connectionreset'))
  await page.goto('/region')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('request timeout, please refresh')
  await page.unroute(getArea)
  await failure.getByRole('button', { name: ui.retry }).click()
  await expect(rowOf(page, 'Harbour')).toBeVisible()
})

test('a fault of the server shows its words and the number to quote', async ({ signedIn: page, watch }) => {
  watch.expect(/50[02]/)
  const msg = 'Something went wrong on our side. Quote r-17 when you contact us.'
  await page.route(getArea, (route) =>
    route.fulfill({ status: 500, json: { rcode: 900, msg, result: null } }),
  )
  await page.goto('/region')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText(msg)

  // A proxy in front of the server may answer in its own format; the request id is then in a header.
  await page.route(getArea, (route) =>
    route.fulfill({ status: 502, headers: { 'x-request-id': 'r-18' }, body: '<h1>Bad gateway</h1>' }),
  )
  await failure.getByRole('button', { name: ui.retry }).click()
  await expect(failure).toContainText('request timeout, please refresh')
  await expect(failure).toContainText(fill(plainWords['en-US'].requestId, { id: 'r-18' }))
})

test('a refusal is told in the words of the server', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.route('**/api/v1/u/exportRegions', (route) =>
    route.fulfill({ json: { rcode: 300, msg: 'You have no permission for this', result: null } }),
  )
  await page.goto('/region')
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  await expect(notices(page)).toContainText('You have no permission for this')
})

test('a refusal with code 102 shows no notice', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.route('**/api/v1/u/exportRegions', (route) =>
    route.fulfill({ json: { rcode: 102, msg: 'nobody should read this', result: null } }),
  )
  await page.goto('/region')
  const answered = page.waitForResponse('**/api/v1/u/exportRegions')
  const exporting = page.getByRole('button', { name: ui.export, exact: true })
  await exporting.click()
  await answered
  await expect(exporting).toBeEnabled()
  await expect(notices(page)).toBeEmpty()
  await expect(page.getByText('nobody should read this')).toHaveCount(0)
})

test('an answer with code 604 leads to the login page', async ({ signedIn: page }) => {
  await page.route(getArea, (route) => route.fulfill({ json: { rcode: 604, msg: 'ended', result: null } }))
  await page.goto('/region')
  await expect(page).toHaveURL('/login')
  await expect(notices(page)).toContainText('Login timeout, please log in again')
})
