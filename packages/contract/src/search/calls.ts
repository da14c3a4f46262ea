import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { SearchHit, SearchInput, searchKinds } from './schemas.ts'

export const searchCalls = calls({
  /** Records of all kinds. Each kind is searched only for callers who may open its list, and within their scope. */
  search: {
    path: '/api/v1/u/search',
    access: 'signedIn',
    extension: true,
    input: SearchInput,
    output: z.object({
      data: z.array(SearchHit),
      /** Kinds with so many records that they could not be searched in time. */
      unsearched: z.array(z.enum(searchKinds)),
    }),
  },
})
