/** Accounts of merchants at payment providers. */
import { generateKeyPairSync } from 'node:crypto'

import { accountCalls, type InputOf, type PayAccount, payAccountCalls } from '@slotwise/contract'

import { md5 } from '../../apps/web/src/lib/md5.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'
import { operationPassword } from './staff.ts'

export const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

/** What a merchant enters for Alipay. Its key is that of no account. */
export function alipayFields(): Omit<InputOf<typeof payAccountCalls.addPayAccount>, 'sign'> {
  return {
    provider: 'alipay',
    account_no: '2088000000000001',
    app_id: '2021000000000001',
    private_key: keyPair().privateKey,
    public_key: keyPair().publicKey,
  }
}

/** The merchant has an operation password. */
export async function addPayAccount({ caller }: Merchant, enabled: boolean): Promise<PayAccount> {
  const { sign } = await callServer(accountCalls.checkOprPwd, { password: md5(operationPassword) }, caller)
  const added = await callServer(payAccountCalls.addPayAccount, { ...alipayFields(), sign }, caller)
  const { pay_account_id, rev } = added
  return enabled
    ? callServer(payAccountCalls.switchPayAccount, { pay_account_id, rev, enabled, sign }, caller)
    : added
}
