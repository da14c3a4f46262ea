import { accountCalls, accountPhone, type Country, type Session } from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { anchorOf } from './context-pool.ts'
import { createMerchantDirectly } from './direct.ts'
import { callServer, type Caller, md5 } from './server.ts'

/** A merchant of one test, so that tests never see each other's data. */
export type Merchant = {
  mchName: string
  country: Country
  /** In its national format; for the mainland it is also the account's name. */
  phone: string
  username: string
  password: string
  session: Session
  /** Calls the server with this session. */
  caller: Caller
}

export type NewMerchant = {
  address: string
  phone: string
  country?: Country
  password?: string
  mchName?: string
}

/**
 * Creates a merchant by the service that signing up calls at its end, and logs in. Other journeys test the sign-up
 * pages. No code is sent, so the phone can still request one.
 */
export async function makeMerchant(wish: NewMerchant): Promise<Merchant> {
  const { address, phone, country = 'CN', password = 'capsule-77', mchName = 'Lucky Capsules' } = wish
  const username = accountPhone(country, phone) ?? phone
  await createMerchantDirectly({ username, mchName, country, password: md5(password) }, address)
  const session = await logIn(username, password, address)
  const { token, secret } = session
  return { mchName, country, phone, username, password, session, caller: { address, token, secret } }
}

export const logIn = (username: string, password: string, address: string): Promise<Session> =>
  callServer(accountCalls.login, { username, password: md5(password) }, { address })

/** Stores the session in the browser as the login page would have. */
export async function storeSession(page: Page, session: Session): Promise<void> {
  // An open page of the console would react to the session that another tab stores.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const text = JSON.stringify(session)
  await anchorOf(page.context()).evaluate((value) => localStorage.setItem('slotwise.session', value), text)
}
