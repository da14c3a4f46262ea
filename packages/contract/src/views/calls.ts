import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { ListView, SaveView, viewListNames } from './schemas.ts'

/** Views: filters of a list under a name, an account's own or shared with the staff. */
export const viewCalls = calls({
  getViews: {
    path: '/api/v1/u/getViews',
    access: 'signedIn',
    extension: true,
    input: z.strictObject({ list: z.enum(viewListNames) }),
    output: z.object({
      data: z.array(ListView),
      /** Whether the caller may share views. */
      mayShare: z.boolean(),
    }),
  },
  /** A view of the caller with the same name in the same list is replaced. */
  saveView: {
    path: '/api/v1/u/saveView',
    access: 'signedIn',
    extension: true,
    changes: true,
    input: SaveView,
    output: ListView,
    errors: ['tooManyViews'],
  },
  deleteView: {
    path: '/api/v1/u/deleteView',
    access: 'signedIn',
    extension: true,
    changes: true,
    input: z.strictObject({ view_id: Id }),
    output: z.object({}),
    errors: ['notFound'],
  },
})
