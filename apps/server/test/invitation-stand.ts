import { accountCalls, staffCalls, type SubUser } from '@slotwise/contract'

import { md5 } from '../src/kernel/passwords.ts'
import type { TestApp } from './app.ts'
import { makeSubUser, type Merchant, nextAddress } from './factories.ts'

let serial = 0
export const newPhone = (): string => `136${String((serial += 1)).padStart(8, '0')}`

/** The password that invited persons choose. */
export const chosen = 'a password of my own'

/** What the owner and the invited persons of a merchant do. */
export function invitationStand(app: TestApp, owner: Merchant) {
  const invite = async (id: string, as: Merchant = owner) =>
    (await app.call(staffCalls.inviteSubUser, { sub_userid: id }, { as })).body
  const codeOf = async (phone: string): Promise<string> => {
    const link = await app.lastCode(phone)
    return link.slice(link.indexOf('#') + 1)
  }
  async function makeInvited(phone = newPhone(), as: Merchant = owner) {
    const user = await makeSubUser(app, as, { password: undefined, phone, nickname: 'Wang' })
    const { rcode, msg } = await invite(user.sub_userid, as)
    if (rcode !== 0) throw new Error(msg)
    return { user, phone, code: await codeOf(phone) }
  }
  const look = async (code: string) =>
    (await app.call(accountCalls.getInvitation, { code }, { address: nextAddress() })).body
  const accept = async (code: string, password = chosen) =>
    (
      await app.call(
        accountCalls.acceptInvitation,
        { code, password: md5(password) },
        { address: nextAddress() },
      )
    ).body
  const login = async (username: string, password = chosen) =>
    (await app.call(accountCalls.login, { username, password: md5(password) }, { address: nextAddress() }))
      .body
  const stateOf = async (user: SubUser): Promise<SubUser | undefined> =>
    (await app.call(staffCalls.getSubUser, { condition: { ids: [user.sub_userid] } }, { as: owner })).body
      .result.data[0]
  const edited = (user: SubUser, change: object = {}) => ({
    sub_userid: user.sub_userid,
    sub_username: user.sub_username,
    nickname: user.nickname,
    phone: user.phone,
    roleid: user.roleid,
    ...change,
  })
  return { invite, codeOf, makeInvited, look, accept, login, stateOf, edited }
}
