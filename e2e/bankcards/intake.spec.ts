import {
  bankCardCalls,
  bankCardFieldWords,
  bankCardStateWords,
  bankPhotoKinds,
  bankPhotoWords,
  bankWords,
  fill,
  type BankPhotoKind,
} from '@slotwise/contract'
import type { Locator, Page } from '@playwright/test'

import { field, fillAndLeave } from '../support/console.ts'
import { reviewDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { overflowOf } from '../support/layout.ts'
import { notices } from '../support/notices.ts'
import { pngFile } from '../support/pictures.ts'
import { callServer } from '../support/server.ts'
import { bankCardWords, intakeWords, photoWords, uiWords } from '../support/words.ts'

const label = bankCardFieldWords['en-US']
const words = bankCardWords['en-US']
const intake = intakeWords['en-US']
const photo = photoWords['en-US']
const photoName = bankPhotoWords['en-US']
const stateName = bankCardStateWords['en-US']

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const tap = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).tap()

const tileOf = (page: Page, kind: BankPhotoKind): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: photoName[kind], exact: true }) })

/** The second way of a tile: a photo that the phone has. The first one opens the camera. */
const give = (tile: Locator, file: ReturnType<typeof pngFile>): Promise<void> =>
  tile.locator('input[type=file]').last().setInputFiles(file)

const landscape = pngFile('card.png', { width: 600, height: 400 })
/** A photo with a film behind it, as some phones take them: browsers ignore what follows the picture, the server does not. */
const withFilm = (bytes: number) => ({
  ...landscape,
  buffer: Buffer.concat([landscape.buffer, Buffer.alloc(bytes)]),
})
/** More than the server takes. */
const large = withFilm(4_000_000)

/** Searches an option by its name and chooses it: a long list shows only the first ones. */
async function choose(page: Page, control: Locator, name: string): Promise<void> {
  await control.fill(name)
  await page.locator('.ant-select-dropdown').getByText(name).filter({ visible: true }).click()
}

async function fillMerchant(page: Page, form: Locator): Promise<void> {
  await field(form, label.person).fill('Wang Fang')
  await fillAndLeave(field(form, label.email), 'Wang@Example')
  await expect(form.getByText('Not a valid email address')).toBeVisible()
  await fillAndLeave(field(form, label.email), 'Wang@Example.com')
  await choose(page, field(form, label.province_code), '广东省')
  await choose(page, field(form, label.city_code), '深圳市')
  await choose(page, field(form, label.district_code), '南山区')
  await field(form, label.address).fill('8 Keyuan Road')
}

async function fillAccount(page: Page, form: Locator): Promise<void> {
  await choose(page, field(form, label.bank_code), bankWords['en-US'][308])
  await field(form, label.bank_branch).click()
  await page.locator('.ant-select-dropdown').getByText('招商银行总行').filter({ visible: true }).click()
  await expect(form.getByText(fill(intake.branchNumber, { number: '308584000013' }))).toBeVisible()
  await expect(field(form, label.acct_name)).toHaveValue('Wang Fang')

  const number = field(form, label.acct_no)
  await number.fill('6225880123456785')
  await expect(number).toHaveValue('6225 8801 2345 6785')
  await expect(form.getByText(intake.luhn)).toBeVisible()
  await number.fill('6225-8801 23456783')
  await expect(form.getByText(intake.luhn)).toHaveCount(0)
  await field(form, label.acct_mobile).fill('138 0013 8000')
  await fillAndLeave(field(form, label.acct_cert_no), '110105194912310021')
  await expect(form.getByText('Not a valid ID number. Check it.')).toBeVisible()
  await fillAndLeave(field(form, label.acct_cert_no), '11010519491231002x')
  await form.getByLabel(intake.forEver).check()
  await field(form, label.cert_start_date).tap()
  await page.locator('.ant-picker-cell-today').filter({ visible: true }).tap()
}

test('a bank card is handed in on a phone, left and resumed, refused and sent again', async ({
  signedIn: page,
  merchant,
  watch,
}) => {
  watch.expect(/getPlaces/)
  const stored = async () => {
    const { data } = await callServer(
      bankCardCalls.getMerchant,
      { pageNum: 1, pageSize: 6, condition: {} },
      merchant.caller,
    )
    return data[0]
  }
  const form = page.getByRole('dialog')
  await page.goto('/bankcard')
  await page.getByText(words.noCards).waitFor()
  // The list of provinces does not come: the field says so and offers to try again.
  const places = `**${bankCardCalls.getPlaces.path}`
  await page.route(places, (route) => route.abort())
  await page.getByRole('button', { name: words.add }).first().tap()
  await expect(field(form, label.mch_name)).toHaveValue(merchant.mchName)
  await expect(form.getByRole('alert').getByRole('button', { name: uiWords['en-US'].retry })).toBeVisible()
  expect(await overflowOf(page)).toEqual([])
  await page.unroute(places)
  await tap(form.getByRole('alert'), uiWords['en-US'].retry)
  await expect(form.getByRole('alert')).toHaveCount(0)
  await fillMerchant(page, form)
  expect(await overflowOf(page)).toEqual([])
  await expect(form.getByText(intake.draftSaved)).toBeVisible()

  // The phone rings; the form is gone, its contents are not.
  await page.goto('/bankcard')
  await tap(page, words.goOn)
  await expect(form.getByText(intake.draftResumed)).toBeVisible()
  await expect(field(form, label.person)).toHaveValue('Wang Fang')
  await expect(form.getByText('深圳市')).toBeVisible()
  await tap(form, intake.toAccount)

  await fillAccount(page, form)
  expect(await overflowOf(page)).toEqual([])
  await tap(form, intake.toPhotos)

  await expect(form.getByText(photo.intro)).toBeVisible()
  const first = tileOf(page, 'id_card_z')
  await give(first, { ...landscape, mimeType: 'application/pdf' })
  await expect(first.getByRole('alert')).toBeVisible()
  await give(first, pngFile('upright.png', { width: 400, height: 600 }))
  await expect(first.getByText(photo.notLandscape)).toBeVisible()
  await tap(first, photo.turn)
  await expect(first.getByText(photo.uploaded)).toBeVisible()
  await give(tileOf(page, 'id_card_f'), large)
  await give(tileOf(page, 'bank_z'), withFilm(2_000))
  await give(tileOf(page, 'bank_f'), landscape)
  await expect(form.getByText(fill(photo.progress, { done: 4, all: 5 }))).toBeVisible()
  await tap(form, intake.sendForReview)
  await expect(tileOf(page, 'hold_id_card').getByText(photo.missing)).toBeVisible()
  expect(await overflowOf(page)).toEqual([])

  // The camera ended the page: what was uploaded is still there.
  await expect(form.getByText(intake.draftSaved)).toBeVisible()
  await page.goto('/bankcard')
  await page.getByRole('button', { name: `${words.addPhotos}: ${merchant.mchName}` }).tap()
  await expect(form.getByText(fill(photo.progress, { done: 4, all: 5 }))).toBeVisible()
  await give(tileOf(page, 'hold_id_card'), landscape)
  await expect(form.getByText(fill(photo.progress, { done: 5, all: 5 }))).toBeVisible()
  await tap(form, intake.sendForReview)
  await expect(notices(page).getByText(intake.sent)).toBeVisible()
  await expect(page.getByText(stateName.reviewing)).toBeVisible()

  const sent = await stored()
  expect(sent).toMatchObject({ state: 'reviewing', email: 'wang@example.com', bank_no: '308584000013' })
  const id = sent?.merchant_id ?? ''
  await reviewDirectly(merchant.session.token, id, { state: 'not_approved', reason: 'The front is blurred' })
  // The page follows the review by itself.
  await expect(page.getByText('The front is blurred')).toBeVisible()
  await page.getByRole('button', { name: `${words.sendAgain}: ${merchant.mchName}` }).tap()
  await expect(form.getByText(fill(intake.reasonIs, { reason: 'The front is blurred' }))).toBeVisible()
  await field(form, label.address).fill('9 Keyuan Road')
  await tap(form, intake.toAccount)
  await expect(field(form, label.acct_no)).toHaveValue('')
  await tap(form, intake.toPhotos)
  for (const kind of bankPhotoKinds) await expect(tileOf(page, kind).getByText(photo.kept)).toBeVisible()
  await expect(tileOf(page, 'bank_z').getByRole('img', { name: photoName.bank_z })).toBeVisible()
  await give(first, landscape)
  await expect(first.getByText(photo.uploaded)).toBeVisible()
  await tap(form, intake.sendForReview)
  await expect(page.getByText(stateName.reviewing)).toBeVisible()
  expect(await stored()).toMatchObject({
    state: 'reviewing',
    address: '9 Keyuan Road',
    acct_no: '6225********6783',
  })
})

test('a merchant of Malaysia names any bank, and has neither places nor a branch', async ({
  newMerchant,
  malaysianPhone,
  consoleOf,
}) => {
  const merchant = await newMerchant({ country: 'MY', phone: malaysianPhone })
  const page = await consoleOf(merchant.username, merchant.password)
  await page.goto('/bankcard?open=add')
  const form = page.getByRole('dialog')
  await field(form, label.person).fill('Aisyah')
  await fillAndLeave(field(form, label.email), 'aisyah@example.my')
  await field(form, label.address).fill('8 Jalan Ampang, Kuala Lumpur')
  await expect(field(form, label.province_code)).toHaveCount(0)
  await tap(form, intake.toAccount)
  await field(form, label.bank).fill('Maybank')
  await expect(field(form, label.bank_branch)).toHaveCount(0)
  await field(form, label.account_no).fill('5123 4567 8901')
  await field(form, label.acct_mobile).fill('012-345 6789')
  await field(form, label.acct_cert_no).fill('900101-14-5677')
  await form.getByLabel(intake.forEver).check()
  await field(form, label.cert_start_date).tap()
  await page.locator('.ant-picker-cell-today').filter({ visible: true }).tap()
  expect(await overflowOf(page)).toEqual([])
  await tap(form, intake.toPhotos)
  await expect(form.getByText(photo.intro)).toBeVisible()
  const { data } = await callServer(
    bankCardCalls.getMerchant,
    { pageNum: 1, pageSize: 6, condition: {} },
    merchant.caller,
  )
  expect(data).toMatchObject([{ bank: 'Maybank', bank_code: '', acct_no: '51******8901' }])
})
