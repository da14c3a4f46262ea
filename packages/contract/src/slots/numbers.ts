import { z } from 'zod'

/** How many slots a machine can have at most, whatever its type. */
export const maxChannels = 400
export const ChannelSn = z
  .int({ error: 'v:channelId' })
  .min(1, { error: ({ input }) => (input === 0 ? 'v:channelZero' : 'v:channelId') })
  .max(9_999, { error: 'v:channelId' })

/** One slot or several. */
export const Road = z
  .union([ChannelSn, z.array(ChannelSn).min(1, { error: 'v:chooseSlot' }).max(maxChannels)], {
    error: ({ input }) => (input == null ? 'v:chooseSlot' : undefined),
  })
  .transform((road) => [...new Set(Array.isArray(road) ? road : [road])])
