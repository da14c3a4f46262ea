import {
  errorCodes,
  errorText,
  type ErrorName,
  type FieldError,
  type Locale,
  type RuleName,
  ruleText,
  type TextParams,
} from '@slotwise/contract'

type Field = { path: string; rule: RuleName; params?: TextParams }

/** A refusal that is answered to the caller. Any other error thrown is a fault of the server. */
export class AppError extends Error {
  readonly code: ErrorName
  readonly params: TextParams
  readonly fields: readonly Field[]

  constructor(code: ErrorName, params: TextParams = {}, fields: readonly Field[] = []) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
    this.fields = fields
  }

  /** Bad input that only the server can detect, shown at its field. */
  static atField(path: string, rule: RuleName, params?: TextParams): AppError {
    return new AppError('invalid', {}, [params ? { path, rule, params } : { path, rule }])
  }
}

type Refusal = { rcode: number; msg: string; result: { errors?: FieldError[]; retryAfter?: number } | null }

/** A refusal worded in the caller's language. */
export function wordError(error: AppError, locale: Locale): Refusal {
  const errors = error.fields.map(({ path, rule, params }) => ({
    path,
    message: ruleText(locale, rule, params),
  }))
  const { seconds } = error.params
  return {
    rcode: errorCodes[error.code],
    msg: errorText(locale, error.code, error.params),
    result: errors.length > 0 ? { errors } : typeof seconds === 'number' ? { retryAfter: seconds } : null,
  }
}
