import type { PersonChats, PersonChatsConfig, PersonChatWiring } from './chat.ts'
import { telegramBot } from './telegram.ts'
import { wechatAccount } from './wechat-account.ts'

/** The chat apps in which the operator has an account. */
export const choosePersonChats = (
  { wechat, telegram }: PersonChatsConfig,
  wiring: PersonChatWiring = {},
): PersonChats => ({
  ...(wechat && { wechat: wechatAccount(wechat, wiring) }),
  ...(telegram && { telegram: telegramBot(telegram, wiring) }),
})
