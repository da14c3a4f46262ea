import { accountCalls, accountPhone, type Country, type Session } from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { callServer, type Caller, codeSentTo, md5 } from './server.ts'

/** A merchant of one test's own, so that tests never meet each other's data. */
export type Merchant = {
  mchName: string
  country: Country
  /** As people write it at home; the mainland's is also the account's name. */
  phone: string
  username: string
  password: string
  session: Session
  /** Speaks to the server with this session. */
  caller: Caller
}

export type NewMerchant = {
  address: string
  phone: string
  country?: Country
  password?: string
  mchName?: string
}

/** Signs up and logs in by the calls that the console's own pages make. */
export async function makeMerchant(wish: NewMerchant): Promise<Merchant> {
  const { address, phone, country = 'CN', password = 'capsule-77', mchName = 'Lucky Capsules' } = wish
  const visitor = { address }
  const { sign } =
    country === 'CN'
      ? await callServer(accountCalls.checkAccount, { phone }, visitor)
      : { sign: undefined, ...(await callServer(accountCalls.checkAccountMy, { phone }, visitor)) }
  const code = await codeSentTo(phone)
  await callServer(
    accountCalls.signUp,
    { mchName, country, phone, business: 'gpm', code, password: md5(password), ...(sign && { sign }) },
    visitor,
  )
  const username = accountPhone(country, phone) ?? phone
  return asMerchant({ mchName, country, phone, username, password }, address)
}

/** Logs in who exists. */
export async function asMerchant(
  account: Omit<Merchant, 'session' | 'caller'>,
  address: string,
): Promise<Merchant> {
  const session = await logIn(account.username, account.password, address)
  const { token, secret } = session
  return { ...account, session, caller: { address, token, secret } }
}

export const logIn = (username: string, password: string, address: string): Promise<Session> =>
  callServer(accountCalls.login, { username, password: md5(password) }, { address })

/** Leaves the session in the browser as the login page would have. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  // Any small page of the same origin will do: storage belongs to the origin.
  await page.goto('/healthz')
  await page.evaluate((text) => localStorage.setItem('slotwise.session', text), JSON.stringify(session))
}
