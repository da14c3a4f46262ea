import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls, Upload } from '../kernel/call.ts'
import { text } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  Bank,
  BankCard,
  BankCardFilter,
  BankCardNumbers,
  BankCardOne,
  bankCardPageSize,
  BankCardReveal,
  BankDraft,
  BankInput,
  BankPhotoLinks,
  BankPhotos,
  bankPhotoUpload,
  Branch,
  BranchFilter,
  ExportBank,
  PayoutAccount,
  PayoutAccountFilter,
  MainlandPlace,
  UploadedBankPhoto,
} from './schemas.ts'

/** Bank cards: what a merchant hands in to be paid out, and what became of it. */
export const bankCardCalls = calls({
  getMerchant: {
    path: '/api/v1/k/getMerchant',
    access: 'bank.manage',
    input: pageOf(BankCardFilter, bankCardPageSize),
    output: listOf(BankCard),
  },
  /** The cards of a filter as a sheet, with masked numbers. */
  exportBank: exportCall({
    path: '/api/v1/k/exportBank',
    access: 'bank.manage',
    extension: true,
    input: ExportBank,
  }),
  /** The banks that can be chosen; none where any name may be written. */
  getBank: {
    path: '/api/v1/k/getBank',
    access: 'bank.manage',
    input: z.strictObject({}),
    output: z.object({ data: z.array(Bank) }),
  },
  getBankNo: {
    path: '/api/v1/b/getBankNo',
    access: 'bank.manage',
    input: BranchFilter,
    // The first branches; the caller narrows the search to see others.
    output: z.object({ data: z.array(Branch), more: z.boolean() }),
  },
  /** The provinces, or the cities and districts inside of a place. */
  getPlaces: {
    path: '/api/v1/k/getPlaces',
    access: 'bank.manage',
    extension: true,
    input: z.strictObject({
      inside: z
        .string()
        .regex(/^\d{6}$/, { error: 'v:place' })
        .optional(),
    }),
    output: z.object({ data: z.array(MainlandPlace) }),
  },
  isExistEmail: {
    path: '/api/v1/k/isExistEmail',
    access: 'bank.manage',
    input: z.strictObject({
      email: text(120),
      merchant_id: BankCardOne.shape.merchant_id.optional(),
    }),
    output: z.object({ isExist: z.boolean() }),
  },
  addBank: {
    path: '/api/v1/k/addBank',
    access: 'bank.manage',
    changes: true,
    input: BankInput,
    output: BankCard,
    errors: ['notFound', 'bankCardClosed', 'bankCardsFull'],
  },
  delBank: {
    path: '/api/v1/k/delBank',
    access: 'bank.manage',
    changes: true,
    extension: true,
    input: BankCardOne,
    output: z.object({}),
    errors: ['notFound', 'bankCardKept'],
  },
  uploadBankImg: {
    path: '/api/v1/k/uploadBankImg',
    access: 'bank.manage',
    outside: true,
    extension: true,
    perMinute: 30,
    upload: bankPhotoUpload,
    input: Upload,
    output: UploadedBankPhoto,
    errors: ['fileTooLarge', 'badPicture', 'badPictureSize', 'photoNotLandscape', 'bankPhotosFull'],
  },
  addBankImg: {
    path: '/api/v1/k/addBankImg',
    access: 'bank.manage',
    changes: true,
    input: BankPhotos,
    output: BankCard,
    errors: ['notFound', 'bankCardClosed'],
  },
  /** Links of a minute; every look is in the audit. */
  getImage: {
    path: '/api/v1/k/getImage',
    access: 'bank.manage',
    changes: true,
    secretAnswer: true,
    input: BankCardOne,
    output: BankPhotoLinks,
    errors: ['notFound'],
  },
  /** The clear numbers; every look is in the audit. */
  revealBank: {
    path: '/api/v1/k/revealBank',
    access: 'bank.manage',
    sign: true,
    changes: true,
    secretAnswer: true,
    extension: true,
    input: BankCardReveal,
    output: BankCardNumbers,
    errors: ['notFound'],
  },
  getBankDraft: {
    path: '/api/v1/k/getBankDraft',
    access: 'bank.manage',
    extension: true,
    input: z.strictObject({}),
    output: z.object({ draft: BankDraft.nullable() }),
  },
  /** Stores what the caller's form holds; null forgets it. */
  saveBankDraft: {
    path: '/api/v1/k/saveBankDraft',
    access: 'bank.manage',
    extension: true,
    input: z.strictObject({ draft: BankDraft.nullable() }),
    output: z.object({}),
  },
  /** The approved cards, for the forms of stores and machines, and for the filter of settlements. */
  getPayoutAccounts: {
    path: '/api/v1/k/getPayoutAccounts',
    access: ['bank.manage', 'bank.settle'],
    extension: true,
    input: pageOf(PayoutAccountFilter, 999),
    output: listOf(PayoutAccount),
  },
})
