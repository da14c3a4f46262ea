/** People in chat apps for tests, as WeChat and Telegram tell of them. */
import { createHash } from 'node:crypto'

import { type Notify, notifyCalls, type PersonChannel } from '@slotwise/contract'
import { afterAll, beforeEach } from 'vitest'

import { type ChatServer, chatServer } from '../src/ports/chat/testing/chat-server.ts'
import { type Signed, type TestApp, testApp } from './app.ts'
import { makeMerchant, type Merchant } from './factories.ts'
import { bindInbox } from './notify-stand.ts'

/** Makes a code of the merchant for a chat app. Returns its scene. */
async function newChatScene(
  app: TestApp,
  owner: Signed,
  channel: PersonChannel,
  { scenes }: Pick<ChatServer, 'scenes'>,
): Promise<string> {
  const { body } = await app.call(
    notifyCalls.getNotifyBindUrl,
    { channel },
    { as: owner, locale: channel === 'wechat' ? 'zh-CN' : 'en-US' },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  const { bind_url: url } = body.result
  return channel === 'wechat' ? (scenes.at(-1) ?? '') : (new URL(url).searchParams.get('start') ?? '')
}

export type ChatAnswer = { status: number; text: string }

export function wechatQuery(app: TestApp, token: string): Record<string, string> {
  const timestamp = String(Math.floor(app.clock.now.getTime() / 1000))
  const nonce = '1234567'
  const signature = createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex')
  return { signature, timestamp, nonce, openid: 'anybody' }
}

type WechatEvent = { person: string; event: string; key?: string; time?: number }

/** WeChat tells of an event; `query` replaces the signature. */
export async function tellWechat(
  app: TestApp,
  { person, event, key = '', time = app.clock.now.getTime() / 1000 }: WechatEvent,
  query = wechatQuery(app, app.deps.config.personChats.wechat?.token ?? ''),
): Promise<ChatAnswer> {
  const fields = {
    ToUserName: 'gh_account',
    FromUserName: person,
    CreateTime: String(Math.floor(time)),
    MsgType: 'event',
    Event: event,
    EventKey: key,
  }
  const payload = `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')}</xml>`
  const response = await app.app.inject({
    method: 'POST',
    url: `/chat/wechat?${new URLSearchParams(query).toString()}`,
    headers: { 'content-type': 'text/xml' },
    payload,
  })
  return { status: response.statusCode, text: response.body }
}

let updates = 0

/** Telegram tells what a person wrote, or that the person blocked the bot. */
export async function tellTelegram(
  app: TestApp,
  person: number,
  text: string,
  {
    secret = app.deps.config.personChats.telegram?.secret ?? '',
    update = (updates += 1),
    language = 'en',
  }: { secret?: string; update?: number; language?: string } = {},
): Promise<ChatAnswer> {
  const chat = { id: person, type: 'private' }
  const content =
    text === 'blocks'
      ? { my_chat_member: { chat, new_chat_member: { status: 'kicked' } } }
      : {
          message: {
            chat,
            from: { first_name: 'Mei\u202e', last_name: 'Lin', language_code: language },
            text,
          },
        }
  const response = await app.app.inject({
    method: 'POST',
    url: '/chat/telegram',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    payload: JSON.stringify({ update_id: update, ...content }),
  })
  return { status: response.statusCode, text: response.body }
}

/** The answers that WeChat shows: the code is over, or the person is bound. */
export const over = '二维码已失效'
export const done = '绑定成功'

/** An app with chat apps of the tests, a neighbour with a receiver, and people whose names no other test uses. */
export async function personStand() {
  const server = await chatServer()
  afterAll(() => server.close())
  const app = await testApp({ personChats: server.config, publicUrl: 'https://us.example' })
  const neighbour = await makeMerchant(app)
  await bindInbox(app, neighbour)

  let people = 0
  beforeEach(() => {
    people += 1
    server.sent.length = 0
  })
  /** What the apps call a person of this test. */
  const openid = (n = 1): string => `oPerson-${String(people).padStart(4, '0')}-${n}`
  const chatId = (n = 1): number => 1_000_000 + people * 10 + n

  async function listOf(owner: Merchant): Promise<Notify[]> {
    const { body } = await app.call(notifyCalls.getNotifyList, { condition: {}, pageSize: 60 }, { as: owner })
    return body.result.data
  }
  const personsOf = async (owner: Merchant) => (await listOf(owner)).filter(({ account }) => account === null)
  const wechatScene = (owner: Merchant) => newChatScene(app, owner, 'wechat', server)
  const telegramScene = (owner: Merchant) => newChatScene(app, owner, 'telegram', server)
  const tellOf = (event: string, person: string, key: string, time: number | undefined) =>
    tellWechat(app, { person, event, key, ...(time === undefined ? {} : { time }) })
  const scan = (key: string, person = openid(), time?: number) => tellOf('SCAN', person, key, time)
  const leave = (person = openid(), time?: number) => tellOf('unsubscribe', person, '', time)
  return {
    app,
    server,
    neighbour,
    openid,
    chatId,
    listOf,
    personsOf,
    wechatScene,
    telegramScene,
    scan,
    leave,
  }
}
