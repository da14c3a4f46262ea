import { describe, expect, test } from 'vitest'

import { testSecrets } from '../../test/vault-keys.ts'
import { readConfig } from './config.ts'

const base = { DATA_DIR: 'unused', ...testSecrets, PUBLIC_URL: 'https://us.example' }
const chatsOf = (env: Record<string, string>) => readConfig({ ...base, ...env }).personChats

const id = 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY'
const wechat = {
  WECHAT_ACCOUNT_APP_ID: 'wxd678efh567hg6787',
  WECHAT_ACCOUNT_SECRET: 'a'.repeat(32),
  WECHAT_ACCOUNT_TOKEN: 'tokenOfEvents',
  WECHAT_ACCOUNT_TEMPLATE: `${id} title=thing1,place=thing2, time=time3 todo=character_string4`,
}
const telegram = {
  TELEGRAM_BOT_TOKEN: '123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp12',
  TELEGRAM_BOT_NAME: '@slotwise_bot',
  TELEGRAM_SECRET: 'secret-of-the-webhook',
}
const without = (env: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name))

describe('settings of chat apps', () => {
  test('are those of the accounts that are named', () => {
    expect(chatsOf({})).toEqual({})
    expect(chatsOf({ ...wechat, ...telegram })).toMatchObject({
      wechat: {
        appId: 'wxd678efh567hg6787',
        template: {
          id,
          fields: [
            { source: 'title', name: 'thing1' },
            { source: 'place', name: 'thing2' },
            { source: 'time', name: 'time3' },
            { source: 'todo', name: 'character_string4' },
          ],
        },
      },
      telegram: { name: 'slotwise_bot' },
    })
  })

  test.each([
    ...Object.keys(wechat).map((name) => [name, 'the WeChat service account', wechat] as const),
    ...Object.keys(telegram).map((name) => [name, 'the Telegram bot', telegram] as const),
  ])('are all there or none: %s', (name, account, env) => {
    expect(() => chatsOf(without(env, name))).toThrow(`${name} is needed for ${account}`)
  })

  test.each([
    [{ ...wechat, WECHAT_ACCOUNT_APP_ID: 'gh_1' }, 'WECHAT_ACCOUNT_APP_ID'],
    [{ ...wechat, WECHAT_ACCOUNT_SECRET: 'hidden' }, 'WECHAT_ACCOUNT_SECRET'],
    [{ ...wechat, WECHAT_ACCOUNT_TOKEN: 'hidden' }, 'WECHAT_ACCOUNT_TOKEN'],
    [{ ...wechat, WECHAT_ACCOUNT_URL: 'http://proxy.example' }, 'WECHAT_ACCOUNT_URL'],
    [{ ...telegram, TELEGRAM_BOT_TOKEN: 'hidden' }, 'TELEGRAM_BOT_TOKEN'],
    [{ ...telegram, TELEGRAM_BOT_NAME: 'no name' }, 'TELEGRAM_BOT_NAME'],
    [{ ...telegram, TELEGRAM_SECRET: 'hidden' }, 'TELEGRAM_SECRET'],
  ])('name the one that is wrong, and show no secret', (env, name) => {
    expect(() => chatsOf(env)).toThrow(name)
    expect(() => chatsOf(env)).not.toThrow('hidden')
  })

  test.each([
    '',
    'title=thing1',
    `${id} place=thing1`,
    `${id} title=time1`,
    `${id} title=thing1,place=thing1`,
    `${id} title=phrase1`,
  ])('refuse the template %j', (template) =>
    expect(() => chatsOf({ ...wechat, WECHAT_ACCOUNT_TEMPLATE: template })).toThrow(
      'WECHAT_ACCOUNT_TEMPLATE',
    ),
  )

  test('need an https address at which events arrive', () => {
    for (const env of [wechat, telegram])
      expect(() => chatsOf({ ...env, PUBLIC_URL: 'http://us.example' })).toThrow(
        'PUBLIC_URL must begin with https://',
      )
  })
})
