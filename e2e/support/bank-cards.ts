import {
  type Answer,
  type BankCard,
  bankCardCalls,
  type BankInput,
  bankPhotoKinds,
  success,
  type UploadedBankPhoto,
} from '@slotwise/contract'
import type { z } from 'zod'

import type { Merchant } from './merchant.ts'
import { makePng } from './pictures.ts'
import { callServer, serverUrl } from './server.ts'

let cardsMade = 0

/** A card of the mainland that keeps every rule, with an email of its own. */
export function bankInput(wish: Partial<z.input<typeof BankInput>> = {}): z.input<typeof BankInput> {
  cardsMade += 1
  return {
    mch_name: 'Lucky Capsules',
    person: 'Wang Fang',
    telephone: '0755-26880000',
    email: `finance-${cardsMade}@example.com`,
    province_code: '440000',
    city_code: '440300',
    district_code: '440305',
    address: '8 Keyuan Road',
    bank_code: '308',
    bank_province: '440000',
    bank_city: '440300',
    bank_branch: '招商银行总行',
    bank_no: '308584000013',
    acct_name: 'Wang Fang',
    acct_no: '6225880123456783',
    acct_cert_type: 'passport',
    acct_cert_no: 'E12345678',
    cert_start_date: '2020-01-01',
    cert_expire_date: null,
    acct_mobile: '13800138000',
    ...wish,
  }
}

/** Hands a card in; it waits for its photos. */
export const addBankCard = (
  { caller }: Merchant,
  wish?: Partial<z.input<typeof BankInput>>,
): Promise<BankCard> => callServer(bankCardCalls.addBank, bankInput(wish), caller)

async function uploadPhoto({ caller }: Merchant): Promise<string> {
  const { address, token = '', secret = '' } = caller
  const response = await fetch(serverUrl() + bankCardCalls.uploadBankImg.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-forwarded-for': address,
      'x-access-token': token,
      'x-access-secret': secret,
    },
    body: new Uint8Array(makePng({ width: 600, height: 400 })),
  })
  const { rcode, msg, result } = (await response.json()) as Answer<z.infer<typeof UploadedBankPhoto>>
  if (rcode !== success) throw new Error(`the photo was not uploaded: ${rcode} ${msg}`)
  return result.file
}

/** Gives a card its five photos, so that it is reviewed. */
export async function addPhotos(merchant: Merchant, card: BankCard): Promise<BankCard> {
  const files: Record<string, string> = {}
  for (const kind of bankPhotoKinds) files[kind] = await uploadPhoto(merchant)
  return callServer(bankCardCalls.addBankImg, { merchant_id: card.merchant_id, ...files }, merchant.caller)
}
