import type { NotifyChannel } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import type { ChatChannel } from '../../ports/chat/chat.ts'
import { inboxChat } from '../../ports/chat/inbox.ts'
import { putInInbox } from './inbox-service.ts'
import { personChat } from './person-send-service.ts'
import { robotChat } from './robot-service.ts'

/** People in chat apps need an account of the operator there; the merchant gives the address of a robot. */
export function channelOf(deps: Deps, name: NotifyChannel): ChatChannel {
  const replaced = deps.chat?.[name]
  if (replaced) return replaced
  if (name === 'inbox') return inboxChat(putInInbox(deps))
  return name === 'wechat' || name === 'telegram' ? personChat(deps, name) : robotChat(deps, name)
}
