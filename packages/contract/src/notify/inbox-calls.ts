import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { longListOf, longPageOf } from '../kernel/paging.ts'
import { InboxFilter, InboxMessage, PushSubscription, ReadInbox } from './inbox-schemas.ts'

const nothing = z.strictObject({})

/** The console's own inbox and the messages of browsers. In a file of their own, because the bell is on every page. */
export const inboxCalls = calls({
  getInbox: {
    path: '/api/v1/u/getInbox',
    access: 'signedIn',
    extension: true,
    input: longPageOf(InboxFilter),
    output: longListOf(InboxMessage),
    errors: ['narrowFilter'],
  },
  getInboxCount: {
    path: '/api/v1/u/getInboxCount',
    access: 'signedIn',
    extension: true,
    input: nothing,
    output: z.object({ unread: z.int() }),
  },
  /** Not audited: it changes only what the caller's own bell shows. */
  readInbox: {
    path: '/api/v1/u/readInbox',
    access: 'signedIn',
    extension: true,
    input: ReadInbox,
    output: z.object({ unread: z.int() }),
  },
  /** The server's public key for messages of browsers; empty where it sends none. */
  getPushKey: {
    path: '/api/v1/u/getPushKey',
    access: 'signedIn',
    extension: true,
    input: nothing,
    output: z.object({ key: z.string() }),
  },
  addPush: {
    path: '/api/v1/u/addPush',
    access: 'signedIn',
    extension: true,
    changes: true,
    input: PushSubscription,
    output: z.object({}),
    errors: ['notFound'],
  },
  delPush: {
    path: '/api/v1/u/delPush',
    access: 'signedIn',
    extension: true,
    changes: true,
    input: PushSubscription.pick({ endpoint: true }),
    output: z.object({}),
  },
})
