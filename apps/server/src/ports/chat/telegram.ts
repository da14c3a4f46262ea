/**
 * A Telegram bot (https://core.telegram.org/bots/api). Its token is part of each address, so nothing of an address or of
 * a failed request is told. Texts are sent as they are: without a parse mode, names of machines cannot format anything.
 */
import type { NoticeReason } from '@slotwise/contract'

import { callVendor, vendorTimeoutMs } from '../sms/vendor-call.ts'
import type { SendResult } from './chat.ts'
import type { PersonChat, PersonChatWiring, PersonMessage, TelegramConfig } from './chat.ts'

const defaultUrl = 'https://api.telegram.org'
/** Of the 4,096 characters that Telegram takes. */
const textMost = 4_000

const noAnswer: NoticeReason = 'noAnswer'
const tooMany: NoticeReason = 'tooMany'
const personGone: NoticeReason = 'personGone'

type Asked =
  | { ok: true; result: unknown }
  | { ok: false; status?: number; retryAfterS?: number; text: string }

export type TelegramBot = PersonChat & {
  /** Has Telegram send the events of the bot to this address. */
  register(address: string): Promise<void>
}

export function telegramBot(
  { token, name, secret, url = defaultUrl }: TelegramConfig,
  { timeoutMs = vendorTimeoutMs }: PersonChatWiring = {},
): TelegramBot {
  async function ask(method: string, content: object): Promise<Asked> {
    const request = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) }
    const answer = await callVendor(new URL(`/bot${token}/${method}`, url), request, timeoutMs)
    if (!answer.ok) return { ok: false, text: answer.detail }
    const { status, body, retryAfterS } = answer
    if (status === 200 && body['ok'] === true) return { ok: true, result: body['result'] }
    const wait = numberIn(body['parameters'], 'retry_after') ?? retryAfterS
    const { description } = body
    return {
      ok: false,
      status,
      text: typeof description === 'string' ? description.toLowerCase() : '',
      ...(wait === undefined ? {} : { retryAfterS: wait }),
    }
  }

  async function demand(method: string, content: object): Promise<Record<string, unknown>> {
    const answer = await ask(method, content)
    if (!answer.ok)
      throw new Error(answer.status === undefined ? answer.text : `Telegram: HTTP ${answer.status}`)
    return typeof answer.result === 'object' && answer.result !== null ? { ...answer.result } : {}
  }

  return {
    perMinute: 20,
    // Telegram takes about 30 a second of a bot.
    accountPerSecond: 25,
    bindUrl: async (scene) => `https://t.me/${name}?start=${scene}`,
    async send(person, message) {
      const answer = await ask('sendMessage', {
        chat_id: person,
        text: textOf(message),
        link_preview_options: { is_disabled: true },
      })
      return resultOf(answer)
    },
    async probe() {
      const { username } = await demand('getMe', {})
      if (String(username).toLowerCase() !== name.toLowerCase())
        throw new Error('the token is of another bot than TELEGRAM_BOT_NAME')
      const { url: registered } = await demand('getWebhookInfo', {})
      if (registered === '' || registered === undefined)
        throw new Error('the token works, but events are not registered: npm run ops -- providers telegram')
    },
    async register(address) {
      await demand('setWebhook', {
        url: address,
        secret_token: secret,
        allowed_updates: ['message', 'my_chat_member'],
      })
    },
  }
}

/** The link stays whole when the text is too long. */
function textOf({ title, lines, link }: PersonMessage): string {
  const text = [title, ...lines].join('\n')
  return `${text.length <= textMost ? text : `${text.slice(0, textMost).replace(/[\uD800-\uDBFF]$/, '')}…`}\n${link}`
}

/** A wrong token of the operator (401, 404) is no refusal: the message waits until it is right. */
function resultOf(answer: Asked): SendResult {
  if (answer.ok) return { state: 'sent' }
  const { status, retryAfterS, text } = answer
  if (status === undefined) return { state: 'later', why: noAnswer }
  if (status === 429)
    return { state: 'later', why: tooMany, ...(retryAfterS === undefined ? {} : { retryAfterS }) }
  if (status === 403 || (status === 400 && text.includes('chat not found')))
    return { state: 'gone', why: personGone }
  return { state: status === 400 ? 'refused' : 'later', why: `Telegram: HTTP ${status}` }
}

function numberIn(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return typeof found === 'number' ? found : undefined
}
