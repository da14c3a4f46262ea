import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { accountPhone, type Country } from '../kernel/countries.ts'
import { contactPhone, Id, Ids, requiredText, Sign, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Day, Instant } from '../kernel/time.ts'
import { isBankCode } from './banks.ts'
import {
  birthOf,
  certTypes,
  isBranchNo,
  isCardNo,
  isCertNo,
  isIdCardNo,
  isMalaysianAccountNo,
} from './numbers.ts'

export const bankCardPageSize = 6

/**
 *   no_id_photo ──► reviewing ──► approved
 *                       ▲  │          │ the operator takes the approval back
 *                       │  ▼          ▼
 *                    not_approved (with a reason); reviewing again when it is sent again
 */
export const bankCardStates = ['no_id_photo', 'reviewing', 'approved', 'not_approved'] as const
export type BankCardState = (typeof bankCardStates)[number]

export const bankPhotoKinds = ['id_card_z', 'id_card_f', 'bank_z', 'bank_f', 'hold_id_card'] as const
export type BankPhotoKind = (typeof bankPhotoKinds)[number]
export const bankPhotoUpload = { maxBytes: 3 * 1024 * 1024, types: ['image/jpeg', 'image/png'] } as const

/** A place of the mainland: two digits for a province, four for a city, six for a district. Empty elsewhere. */
const PlaceCode = z.string().regex(/^(?:\d{6})?$/, { error: 'v:place' })

const Email = requiredText(120)
  .overwrite((value) => value.toLowerCase())
  .refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value), { error: 'v:email' })

/** Numbers are copied with the spaces and hyphens of the card, and typed with the wide digits of Chinese keyboards. */
const digits = (value: string): string => value.normalize('NFKC').replace(/[\s-]/g, '')
const numberText = (max: number) => text(max).overwrite(digits)

/** The first step: the merchant. */
export const bankMerchantFields = {
  mch_name: requiredText(60),
  person: requiredText(40),
  telephone: contactPhone.refine((value) => value !== '', { error: 'v:required' }),
  email: Email,
  province_code: PlaceCode.default(''),
  city_code: PlaceCode.default(''),
  district_code: PlaceCode.default(''),
  address: requiredText(200),
}
/** The names of the places beside their codes, for callers that send both; where one is given, it must fit its code. */
const placeNameFields = {
  province: text(40).default(''),
  city: text(40).default(''),
  district: text(40).default(''),
}
/** The second step: the account. */
export const bankAccountFields = {
  /** One of `bankCodes` in the mainland; empty elsewhere, where `bank` is any name. */
  bank_code: text(3).default(''),
  bank: text(60).default(''),
  bank_province: PlaceCode.default(''),
  bank_city: PlaceCode.default(''),
  bank_branch: text(100).default(''),
  bank_no: numberText(12).default(''),
  acct_name: requiredText(60),
  acct_no: numberText(32),
  acct_cert_type: z.enum(certTypes).default('id_card'),
  acct_cert_no: text(32).overwrite((value) => digits(value).toUpperCase()),
  cert_start_date: Day,
  /** Null: valid for ever. */
  cert_expire_date: Day.nullable().default(null),
  acct_mobile: numberText(20),
}
const bankFields = { ...bankMerchantFields, ...bankAccountFields }

/**
 * Sent again, a card keeps the numbers that are left empty, because the console never gets to know them.
 */
const numbersLeftEmpty = ['acct_no', 'acct_cert_no', 'acct_mobile', 'telephone'] as const
export type NumberLeftEmpty = (typeof numbersLeftEmpty)[number]

type Draft = { [K in keyof typeof bankFields]?: z.output<(typeof bankFields)[K]> } & {
  [K in keyof typeof placeNameFields]?: string
} & {
  merchant_id?: string | undefined
}
const leftEmpty = (draft: Draft, value: string | undefined): boolean =>
  draft.merchant_id !== undefined && value === ''

const certRules = [
  always<Draft>(
    ({ cert_start_date: start, cert_expire_date: end }) => !start || !end || start <= end,
    'cert_expire_date',
    'v:endBeforeStart',
  ),
] as const

/** What only a card of the mainland has. A bank code would replace the name of the bank that a merchant elsewhere wrote. */
export const mainlandFields = [
  'province_code',
  'city_code',
  'district_code',
  'bank_code',
  'bank_province',
  'bank_city',
  'bank_branch',
  'bank_no',
] as const satisfies readonly (keyof typeof bankFields)[]

const placeNames = [
  'province',
  'city',
  'district',
] as const satisfies readonly (keyof typeof placeNameFields)[]

/** The rules of a country, for the form and for the server. */
const countryRules = {
  CN: [
    always<Draft>(({ province_code: code }) => code !== '', 'province_code', 'v:required'),
    always<Draft>(({ city_code: code }) => code !== '', 'city_code', 'v:required'),
    always<Draft>(({ bank_code: code = '' }) => isBankCode(code), 'bank_code', 'v:bankRequired'),
    always<Draft>(({ bank_branch: branch }) => branch !== '', 'bank_branch', 'v:required'),
    always<Draft>(({ bank_no: no = '' }) => isBranchNo(no), 'bank_no', 'v:branchNo'),
    always<Draft>(
      ({ bank_no: no = '', bank_code: code = '' }) => !isBranchNo(no) || no.startsWith(code),
      'bank_no',
      'v:branchOfOtherBank',
    ),
    always<Draft>(
      (draft) => leftEmpty(draft, draft.acct_no) || isCardNo(draft.acct_no ?? ''),
      'acct_no',
      'v:cardNo',
    ),
    always<Draft>(
      (draft) =>
        leftEmpty(draft, draft.acct_cert_no) ||
        isCertNo(draft.acct_cert_type ?? 'id_card', draft.acct_cert_no ?? ''),
      'acct_cert_no',
      'v:certNo',
    ),
    always<Draft>(
      (draft) =>
        leftEmpty(draft, draft.acct_mobile) || accountPhone('CN', draft.acct_mobile ?? '') !== undefined,
      'acct_mobile',
      'v:mobileNo',
    ),
  ],
  MY: [
    ...[...mainlandFields, ...placeNames].map((name) =>
      always<Draft>((draft) => !draft[name], name, 'v:unknownField'),
    ),
    always<Draft>(({ bank }) => bank !== '', 'bank', 'v:required'),
    always<Draft>(
      (draft) => leftEmpty(draft, draft.acct_no) || isMalaysianAccountNo(draft.acct_no ?? ''),
      'acct_no',
      'v:accountNo',
    ),
    always<Draft>(
      (draft) => leftEmpty(draft, draft.acct_cert_no) || /^[A-Z0-9]{5,20}$/.test(draft.acct_cert_no ?? ''),
      'acct_cert_no',
      'v:certNo',
    ),
    always<Draft>(
      (draft) =>
        leftEmpty(draft, draft.acct_mobile) || accountPhone('MY', draft.acct_mobile ?? '') !== undefined,
      'acct_mobile',
      'v:mobileNo',
    ),
  ],
} as const satisfies Record<Country, readonly unknown[]>

/** The rules that depend on the merchant's day. */
const dayRules = (country: Country, today: string) => [
  always<Draft>(({ cert_start_date: start }) => !start || start <= today, 'cert_start_date', 'v:certNotYet'),
  always<Draft>(({ cert_expire_date: end }) => !end || end >= today, 'cert_expire_date', 'v:certExpired'),
  always<Draft>(
    ({ acct_cert_type: type, acct_cert_no: no = '' }) =>
      country !== 'CN' || type !== 'id_card' || !isIdCardNo(no) || birthOf(no) <= today,
    'acct_cert_no',
    'v:certNo',
  ),
]

/** With `merchant_id`, a card that was not approved, or has no photos yet, is sent again. */
export const BankInput = z
  .strictObject({
    ...bankFields,
    ...placeNameFields,
    telephone: contactPhone,
    merchant_id: Id.optional(),
    /** The card waits for `addBankImg`, although it has photos of the time before. */
    new_photos: z.boolean().default(false),
  })
  .check(...certRules)
export type BankInput = z.output<typeof BankInput>
/** What a merchant of this country has to fill in today: `BankInput` with the rules of the country and of the day. */
export const bankInputOf = (country: Country, today: string) =>
  BankInput.check(
    always<Draft>(
      (draft) => leftEmpty(draft, draft.telephone) || draft.telephone !== '',
      'telephone',
      'v:required',
    ),
    ...countryRules[country],
    ...dayRules(country, today),
  )

/** A card in lists: numbers are masked. */
export const BankCard = z.object({
  merchant_id: Id,
  state: z.enum(bankCardStates),
  /** Why it was not approved; empty otherwise. */
  reason: z.string(),
  mch_name: z.string(),
  person: z.string(),
  telephone: z.string(),
  email: z.string(),
  province_code: z.string(),
  city_code: z.string(),
  district_code: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  bank_code: z.string(),
  bank: z.string(),
  bank_province: z.string(),
  bank_city: z.string(),
  bank_province_name: z.string(),
  bank_city_name: z.string(),
  bank_branch: z.string(),
  bank_no: z.string(),
  acct_name: z.string(),
  acct_no: z.string(),
  acct_cert_type: z.enum(certTypes),
  acct_cert_no: z.string(),
  cert_start_date: Day,
  cert_expire_date: Day.nullable(),
  acct_mobile: z.string(),
  has_photos: z.boolean(),
  /** Approved now or before. Money may be booked to it, so that it cannot be withdrawn. */
  was_approved: z.boolean(),
  /** The account that sent it. */
  username: z.string(),
  /** How many stores and machines are paid out to it. */
  store_count: z.int(),
  device_count: z.int(),
  create_at: Instant,
  /** When it was last sent or reviewed. */
  state_at: Instant,
})
export type BankCard = z.infer<typeof BankCard>

export const BankCardFilter = z.strictObject({
  /** Searched in the names of merchant, person and account holder, and in the last four digits of the card. */
  q: text(60).optional(),
  state: z.enum(bankCardStates).optional(),
  ids: Ids.optional(),
})

export const ExportBank = z.strictObject({ format: ExportFormat, condition: BankCardFilter.prefault({}) })

export const BankCardOne = z.strictObject({ merchant_id: Id })

/** The clear numbers of a card. */
export const BankCardNumbers = z.object({
  acct_no: z.string(),
  acct_cert_no: z.string(),
  acct_mobile: z.string(),
  telephone: z.string(),
})
export const BankCardReveal = z.strictObject({ merchant_id: Id, sign: Sign })

export const Bank = z.object({ bank_code: z.string(), bank: z.string() })
export const BranchFilter = z.strictObject({
  head_bank: z.string().regex(/^\d{3}$/, { error: 'v:bankRequired' }),
  /** The code or the name of the place. */
  province: text(40).default(''),
  city: text(40).default(''),
  /** Searched in the branch's name and number. */
  q: text(60).optional(),
})
export const Branch = z.object({
  bank_no: z.string(),
  bank_branch: z.string(),
  province: z.string(),
  city: z.string(),
})
export type Branch = z.infer<typeof Branch>

export const MainlandPlace = z.object({ code: z.string(), name: z.string() })
export type MainlandPlace = z.infer<typeof MainlandPlace>

/** The number of an uploaded photo, until the card has it. */
export const BankPhotoFile = z.string().regex(/^[0-9a-f]{32}$/, { error: 'v:wrongType' })
/** A card that is sent again keeps the photos that are left out. */
export const BankPhotos = z.strictObject({
  merchant_id: Id,
  id_card_z: BankPhotoFile.optional(),
  id_card_f: BankPhotoFile.optional(),
  bank_z: BankPhotoFile.optional(),
  bank_f: BankPhotoFile.optional(),
  hold_id_card: BankPhotoFile.optional(),
})
export const UploadedBankPhoto = z.object({ file: BankPhotoFile, width: z.int(), height: z.int() })
export type UploadedBankPhoto = z.infer<typeof UploadedBankPhoto>
/** Links that show the photos for a minute; empty where the card has none. */
export const BankPhotoLinks = z.object({
  id_card_z: z.string(),
  id_card_f: z.string(),
  bank_z: z.string(),
  bank_f: z.string(),
  hold_id_card: z.string(),
})

/** What a form holds before it is sent: any text at any field, whether it keeps the rules or not. */
export const BankDraft = z.strictObject({
  step: z.int().min(0).max(2),
  values: z
    .record(z.string().max(40), z.string().max(300).nullable())
    .refine((values) => Object.keys(values).length <= 40, { error: 'v:wrongType' }),
})
export type BankDraft = z.infer<typeof BankDraft>

/** An approved card, for pickers. */
export const PayoutAccount = z.object({
  merchant_id: Id,
  mch_name: z.string(),
  acct_name: z.string(),
  acct_no: z.string(),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>
export const PayoutAccountFilter = z.strictObject({ q: text(60).optional(), ids: Ids.optional() })
