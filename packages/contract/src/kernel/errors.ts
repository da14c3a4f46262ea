/**
 * Every way a call can fail, with its number on the wire. One name, one wording in each language (messages/);
 * several names may share a number where the client acts alike.
 */
export const errorCodes = {
  invalid: 100,
  notFound: 101,
  silent: 102,
  conflict: 103,
  changedMeanwhile: 103,
  areaInUse: 103,
  storeInUse: 103,
  roleInUse: 103,
  goodsInUse: 103,
  goodsInUseElsewhere: 103,
  imageInUse: 103,
  imageInUseElsewhere: 103,
  importApplied: 103,
  importStale: 103,
  repeatedDifferently: 103,
  jobsFull: 103,
  narrowFilter: 103,
  chooseDay: 103,
  duplicate: 104,
  phoneRegistered: 104,
  accountTaken: 104,
  wait: 105,
  smsWait: 105,
  credentials: 200,
  credentialsWait: 201,
  operationBlocked: 201,
  operationLocked: 201,
  codeWrong: 202,
  codeInvalid: 202,
  codeNotRequested: 202,
  phoneUnknown: 202,
  cannotReset: 202,
  operationWrong: 200,
  operationMissing: 200,
  operationMissingAskMain: 200,
  smsUnavailable: 203,
  noPermission: 300,
  aboveYou: 300,
  ownRole: 300,
  ownAccount: 300,
  signRequired: 301,
  outOfScope: 302,
  mainOnly: 303,
  offline: 400,
  busy: 401,
  commandFailed: 402,
  notForType: 103,
  unknownDevice: 403,
  boundElsewhere: 404,
  notRefundable: 500,
  refundAmount: 501,
  providerRefused: 502,
  sessionEnded: 604,
  fault: 900,
  tooLarge: 100,
  fileTooLarge: 100,
  badPicture: 100,
  badPictureSize: 100,
  badSheet: 100,
  sheetEmpty: 100,
  sheetNoColumn: 100,
  sheetColumnTwice: 100,
  sheetTooLong: 100,
  sheetLocked: 100,
  notJson: 100,
  unknownPath: 101,
} as const

export type ErrorName = keyof typeof errorCodes

/** What any call may answer; everything else is declared by the row that answers it. */
export const commonErrors: readonly ErrorName[] = [
  'invalid',
  'sessionEnded',
  'noPermission',
  'mainOnly',
  'signRequired',
  'wait',
  'repeatedDifferently',
  'outOfScope',
]

export const success = 0
export const sessionEnded = errorCodes.sessionEnded
export const silent = errorCodes.silent

export type FieldError = { path: string; message: string }

/** What travels: HTTP 200 and this, whatever happened. */
export type Answer<Result = unknown> = { rcode: number; msg: string; result: Result }
