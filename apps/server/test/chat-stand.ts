/** People in chat apps for tests, as WeChat and Telegram tell of them. */
import { createHash } from 'node:crypto'

import { notifyCalls, type PersonChannel } from '@slotwise/contract'

import type { ChatServer } from '../src/ports/chat/testing/chat-server.ts'
import type { Signed, TestApp } from './app.ts'

/** Makes a code of the merchant for a chat app. Returns its scene. */
export async function newChatScene(
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

export type Told = { status: number; text: string }

export function wechatQuery(app: TestApp, token: string): Record<string, string> {
  const timestamp = String(Math.floor(app.clock.now.getTime() / 1000))
  const nonce = '1234567'
  const signature = createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex')
  return { signature, timestamp, nonce, openid: 'whoever' }
}

type WechatEvent = { person: string; event: string; key?: string; time?: number }

/** WeChat tells of an event; `query` replaces the signature. */
export async function tellWechat(
  app: TestApp,
  { person, event, key = '', time = app.clock.now.getTime() / 1000 }: WechatEvent,
  query = wechatQuery(app, app.deps.config.personChats.wechat?.token ?? ''),
): Promise<Told> {
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
  }: { secret?: string; update?: number } = {},
): Promise<Told> {
  const chat = { id: person, type: 'private' }
  const content =
    text === 'blocks'
      ? { my_chat_member: { chat, new_chat_member: { status: 'kicked' } } }
      : { message: { chat, from: { first_name: 'Mei\u202e', last_name: 'Lin', language_code: 'en' }, text } }
  const response = await app.app.inject({
    method: 'POST',
    url: '/chat/telegram',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    payload: JSON.stringify({ update_id: update, ...content }),
  })
  return { status: response.statusCode, text: response.body }
}
