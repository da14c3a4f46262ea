import type { Session } from '@slotwise/contract'

/** A session for tests, valid for an hour unless `changes` says otherwise. */
export const exampleSession = (changes: Partial<Session> = {}): Session => ({
  account: '7',
  username: '13800138000',
  nickname: '',
  mchName: 'Corner Capsules',
  isMain: true,
  havePerms: { isMain: true, Home: true },
  custom: null,
  exp: new Date(Date.now() + 3_600_000).toISOString(),
  country: 'CN',
  currency: 'CNY',
  utcOffsetMinutes: 480,
  hasOperPwd: true,
  allDevice: true,
  token: 'token-1',
  secret: 'secret-1',
  ...changes,
})
