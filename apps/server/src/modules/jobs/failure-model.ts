/** Why a job failed. It is stored as a name, so that its owner reads it in the language of the moment. */
import { type ErrorName, errorText, type Locale, type TextParams } from '@slotwise/contract'

export type Failure = { code: ErrorName; params: TextParams }

export const storedFailure = ({ code, params }: Failure): string => JSON.stringify({ code, params })

export const failureText = (locale: Locale, stored: string | null): string | null => {
  if (stored === null) return null
  const { code, params } = JSON.parse(stored) as Failure
  return errorText(locale, code, params)
}
