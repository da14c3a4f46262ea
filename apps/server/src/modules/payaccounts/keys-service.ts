/** Whether what was entered can be an account, and the settings of its adapter. */
import { createPublicKey } from 'node:crypto'

import type { OnlineClient, PayAccountSecret, RuleName } from '@slotwise/contract'

import {
  enteredCertificates,
  enteredPrivateKey,
  enteredPublicKey,
  keysIn,
  validAt,
} from '../../kernel/key-text.ts'
import type { AccountConfig } from '../../ports/payments/payments.ts'
import type { AccountIds, AccountKeys } from './account-model.ts'

type Fault = { path: PayAccountSecret; rule: RuleName }

type Built = { account: AccountConfig | undefined; faults: Fault[] }

/**
 * Makes the settings of an adapter of what was entered, and says what is wrong with it, at each field. An account may
 * work with faults: a certificate that has expired since it was entered does not keep refunds from being asked for.
 */
export const accountOf = (ids: AccountIds, keys: AccountKeys, now: Date): Built =>
  builders[ids.provider](ids, keys, now)

type Builder = (ids: AccountIds, keys: AccountKeys, now: Date) => Built

const faultIf = (isWrong: boolean, path: PayAccountSecret, rule: RuleName): Fault[] =>
  isWrong ? [{ path, rule }] : []

const builders: Record<OnlineClient, Builder> = {
  wechat({ account_no: mchId, app_id: appId }, keys, now) {
    const privateKey = enteredPrivateKey(keys.private_key)
    const publicKey = keys.public_key === '' ? undefined : enteredPublicKey(keys.public_key)
    const certificates = keys.certificate === '' ? [] : enteredCertificates(keys.certificate)
    const valid = validAt(certificates ?? [], now)
    const publicKeyId = keys.public_key_id || undefined
    // Beside a public key, an old certificate does not keep other keys from being replaced.
    const isExpired =
      keys.public_key === '' && certificates !== undefined && certificates.length > 0 && valid.length === 0
    const faults = [
      ...faultIf(!privateKey, 'private_key', 'payPrivateKey'),
      ...faultIf(keys.public_key !== '' && !publicKey, 'public_key', 'payPublicKey'),
      ...faultIf(!certificates, 'certificate', 'payCertificate'),
      ...faultIf(isExpired, 'certificate', 'payCertificateExpired'),
      ...faultIf((keys.public_key === '') !== (publicKeyId === undefined), 'public_key_id', 'wechatKeyPair'),
      ...faultIf(keys.public_key === '' && keys.certificate === '', 'public_key', 'wechatPlatformKey'),
    ]
    const platformKeys = new Map([
      ...(publicKey && publicKeyId !== undefined ? [[publicKeyId, publicKey] as const] : []),
      ...keysIn(certificates ?? []),
    ])
    const { serial, api_key: apiKey } = keys
    const config = privateKey && {
      appId,
      mchId,
      serial: serial.toUpperCase(),
      privateKey,
      apiKey,
      platformKeys,
      publicKeyId,
    }
    return { account: config && { provider: 'wechat', config }, faults }
  },
  alipay({ account_no: sellerId, app_id: appId }, keys) {
    const privateKey = enteredPrivateKey(keys.private_key)
    const alipayKey = enteredPublicKey(keys.public_key)
    const isOwn = privateKey && alipayKey && createPublicKey(privateKey).equals(alipayKey)
    const faults = [
      ...faultIf(!privateKey, 'private_key', 'payPrivateKey'),
      ...faultIf(!alipayKey, 'public_key', 'payPublicKey'),
      ...faultIf(isOwn === true, 'public_key', 'alipayOwnKey'),
    ]
    const config = privateKey && alipayKey && { appId, sellerId, privateKey, alipayKey }
    return { account: config && { provider: 'alipay', config }, faults }
  },
  gkash({ account_no: cid }, { api_key: key }) {
    return {
      account: { provider: 'gkash', config: { cid, key } },
      faults: faultIf(key === '', 'api_key', 'required'),
    }
  },
}
