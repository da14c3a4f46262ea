/** Every error of a call, composed of the tables of the domains. */
import { accountErrors } from './account/errors.ts'
import { alertErrors } from './alerts/errors.ts'
import { bankCardErrors } from './bankcards/errors.ts'
import { billErrors } from './bills/errors.ts'
import { commandErrors } from './commands/errors.ts'
import { deviceErrors } from './devices/errors.ts'
import { exceptionErrors } from './exceptions/errors.ts'
import { fundErrors } from './funds/errors.ts'
import { goodsErrors } from './goods/errors.ts'
import { jobErrors } from './jobs/errors.ts'
import { commonErrors } from './kernel/common-errors.ts'
import { machineErrors } from './machines/errors.ts'
import { mediaErrors } from './media/errors.ts'
import { memberErrors } from './members/errors.ts'
import { notifyErrors } from './notify/errors.ts'
import { payAccountErrors } from './payaccounts/errors.ts'
import { referrerErrors } from './referrers/errors.ts'
import { refillErrors } from './refills/errors.ts'
import { regionErrors } from './regions/errors.ts'
import { reportErrors } from './reports/errors.ts'
import { slotErrors } from './slots/errors.ts'
import { staffErrors } from './staff/errors.ts'
import { viewErrors } from './views/errors.ts'
import { voucherErrors } from './vouchers/errors.ts'
import { fill, type Locale, mergeWords, type TextParams } from './kernel/locale.ts'
import { waitText } from './kernel/wait.ts'

const tables = [
  commonErrors,
  accountErrors,
  alertErrors,
  bankCardErrors,
  billErrors,
  commandErrors,
  deviceErrors,
  exceptionErrors,
  fundErrors,
  goodsErrors,
  jobErrors,
  machineErrors,
  mediaErrors,
  memberErrors,
  notifyErrors,
  payAccountErrors,
  referrerErrors,
  refillErrors,
  regionErrors,
  reportErrors,
  slotErrors,
  staffErrors,
  viewErrors,
  voucherErrors,
] as const

/** The wire code of each error. */
export const errorCodes = {
  ...commonErrors.codes,
  ...accountErrors.codes,
  ...alertErrors.codes,
  ...bankCardErrors.codes,
  ...billErrors.codes,
  ...commandErrors.codes,
  ...deviceErrors.codes,
  ...exceptionErrors.codes,
  ...fundErrors.codes,
  ...goodsErrors.codes,
  ...jobErrors.codes,
  ...machineErrors.codes,
  ...mediaErrors.codes,
  ...memberErrors.codes,
  ...notifyErrors.codes,
  ...payAccountErrors.codes,
  ...referrerErrors.codes,
  ...refillErrors.codes,
  ...regionErrors.codes,
  ...reportErrors.codes,
  ...slotErrors.codes,
  ...staffErrors.codes,
  ...viewErrors.codes,
  ...voucherErrors.codes,
} as const
export type ErrorName = keyof typeof errorCodes

const errorWords = mergeWords(tables.map((table) => table.words))

/** A text says `{wait}` for the parameter `seconds` as people say it. */
export function errorText(locale: Locale, name: ErrorName, params: TextParams = {}): string {
  const { seconds } = params
  const wait = typeof seconds === 'number' ? { wait: waitText(locale, seconds) } : {}
  return fill(errorWords[locale][name], { ...params, ...wait })
}
