import type { TestApp } from './app.ts'
import { cardInput, givePhotoRows, makeApproved, makeCard, uploadPhoto } from './bank-cards.ts'
import { drawPicture, type Merchant } from './factories.ts'

/** Inputs for the calls of bank cards, and the cards that they name. */
export async function bankCardSamples(
  app: TestApp,
  owner: Merchant,
  { name, sign }: { name: string; sign: string },
) {
  const { merchant_id: approved } = await makeApproved(app, owner)
  const { merchant_id: edited } = await makeCard(app, owner)
  const { merchant_id: spare } = await makeCard(app, owner)
  const { merchant_id: photographed } = await makeCard(app, owner)
  await givePhotoRows(app, owner, photographed)
  const bankPhoto = await uploadPhoto(app, owner)
  const inputs: Record<string, unknown> = {
    'bankcards.getMerchant': page({ ids: [approved] }),
    'bankcards.exportBank': { condition: {} },
    'bankcards.getBank': {},
    'bankcards.getBankNo': { head_bank: '102', province: '110000', city: '110100' },
    'bankcards.getPlaces': { inside: '440000' },
    'bankcards.isExistEmail': { email: 'nobody@example.com' },
    'bankcards.addBank': cardInput({ merchant_id: edited }),
    'bankcards.delBank': { merchant_id: spare },
    'bankcards.uploadBankImg': await drawPicture(),
    'bankcards.addBankImg': { merchant_id: photographed, bank_z: bankPhoto },
    'bankcards.getImage': { merchant_id: approved },
    'bankcards.revealBank': { merchant_id: approved, sign },
    'bankcards.getBankDraft': {},
    'bankcards.saveBankDraft': { draft: { step: 1, values: { mch_name: name } } },
    'bankcards.getPayoutAccounts': page({ ids: [approved] }),
  }
  return { inputs, approved, ids: [approved, edited, spare, photographed] }
}

const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
