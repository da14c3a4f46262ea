import type { bankCardCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getBank, getBankNo } from './branch-service.ts'
import { getMerchant, getPayoutAccounts, revealBank } from './card-service.ts'
import { bankCardsExport } from './export-service.ts'
import { getBankDraft, saveBankDraft } from './draft-service.ts'
import { addBank, delBank, isExistEmail } from './intake-service.ts'
import { addBankImg, getImage, uploadBankImg } from './photo-service.ts'
import { getPlaces } from './place-service.ts'

export const bankCardHandlers: HandlersOf<typeof bankCardCalls> = {
  getMerchant,
  exportBank: bankCardsExport.start,
  getBank,
  getBankNo,
  getPlaces,
  isExistEmail,
  addBank,
  delBank,
  uploadBankImg,
  addBankImg,
  getImage,
  revealBank,
  getBankDraft,
  saveBankDraft,
  getPayoutAccounts,
}
