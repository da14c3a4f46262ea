import type { bankCardCalls } from '@slotwise/contract'

import { AppError } from '../../kernel/errors.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { getBank, getBankNo } from './branch-service.ts'
import { getMerchant, getPayoutAccounts, revealBank } from './card-service.ts'
import { getBankDraft, saveBankDraft } from './draft-service.ts'
import { addBank, delBank, isExistEmail } from './intake-service.ts'
import { getPlaces } from './place-service.ts'

const later = (): Promise<never> => Promise.reject(new AppError('notFound'))

export const bankCardHandlers: HandlersOf<typeof bankCardCalls> = {
  getMerchant,
  getBank,
  getBankNo,
  getPlaces,
  isExistEmail,
  addBank,
  delBank,
  uploadBankImg: later,
  addBankImg: later,
  getImage: later,
  revealBank,
  getBankDraft,
  saveBankDraft,
  getPayoutAccounts,
}
