import type { Channel } from './schemas.ts'

/**
 * Whether a slot needs a refill: a fifth of its capacity is left, or less. False for a slot that sells nothing
 * (disabled or without goods) and for one of unknown capacity. The server counts by the same rule, in SQL.
 */
export const isLow = ({
  goods,
  enabled,
  quantity,
  max,
}: Pick<Channel, 'goods' | 'enabled' | 'quantity' | 'max'>): boolean =>
  goods !== null && enabled && max > 0 && quantity * 5 <= max
