import type { NotifyChannel } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import type { ChatChannel } from '../../ports/chat/chat.ts'
import { inboxChat } from '../../ports/chat/inbox.ts'
import { putInInbox } from './inbox-service.ts'

/** The inbox is there without any configuration. */
export const channelOf = (deps: Deps, name: NotifyChannel): ChatChannel =>
  deps.chat?.[name] ?? inboxChat(putInInbox(deps))
