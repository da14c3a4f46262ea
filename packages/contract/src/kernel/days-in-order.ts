import { always } from './rules.ts'

type Days = { from?: string | undefined; to?: string | undefined }
/** Both ends are included; days are the merchant's. */
export const daysInOrder = always<Days>(
  ({ from, to }) => !from || !to || from <= to,
  'to',
  'v:endBeforeStart',
)
