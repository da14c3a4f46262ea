import type { Channel } from './schemas.ts'

/**
 * Somebody should come and fill it up: a fifth of what fits is left, or less. A slot that sells nothing, disabled or
 * without goods, needs nobody; of one whose size is not known there is nothing to say. The server counts by the same
 * rule, in SQL.
 */
export const isLow = ({
  goods,
  enabled,
  quantity,
  max,
}: Pick<Channel, 'goods' | 'enabled' | 'quantity' | 'max'>): boolean =>
  goods !== null && enabled && max > 0 && quantity * 5 <= max
