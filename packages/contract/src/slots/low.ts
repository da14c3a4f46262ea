import type { Channel } from './schemas.ts'

/**
 * Whether a slot needs a refill: as many pieces are left as its threshold says, or fewer. False for a slot that sells
 * nothing (disabled or without goods) and for one of unknown capacity. The server counts by the same rule, in SQL.
 */
export const isLow = ({
  goods,
  enabled,
  quantity,
  max,
  low_level: lowLevel,
}: Pick<Channel, 'goods' | 'enabled' | 'quantity' | 'max' | 'low_level'>): boolean =>
  goods !== null && enabled && max > 0 && quantity <= lowLevel
