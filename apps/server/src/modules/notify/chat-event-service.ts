/**
 * What WeChat and Telegram tell of people. Both are public, because neither has a session: an event proves itself by its
 * signature or secret, which is checked before anything of it is read. What does not concern us is answered and dropped.
 */
import { matchLocale } from '@slotwise/contract'

import type { Deps, Origin } from '../../kernel/ctx.ts'
import { jsonIn } from '../../kernel/json-in.ts'
import { isFromTelegram, readTelegramEvent, telegramReply } from '../../ports/chat/telegram-events.ts'
import { isWechatSigned, readWechatEvent, wechatReply } from '../../ports/chat/wechat-events.ts'
import { bindPerson, stopPerson } from './person-service.ts'
import { replyText, strangerLocales } from './person-words.ts'

type Texts = Readonly<Record<string, string>>
type Answer = { status: number; contentType: string; body: string }

const plain = (status: number, body: string): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
const refused = plain(403, '')

/** WeChat checks the address once, when it is entered. Undefined where no account is configured. */
export function checkWechat(deps: Deps, query: Texts): Answer | undefined {
  const config = deps.config.personChats.wechat
  if (!config) return undefined
  return isWechatSigned(config.token, query, deps.now()) ? plain(200, query['echostr'] ?? '') : refused
}

export async function takeWechatEvent(
  deps: Deps,
  { query, body }: { query: Texts; body: Buffer },
  origin: Origin,
): Promise<Answer | undefined> {
  const config = deps.config.personChats.wechat
  if (!config) return undefined
  if (!isWechatSigned(config.token, query, deps.now())) return refused
  const event = readWechatEvent(body.toString('utf8'))
  const done = plain(200, 'success')
  if (!event) return done
  const about = { channel: 'wechat', name: '', locale: undefined, ...event } as const
  if (about.kind === 'stop') {
    await stopPerson(deps, about, origin)
    return done
  }
  const text = await bindPerson(deps, about, origin)
  return {
    status: 200,
    contentType: 'application/xml; charset=utf-8',
    body: wechatReply(event, text, deps.now()),
  }
}

/** Undefined where no bot is configured. */
export async function takeTelegramEvent(
  deps: Deps,
  { headers, body }: { headers: Texts; body: Buffer },
  origin: Origin,
): Promise<Answer | undefined> {
  const config = deps.config.personChats.telegram
  if (!config) return undefined
  if (!isFromTelegram(config.secret, headers)) return refused
  const event = readTelegramEvent(jsonIn(body))
  if (!event) return plain(200, '')
  const own = matchLocale(event.language)
  const locale = own ?? strangerLocales.telegram
  const about = { channel: 'telegram', locale: own, ...event } as const
  const reply = (text: string): Answer => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(telegramReply(event.person, text)),
  })
  if (about.kind === 'hello') return reply(replyText(locale, 'hello'))
  if (about.kind === 'scan') return reply(await bindPerson(deps, about, origin))
  await stopPerson(deps, about, origin)
  return about.isAsked ? reply(replyText(locale, 'stopped')) : plain(200, '')
}
