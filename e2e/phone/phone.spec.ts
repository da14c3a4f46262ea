import {
  fill,
  goodsFieldWords,
  mediaCalls,
  permissionWords,
  regionFieldWords,
  staffFieldWords,
} from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, addPicture, cardOf } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { pngFile } from '../support/pictures.ts'
import { addArea, addStore } from '../support/regions.ts'
import { accountOf } from '../support/staff.ts'
import { goodsWords, publicWords, regionWords, shellWords, staffWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']
const label = regionFieldWords['en-US']
const staff = staffWords['en-US']
const goodsText = goodsWords['en-US']
const goodsLabel = goodsFieldWords['en-US']
const staffLabel = staffFieldWords['en-US']

test('logging in on a phone leads to the console, and its menu to the areas', async ({ page, merchant }) => {
  await page.goto('/login')
  await page.getByLabel(publicWords['en-US'].username).fill(merchant.username)
  await page.getByLabel(publicWords['en-US'].password, { exact: true }).fill(merchant.password)
  await page.getByRole('button', { name: publicWords['en-US'].login, exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
  await page.getByRole('button', { name: shellWords['en-US'].openMenu }).tap()
  const menu = page.getByRole('dialog', { name: shellWords['en-US'].menu })
  await menu.getByRole('link', { name: shellWords['en-US'].region }).tap()
  await expect(page).toHaveURL('/region')
  await expect(menu).toBeHidden()
})

test.describe('with movements', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('areas are cards, which open, change and go', async ({ signedIn: page, merchant }) => {
    await addArea(merchant, 'Harbour', { phone: '400-820-1234', area_address: 'Quay 7' })
    await page.goto('/region')
    await expect(page.getByRole('table')).toHaveCount(0)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Harbour' }) })
    await expect(card).toContainText('400-820-1234')
    await expect(card).toContainText('Quay 7')
    await card.getByRole('button', { name: `${ui.edit}: Harbour` }).tap()
    const drawer = page.getByRole('dialog', { name: words.editArea })
    await field(drawer, label.area_name).fill('Harbour front')
    await drawer.getByRole('button', { name: words.saveArea }).tap()
    await expect(page.getByRole('heading', { name: 'Harbour front' })).toBeVisible()
    await page.getByRole('button', { name: `${ui.delete}: Harbour front` }).tap()
    await page.getByRole('dialog').getByRole('button', { name: words.deleteArea }).tap()
    await expect(page.getByText(words.noAreas)).toBeVisible()
  })
})

test('a store is added beside the machine', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.goto('/region?tab=stores')
  await page.getByRole('button', { name: words.addStore }).first().tap()
  const drawer = page.getByRole('dialog', { name: words.addStore })
  await field(drawer, label.store_name).fill('Quay 7')
  await field(drawer, label.area).tap()
  await page.getByTitle('Harbour', { exact: true }).filter({ visible: true }).last().tap()
  await field(drawer, label.auto_refund).tap()
  await field(drawer, label.coo_start_date).tap()
  await page
    .getByTitle(/^\d{4}-\d\d-15$/)
    .filter({ visible: true })
    .first()
    .tap()
  await expect(field(drawer, label.coo_start_date)).toHaveValue(/^\d{4}-\d\d-15$/)
  await drawer.getByRole('button', { name: words.addStore }).tap()
  await expect(notices(page)).toContainText(words.storeAdded)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Quay 7' }) })
  await expect(card).toContainText('Harbour')
  await expect(card).toContainText(words.on)
})

test('filters fold away and say how many are on', async ({ signedIn: page, merchant }) => {
  await addStore(merchant, 'Quay 7', { auto_refund: true })
  await addStore(merchant, 'Airport')
  await page.goto('/region?tab=stores&auto_refund=true')
  await expect(page.getByRole('heading', { name: 'Quay 7' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Airport' })).toHaveCount(0)
  await page.getByRole('button', { name: fill(ui.filtersActive, { count: '1' }) }).tap()
  await expect(field(page, label.auto_refund)).toBeVisible()
  await page.getByRole('button', { name: ui.resetFilters }).tap()
  await expect(page.getByRole('heading', { name: 'Airport' })).toBeVisible()
})

test('a clerk gets an account at the counter, and a role that says what it may', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/role?open=add')
  const role = page.getByRole('dialog', { name: staff.addRole })
  await field(role, staffLabel.role_name).fill('Clerk')
  await field(role, staffLabel.note).fill('At the counter')
  await role.getByRole('checkbox', { name: permissionWords['en-US'].home, exact: true }).tap()
  await role.getByRole('button', { name: staff.addRole }).tap()
  await expect(page.getByRole('heading', { name: 'Clerk' })).toBeVisible()

  await page.goto('/subUser?open=add')
  const account = page.getByRole('dialog', { name: staff.addSubUser })
  await field(account, staffLabel.nickname).fill('Anna')
  await field(account, staffLabel.roleid).tap()
  await page.getByTitle('Clerk', { exact: true }).filter({ visible: true }).last().tap()
  await field(account, staffLabel.sub_username).fill(accountOf(merchant, 'anna'))
  await field(account, staffLabel.password).fill('counter-88')
  await account.getByRole('button', { name: staff.addSubUser }).tap()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Anna' }) })
  await expect(card).toContainText('Clerk')
  await expect(card).toContainText(staffLabel.everything)
})

test('goods are photographed, cropped and added beside the machine', async ({ signedIn: page }) => {
  await page.goto('/goods')
  await page.getByRole('button', { name: goodsText.addGoods }).first().tap()
  const drawer = page.getByRole('dialog', { name: goodsText.addGoods })
  await field(drawer, goodsLabel.goods_title).fill('Cola')
  await field(drawer, goodsLabel.price).fill('3.5')
  const chooser = page.waitForEvent('filechooser')
  await drawer.getByRole('button', { name: goodsText.uploadPictures }).tap()
  await (await chooser).setFiles([pngFile('photo.png')])
  const upload = page.getByRole('dialog', { name: goodsText.uploadPictures })
  await upload.getByRole('button', { name: `${goodsText.crop}: photo` }).tap()
  const crop = page.getByRole('dialog', { name: fill(goodsText.cropTitle, { name: 'photo' }) })
  await crop.getByRole('radio', { name: goodsText.cropSquare }).tap()
  // The picture is sent again; a tap on the button below just before it would find it disabled.
  const sent = page.waitForResponse(`**${mediaCalls.uploadImg.path}`)
  await crop.getByRole('button', { name: goodsText.useCrop }).tap()
  await sent
  await upload.getByRole('button', { name: fill(goodsText.addPictures, { count: '1' }) }).tap()
  await expect(drawer.getByAltText('photo')).toBeVisible()
  await drawer.getByRole('button', { name: goodsText.addGoods }).tap()
  await expect(cardOf(page, 'Cola')).toContainText('3.50')
})

test('a finger drags pictures into another order', async ({ signedIn: page, merchant }) => {
  const images: string[] = []
  for (const [n, name] of ['Front', 'Back', 'Side'].entries())
    images.push((await addPicture(merchant, name, { width: 60 + n })).img_id)
  const { goods_id: id } = await addGoods(merchant, 'Cola', { images })
  await page.goto(`/goods?open=${id}`)
  const drawer = page.getByRole('dialog', { name: goodsText.editGoods })
  const middle = async (name: string) => {
    const box = (await drawer.getByRole('button', { name: new RegExp(`^Move ${name},`) }).boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await drawer.getByAltText('Side').scrollIntoViewIfNeeded()
  const [from, to] = [await middle('Front'), await middle('Side')]
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  await touch('touchStart', from)
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  await touch('touchEnd')
  await expect
    .poll(() => drawer.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt'))))
    .toEqual(['Back', 'Side', 'Front'])
})

test('a form stays open with what was typed while the phone is turned', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Cola')
  await page.goto('/goods')
  await page.getByRole('button', { name: `${ui.edit}: Cola` }).tap()
  const drawer = page.getByRole('dialog', { name: goodsText.editGoods })
  await field(drawer, goodsLabel.goods_title).fill('Cola Zero')
  const element = await drawer.elementHandle()
  const upright = page.viewportSize() ?? { width: 390, height: 844 }
  for (const size of [{ width: upright.height, height: upright.width }, upright]) {
    await page.setViewportSize(size)
    await expect(field(drawer, goodsLabel.goods_title)).toHaveValue('Cola Zero')
    expect(await element?.evaluate((one) => one.isConnected)).toBe(true)
  }
})
