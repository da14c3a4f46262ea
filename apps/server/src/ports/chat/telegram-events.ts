/** Events that Telegram sends to the address of a bot: JSON, with the bot's secret in a header. */
import { createHash, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

const header = 'x-telegram-bot-api-secret-token'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const isFromTelegram = (secret: string, headers: Readonly<Record<string, string>>): boolean =>
  timingSafeEqual(digest(headers[header] ?? ''), digest(secret))

const Chat = z.object({ id: z.int(), type: z.string() })
const Update = z.object({
  update_id: z.int(),
  message: z
    .object({
      chat: Chat,
      from: z
        .object({
          first_name: z.string().default(''),
          last_name: z.string().default(''),
          language_code: z.string().default(''),
        })
        .optional(),
      text: z.string().default(''),
    })
    .optional(),
  my_chat_member: z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
})

type About = { person: string; id: string; name: string; language: string }
/** `hello`: the person began to write to the bot without a code. `stop` without words when the bot was blocked. */
export type TelegramEvent =
  | ({ kind: 'scan'; scene: string } & About)
  | ({ kind: 'hello' } & About)
  | ({ kind: 'stop'; isAsked: boolean } & About)

/** Reads an event of a chat with one person; undefined for what does not concern us. */
export function readTelegramEvent(content: unknown): TelegramEvent | undefined {
  const update = Update.safeParse(content).data
  if (!update) return undefined
  const { message, my_chat_member: member, update_id: number } = update
  const chat = message?.chat ?? member?.chat
  if (chat?.type !== 'private') return undefined
  const { first_name: first = '', last_name: last = '', language_code: language = '' } = message?.from ?? {}
  const about = { person: String(chat.id), id: String(number), name: `${first} ${last}`.trim(), language }
  if (member)
    return member.new_chat_member.status === 'kicked' ? { kind: 'stop', isAsked: false, ...about } : undefined
  const [command = '', scene] = (message?.text ?? '').trim().split(/\s+/)
  if (command === '/stop') return { kind: 'stop', isAsked: true, ...about }
  if (command !== '/start') return undefined
  return scene === undefined ? { kind: 'hello', ...about } : { kind: 'scan', scene, ...about }
}

/** An answer to an event by which Telegram sends a text to the person. */
export const telegramReply = (person: string, text: string): object => ({
  method: 'sendMessage',
  chat_id: person,
  text,
})
