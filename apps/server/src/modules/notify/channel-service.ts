import type { NotifyChannel } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import type { ChatChannel } from '../../ports/chat/chat.ts'
import { inboxChat } from '../../ports/chat/inbox.ts'
import { putInInbox } from './inbox-service.ts'
import { robotChat } from './robot-service.ts'

/** None needs any configuration of the operator: the merchant gives the address of a robot. */
export const channelOf = (deps: Deps, name: NotifyChannel): ChatChannel =>
  deps.chat?.[name] ?? (name === 'inbox' ? inboxChat(putInInbox(deps)) : robotChat(deps, name))
