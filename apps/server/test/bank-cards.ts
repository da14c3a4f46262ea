import {
  type BankCard,
  bankCardCalls,
  type BankCardState,
  type BankPhotoKind,
  bankPhotoKinds,
  type InputOf,
} from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { moveCard } from '../src/modules/bankcards/card-queries.ts'
import type { Signed, TestApp } from './app.ts'
import { drawPicture, type Merchant } from './factories.ts'

type CardInput = InputOf<typeof bankCardCalls.addBank>

/** The clear numbers of the cards below, which no list, log or stored row may show. */
export const clearNumbers = {
  acct_no: '6222021234567890128',
  acct_cert_no: '11010519491231002X',
  acct_mobile: '13800138000',
  telephone: '075526880000',
} as const

/** What lists show of them. */
export const shownNumbers = {
  acct_no: '6222***********0128',
  acct_cert_no: '1101**********002X',
  acct_mobile: '138****8000',
  telephone: '0755****0000',
}

let serial = 0

/** What a merchant of the mainland hands in; no two have the same address of email. */
export const cardInput = (fields: Partial<CardInput> = {}): CardInput => ({
  ...clearNumbers,
  mch_name: '南山扭蛋店',
  person: '林小雨',
  email: `card${(serial += 1)}@example.com`,
  province_code: '440000',
  city_code: '440300',
  district_code: '440305',
  address: '科苑路 8 号',
  bank_code: '102',
  bank_province: '440000',
  bank_city: '440300',
  bank_branch: '工商银行深圳南山支行',
  bank_no: '102584002112',
  acct_name: '林小雨',
  acct_cert_type: 'id_card',
  cert_start_date: '2020-01-01',
  cert_expire_date: '2040-01-01',
  ...fields,
})

export const malaysianInput = (fields: Partial<CardInput> = {}): CardInput => ({
  mch_name: 'Klang Vending',
  person: 'Aisyah',
  telephone: '+60 3-2345 6789',
  email: `card${(serial += 1)}@example.my`,
  address: '8 Jalan Ampang, Kuala Lumpur',
  bank: 'Maybank',
  acct_name: 'Klang Vending Sdn Bhd',
  acct_no: '512345678901',
  acct_cert_no: '900101145677',
  cert_start_date: '2020-01-01',
  acct_mobile: '012-345 6789',
  ...fields,
})

/** A card without photos. */
export async function makeCard(app: TestApp, as: Signed, fields: Partial<CardInput> = {}): Promise<BankCard> {
  const { body } = await app.call(bankCardCalls.addBank, cardInput(fields), { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

/** Puts a card into a state, as photos and the operator's review do. */
export async function putCard(
  app: TestApp,
  { tenantId }: Merchant,
  id: string,
  to: { state: BankCardState; reason?: string },
): Promise<boolean> {
  return inTenant(app.deps.db.main, tenantId, (tx) =>
    moveCard({ tx, tenantId, now: app.clock.now }, id, ['no_id_photo', 'reviewing', 'not_approved'], to),
  )
}

/** A card that can be the payout account of stores and machines. */
export async function makeApproved(
  app: TestApp,
  merchant: Merchant,
  { by = merchant, ...fields }: Partial<CardInput> & { by?: Signed } = {},
): Promise<BankCard> {
  const card = await makeCard(app, by, fields)
  await putCard(app, merchant, card.merchant_id, { state: 'approved' })
  return { ...card, state: 'approved', was_approved: true }
}

/** The file of a photo that `givePhotoRows` gives. */
export const photoRow = (id: string, kind: BankPhotoKind): string =>
  `${id}${bankPhotoKinds.indexOf(kind)}`.padStart(32, '0')

/** Gives a card rows of its five photos, without files. */
export async function givePhotoRows(app: TestApp, merchant: Merchant, id: string): Promise<void> {
  await inTenant(app.deps.db.main, merchant.tenantId, async (tx) => {
    for (const kind of bankPhotoKinds)
      await tx
        .insertInto('bank_photo')
        .values({
          tenant_id: merchant.tenantId,
          file: photoRow(id, kind),
          account_id: merchant.accountId,
          merchant_id: id,
          kind,
          mime: 'image/jpeg',
          width: 1600,
          height: 1000,
          bytes: 1,
          created_at: app.clock.now,
        })
        .execute()
  })
}

/** Uploads a photo, and returns its file. */
export async function uploadPhoto(app: TestApp, as: Signed): Promise<string> {
  const { body } = await app.post(bankCardCalls.uploadBankImg.path, await drawPicture(), { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return (body.result as { file: string }).file
}

/** Uploads a photo of each kind. */
export async function uploadPhotos(app: TestApp, as: Signed): Promise<Record<BankPhotoKind, string>> {
  const files: Partial<Record<BankPhotoKind, string>> = {}
  for (const kind of bankPhotoKinds) files[kind] = await uploadPhoto(app, as)
  return files as Record<BankPhotoKind, string>
}

/** Hands in photos of a card, so that it is reviewed. */
export async function handInPhotos(app: TestApp, as: Signed, id: string): Promise<BankCard> {
  const photos = await uploadPhotos(app, as)
  const { body } = await app.call(bankCardCalls.addBankImg, { merchant_id: id, ...photos }, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}
