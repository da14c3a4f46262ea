import { fill, regionCalls, statisticsFieldWords } from '@slotwise/contract'

import { sellDirectly, unbindDirectly } from '../support/direct.ts'
import { addGoods } from '../support/goods.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Machines } from '../support/machines.ts'
import type { Merchant } from '../support/merchant.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'
import { rows } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { chartWords, statisticsWords, uiWords } from '../support/words.ts'

const words = statisticsWords['en-US']
const label = statisticsFieldWords['en-US']
const ui = uiWords['en-US']

const way = (name: string, to: 'toStores' | 'toDevices' | 'toSales') => ({
  name: fill(words.wayOf, { name, way: words[to] }),
})

/** Two stores in different areas: Harbour earned 10.50 today and 7.00 yesterday, Airport 3.50 today. */
async function addSales(merchant: Merchant, machines: Machines) {
  const north = await addArea(merchant, 'North')
  const south = await addArea(merchant, 'South')
  const harbour = await addStore(merchant, 'Harbour', { area: north._id })
  const airport = await addStore(merchant, 'Airport', { area: south._id })
  const [lobby, gate] = await machines.give(
    merchant,
    { title: 'Lobby', storeId: harbour._id },
    { title: 'Gate', storeId: airport._id },
  )
  const { token } = merchant.session
  await sellDirectly(token, lobby!.sn, [
    { client: 'coin' },
    { client: 'bill', total_price: 700 },
    { client: 'coin', status: 1 },
    { client: 'coin', total_price: 700, daysAgo: 1 },
  ])
  await sellDirectly(token, gate!.sn, [{}])
  return { north, harbour, lobby: lobby! }
}

test('figures lead from an area to its stores, devices and bills, with the same days and places', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { north, harbour, lobby } = await addSales(merchant, machines)
  // An old address of the page.
  await page.goto('/sicRegion?range=last3Months')
  await expect(page).toHaveURL('/sicArea?range=last3Months')
  await expect(rowOf(page, 'North')).toContainText('17.50')
  await expect(rowOf(page, label.total)).toContainText('21.00')
  await page.getByRole('link', way('North', 'toStores')).click()
  await expect(page).toHaveURL(`/sicStore?range=last3Months&area=${north._id}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, label.total)).toContainText('17.50')
  await page.getByRole('link', way('Harbour', 'toDevices')).click()
  await expect(page).toHaveURL(`/sicDevice?area=${north._id}&range=last3Months&store=${harbour._id}`)
  await expect(rows(page)).toContainText('17.50')
  await page.getByRole('link', way('Lobby', 'toSales')).click()
  await expect(page).toHaveURL(
    new RegExp(
      `/buyOrder\\?area=${north._id}&store=${harbour._id}&range=last3Months&sn=${lobby.sn}&device=\\d+$`,
    ),
  )
  await expect(rows(page)).toHaveCount(4)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/sicStore?range=last3Months&area=${north._id}`)
  await expect(rows(page)).toContainText('Harbour')

  // Places that are gone keep their names in the filters.
  await unbindDirectly(lobby.sn)
  await callServer(regionCalls.delStore, { _id: harbour._id }, merchant.caller)
  await callServer(regionCalls.delArea, { _id: north._id }, merchant.caller)
  await page.goto(`/sicDevice?range=last3Months&area=${north._id}&store=${harbour._id}&sn=${lobby.sn}`)
  await expect(rows(page)).toContainText('17.50')
  await expect(page.locator('.sw-filter-select')).toContainText([
    'Area: North',
    'Store: Harbour (deleted)',
    `Device: Lobby ${lobby.sn} (unbound)`,
  ])
})

test('order, days and chart are in the address; a row opens its payments; export and paper have what is shown', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addSales(merchant, machines)
  await page.goto('/sicStore')
  const names = rows(page).getByRole('rowheader').getByRole('button')
  await expect(names).toHaveText(['Harbour', 'Airport'])
  await page.getByRole('columnheader', { name: label.failRate }).getByRole('button').click()
  await expect(page).toHaveURL('/sicStore?sort=-failRate')
  await page.getByRole('columnheader', { name: label.store }).getByRole('button').click()
  await expect(names).toHaveText(['Airport', 'Harbour'])
  const counted = page
    .getByRole('group', { name: words.chosenFigure })
    .getByRole('button', { name: label.count })
  await counted.click()
  await page.getByText(ui.thisMonth, { exact: true }).click()
  await expect(page).toHaveURL('/sicStore?sort=name&figure=count&range=thisMonth')
  const chart = fill(words.overTime, { figure: label.count })
  await page.getByRole('button', { name: fill(chartWords['en-US'].asTableOf, { name: chart }) }).click()
  await expect(page).toHaveURL('/sicStore?sort=name&figure=count&range=thisMonth&view=table')
  await page.reload()
  await expect(page.getByRole('figure').getByRole('table')).toBeVisible()
  await expect(names).toHaveText(['Airport', 'Harbour'])
  await expect(page.getByRole('columnheader', { name: label.store })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(counted).toHaveAttribute('aria-pressed', 'true')

  const asked = page.waitForRequest(/exportStoreSales$/)
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  const { format, condition } = (await asked).postDataJSON()
  expect({ format, sort: condition.sort, to: condition.to }).toEqual({
    format: 'xlsx',
    sort: 'name',
    to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })

  await page.goto('/sicStore')
  // Yesterday it was 7.00.
  await expect(rows(page).first()).toContainText('+50.00%')
  await names.first().click()
  const drawer = page.getByRole('dialog', { name: 'Harbour' })
  await expect(drawer.getByRole('row')).toContainText([label.income, '7.00', '3.50'])
  await expect(page).toHaveURL(/\/sicStore\?open=\d+$/)
  await page.goBack()
  await expect(drawer).toBeHidden()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('link', way('Harbour', 'toDevices'))).toBeHidden()
  await expect(rowOf(page, label.total)).toContainText('14.00')
})

test('what is in no store leads to its devices and bills; a user of one store is offered that store alone', async ({
  signedIn: page,
  merchant,
  machines,
  consoleOf,
}) => {
  const { harbour } = await addSales(merchant, machines)
  const [loose] = await machines.give(merchant, { title: 'Loose' })
  await sellDirectly(merchant.session.token, loose!.sn, [{ client: 'coin', total_price: 900 }])
  await page.goto('/sicArea')
  await page.getByRole('link', way(label.noArea, 'toStores')).click()
  await expect(page).toHaveURL('/sicStore?area=none')
  await expect(page.locator('.sw-filter-select')).toContainText([`Area: ${label.noArea}`])
  await page.getByRole('link', way(label.noStore, 'toDevices')).click()
  await expect(page).toHaveURL('/sicDevice?area=none&store=none')
  await expect(rows(page)).toHaveText(/Loose.*9\.00/)
  await page.getByRole('link', way('Loose', 'toSales')).click()
  await expect(page).toHaveURL(/area=none&store=none&sn=\w+&device=\d+$/)
  await expect(rows(page)).toHaveText(/9\.00/)

  const role = await addRole(merchant, 'Harbour crew', ['statistics.store', 'statistics.device'])
  await addSubUser(merchant, 'Kim', role, { all_device: false, store: [harbour._id] })
  const theirs = await consoleOf(accountOf(merchant, 'kim'), staffPassword)
  await theirs.goto('/sicStore?range=last3Months')
  await expect(rowOf(theirs, label.total)).toContainText('17.50')
  await expect(rows(theirs).getByRole('rowheader')).toHaveText(/^Harbour/)
  await theirs.getByRole('combobox', { name: label.store }).click()
  await expect(theirs.locator('.ant-select-item-option')).toHaveText([label.noStore, /^Harbour/])
})

test('goods open how they were paid, alone and together, on a phone as well', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const tea = await addGoods(merchant, 'Tea')
  const cola = await addGoods(merchant, 'Cola')
  const [lobby] = await machines.give(merchant, { title: 'Lobby' })
  const line = { channel_sn: 1, title: '', quantity: 1, delivered: 1, fault: null }
  const of = (...lines: [goods: { goods_id: string }, price: number, pieces?: number][]) =>
    lines.map(([{ goods_id: id }, price, pieces = 1]) => ({
      ...line,
      goods_id: id,
      price,
      quantity: pieces,
      delivered: pieces,
    }))
  await sellDirectly(merchant.session.token, lobby!.sn, [
    { client: 'wechat', total_price: 900, goods: of([tea, 200, 2], [cola, 500]) },
    { client: 'wechat', total_price: 500, status: 8, refunded: 500, goods: of([cola, 500]) },
    { client: 'coin', total_price: 200, goods: of([tea, 200]) },
  ])
  await page.goto('/sicGoods')
  await rows(page).getByRole('button', { name: 'Tea' }).click()
  const drawer = page.getByRole('dialog', { name: 'Tea' })
  await expect(drawer.getByRole('row')).toHaveText([
    new RegExp(label.pieces),
    /WeChat.*66\.67%.*4\.00.*0\.00.*2$/,
    /Coin.*33\.33%.*2\.00.*0\.00.*1$/,
  ])
  await expect(page).toHaveURL(`/sicGoods?open=${tea.goods_id}`)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(rows(page).getByRole('button', { name: 'Tea' })).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: label.total, exact: true }).click()
  const all = page.getByRole('dialog', { name: label.total })
  await expect(all.getByRole('row')).toHaveText([
    new RegExp(label.pieces),
    /WeChat.*9\.00.*5\.00.*4$/,
    /Coin.*2\.00.*0\.00.*1$/,
  ])
})
