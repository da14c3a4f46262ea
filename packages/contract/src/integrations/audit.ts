import { type DomainAudit, inGroup, labelled, named } from '../kernel/audit.ts'
import { joinNames, type Locale, wordIn } from '../kernel/locale.ts'
import type { integrationCalls } from './calls.ts'
import { eventKindWords, integrationFieldWords } from './words.ts'

const field = labelled(integrationFieldWords)

const kindNames = (locale: Locale, value: unknown): string | undefined =>
  Array.isArray(value)
    ? joinNames(
        locale,
        value.map((kind) => wordIn(eventKindWords, locale, kind) ?? String(kind)),
      )
    : undefined

export const integrationAudit = {
  kinds: {
    apiKey: {
      name: ['API 密钥', 'API 金鑰', 'API key'],
      title: 'name',
      fields: {
        name: field('name'),
        tail: field('tail'),
        roleid: field('roleid', named('role_name')),
        all_device: field('all_device'),
        area: field('area', named('area_names')),
        store: field('store', named('store_names')),
        device: field('device', named('device_names')),
        expires_at: field('expires_at'),
        revoked_at: field('revoked_at'),
      },
      hidden: ['role_name', 'area_names', 'store_names', 'device_names'],
    },
    webhook: {
      name: ['事件推送', '事件推送', 'Webhook'],
      title: 'name',
      fields: {
        name: field('name'),
        url: field('url'),
        kinds: field('kinds', { text: kindNames }),
        enabled: field('enabled'),
        first: field('first'),
        last: field('last'),
        count: field('count'),
      },
    },
  },
  calls: inGroup('account', {
    addKey: ['新增 API 密钥', '新增 API 金鑰', 'Added an API key'],
    editKey: ['编辑 API 密钥', '編輯 API 金鑰', 'Edited an API key'],
    revokeKey: ['吊销 API 密钥', '註銷 API 金鑰', 'Revoked an API key'],
    addWebhook: ['新增事件推送', '新增事件推送', 'Added a webhook'],
    editWebhook: ['编辑事件推送', '編輯事件推送', 'Edited a webhook'],
    delWebhook: ['删除事件推送', '刪除事件推送', 'Deleted a webhook'],
    resendEvents: ['重发事件', '重發事件', 'Sent events again'],
  }),
} as const satisfies DomainAudit<typeof integrationCalls>
