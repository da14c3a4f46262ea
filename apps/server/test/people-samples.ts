import { randomInt } from 'node:crypto'

import { type InputOf, staffCalls } from '@slotwise/contract'

import { md5 } from '../src/kernel/passwords.ts'
import type { TestApp } from './app.ts'
import { makeSubUser, type Merchant, signIn } from './factories.ts'
import { asOwner } from './owner.ts'

/** Each phone gets one message a minute, and samples are made for several merchants at once. */
const newPhone = (): string => `139${String(randomInt(100_000_000)).padStart(8, '0')}`

/** Sub-accounts in each state that a call begins from. */
export async function peopleSamples(
  app: TestApp,
  owner: Merchant,
  scope: Partial<InputOf<typeof staffCalls.addSubUser>>,
): Promise<{ inputs: Record<string, unknown>; ids: string[] }> {
  const add = async (fields: typeof scope = {}): Promise<string> =>
    (await makeSubUser(app, owner, { ...scope, ...fields })).sub_userid
  const active = await add()
  const suspended = await add()
  await app.call(staffCalls.suspendSubUser, { sub_userid: suspended }, { as: owner })
  const uninvited = await add({ password: undefined, phone: newPhone() })
  const invited = await add({ password: undefined, phone: newPhone() })
  await app.call(staffCalls.inviteSubUser, { sub_userid: invited }, { as: owner })
  return {
    inputs: {
      'account.getInvitation': { code: 'a-23456789ABCD' },
      'account.acceptInvitation': { code: 'a-23456789ABCD', password: md5('a new password') },
      'staff.getPermission': {},
      'staff.isExistSubUser': { sub_username: 'somebody' },
      'staff.suspendSubUser': { sub_userid: active },
      'staff.resumeSubUser': { sub_userid: suspended },
      'staff.inviteSubUser': { sub_userid: uninvited },
      'staff.withdrawInvitation': { sub_userid: invited },
    },
    ids: [active, suspended, uninvited, invited],
  }
}

/** A second session of the owner. */
export async function otherSession(app: TestApp, owner: Merchant): Promise<string> {
  await signIn(app, owner.username)
  const [row] = await asOwner<{ session: string }>(
    app,
    'select max(session_id)::text as session from session where account_id = $1',
    [owner.accountId],
  )
  return row?.session ?? ''
}
