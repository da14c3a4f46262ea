/** How much of one kind of file a merchant may keep. */
export type Quota = { count: number; bytes: number }

/** The merchant is told from here on. */
const noticeFrom = 80

const megabyte = 1_048_576

export const exceeds = (used: Quota, most: Quota): boolean =>
  used.count > most.count || used.bytes > most.bytes

/** The limits as texts name them. */
export const limitsOf = ({ count, bytes }: Quota): { count: number; megabytes: number } => ({
  count,
  megabytes: Math.floor(bytes / megabyte),
})

/** How full it is, in percent; undefined while there is plenty of room. */
export function nearlyFull(used: Quota, most: Quota): number | undefined {
  const percent = Math.floor(Math.max(used.count / most.count, used.bytes / most.bytes) * 100)
  return percent >= noticeFrom ? percent : undefined
}

export const quotaOf = (count: number, megabytes: number): Quota => ({ count, bytes: megabytes * megabyte })
