import { z } from 'zod'

/** Pieces in a slot, or the room for them. */
export const Count = z
  .int({ error: (issue) => ((issue.input ?? '') === '' ? 'v:required' : 'v:quantity') })
  .min(0, { error: 'v:quantity' })
  .max(9_999, { error: 'v:quantity' })
