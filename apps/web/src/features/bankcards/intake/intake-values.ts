import {
  bankAccountFields,
  type BankCard,
  type BankDraft,
  bankInputOf,
  bankMerchantFields,
  type CertType,
  certTypes,
  type Country,
  Day,
  mainlandFields,
} from '@slotwise/contract'
import { z } from 'zod'

/** What the form holds between the fields on the page and the input of `addBank`. */
type MerchantField = keyof typeof bankMerchantFields
type AccountField = keyof typeof bankAccountFields
type DayField = 'cert_start_date' | 'cert_expire_date'
type TextField = Exclude<MerchantField | AccountField, DayField>

export type IntakeValues = Record<TextField, string> &
  Record<DayField, string | null> & {
    /** The certificate has no last day. */
    forever: boolean
    /** The branch is typed, because the directory does not list it. */
    by_hand: boolean
  }

export const isMerchantField = (name: string): boolean => Object.hasOwn(bankMerchantFields, name)

const days: readonly string[] = ['cert_start_date', 'cert_expire_date'] satisfies DayField[]
const switches = ['forever', 'by_hand'] as const
const textFields = Object.keys({ ...bankMerchantFields, ...bankAccountFields }).filter(
  (name) => !days.includes(name),
) as TextField[]

const isCertType = (value: string): value is CertType => certTypes.some((type) => type === value)

/** The certificates that a merchant of this country can choose. */
export const certTypesOf = (country: Country): readonly CertType[] =>
  country === 'CN' ? certTypes : ['id_card', 'passport']

export const newValues = (known: { mchName: string; phone: string }): IntakeValues => ({
  ...(Object.fromEntries(textFields.map((name) => [name, ''])) as Record<TextField, string>),
  mch_name: known.mchName,
  telephone: known.phone,
  acct_cert_type: 'id_card',
  cert_start_date: null,
  cert_expire_date: null,
  forever: false,
  by_hand: false,
})

/** The numbers of a card are masked, so their fields begin empty: empty ones keep what the server has. */
export const keptNumbers = ['telephone', 'acct_no', 'acct_cert_no', 'acct_mobile'] as const

export const valuesOfCard = (card: BankCard): IntakeValues => ({
  ...(Object.fromEntries(textFields.map((name) => [name, card[name]])) as Record<TextField, string>),
  ...(Object.fromEntries(keptNumbers.map((name) => [name, ''])) as Record<TextField, string>),
  cert_start_date: card.cert_start_date,
  cert_expire_date: card.cert_expire_date,
  forever: card.cert_expire_date === null,
  by_hand: false,
})

export const draftOf = (step: number, values: IntakeValues, merchantId: string | undefined): BankDraft => ({
  step,
  values: {
    ...Object.fromEntries(textFields.map((name) => [name, values[name].slice(0, 300)])),
    cert_start_date: values.cert_start_date,
    cert_expire_date: values.cert_expire_date,
    ...Object.fromEntries(switches.map((name) => [name, values[name] ? 'yes' : ''])),
    ...(merchantId === undefined ? {} : { merchant_id: merchantId }),
  },
})

/** The values of a draft over those that the form would begin with. Fields that a release renamed are left out. */
export function valuesOfDraft({ values: stored }: BankDraft, begin: IntakeValues): IntakeValues {
  const texts = textFields.flatMap((name) => {
    const value = stored[name]
    if (typeof value !== 'string' || (name === 'acct_cert_type' && !isCertType(value))) return []
    return [[name, value] as const]
  })
  const dayOf = (name: DayField): string | null => stored[name] ?? null
  return {
    ...begin,
    ...(Object.fromEntries(texts) as Partial<Record<TextField, string>>),
    cert_start_date: dayOf('cert_start_date'),
    cert_expire_date: dayOf('cert_expire_date'),
    forever: stored['forever'] === 'yes',
    by_hand: stored['by_hand'] === 'yes',
  }
}

/** The card that a draft sends again; undefined for a new one. */
export const cardOfDraft = ({ values }: BankDraft): string | undefined => values['merchant_id'] ?? undefined

/** The fields that a country does not have are sent empty, even if a draft of another form filled them. */
export function inputOf(country: Country, values: IntakeValues, merchantId: string | undefined) {
  const { forever, by_hand: _byHand, cert_expire_date: end, ...rest } = values
  const absent = country === 'CN' ? (['bank'] as const) : mainlandFields
  return {
    ...rest,
    ...Object.fromEntries(absent.map((name) => [name, ''])),
    cert_expire_date: forever ? null : (end ?? undefined),
    ...(merchantId === undefined ? {} : { merchant_id: merchantId }),
  }
}

const GivenDay = z.string({ error: 'v:required' }).pipe(Day)

/** The rules of the country and of the day; a date that is missing is called required. */
export const intakeSchemaOf = (country: Country, today: string) =>
  bankInputOf(country, today).safeExtend({
    cert_start_date: GivenDay,
    cert_expire_date: GivenDay.nullable(),
  })

const noBranch = { bank_branch: '', bank_no: '' }

/** What else changes with a field: places and branches belong to the place or bank that was chosen before. */
export function followingChange(
  change: Partial<IntakeValues>,
  values: IntakeValues,
): Partial<IntakeValues> | undefined {
  if (change.province_code !== undefined) return { city_code: '', district_code: '' }
  if (change.city_code !== undefined) return { district_code: '' }
  const isOfBank = values.bank_no.startsWith(values.bank_code)
  if (change.bank_code !== undefined) return isOfBank ? undefined : noBranch
  // A typed branch number stays: it does not come from the place.
  if (change.bank_province !== undefined) return { bank_city: '', ...(values.by_hand ? {} : noBranch) }
  if (change.bank_city !== undefined) return values.by_hand ? undefined : noBranch
  return undefined
}

/** What the second step most likely repeats of the first. */
export function guessedAccount(values: IntakeValues): Partial<IntakeValues> {
  const placeOpen = values.bank_province === '' && values.bank_city === ''
  return {
    ...(values.acct_name === '' ? { acct_name: values.person } : {}),
    ...(placeOpen ? { bank_province: values.province_code, bank_city: values.city_code } : {}),
  }
}
