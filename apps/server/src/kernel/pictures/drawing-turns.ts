import sharp from 'sharp'

import { makeTurns } from '../turns.ts'

// The cache would keep decoded pictures of strangers in memory, and none of them comes twice. One thread a drawing:
// an upload and a style at once fill the cores already.
sharp.cache(false)
sharp.concurrency(1)

export const longestDrawing = { seconds: 10 }

/**
 * Decoding takes a core, a thread of the few that Node shares with files and passwords, and up to some hundred
 * megabytes. So one upload and one style at once in this process, neither in the other's way.
 *
 * An upload holds its whole file while it waits, forty of them at most 160 MB, and merchants take turns. A style is
 * only read when its turn comes, and a hundred thumbs take some seconds.
 */
const uploads = makeTurns({ atOnce: 1, patienceMs: 20_000, mayWaitInAll: 40 })
const styles = makeTurns({ atOnce: 1, patienceMs: 20_000 })

export const inUploadTurn = <T>(merchant: string, work: () => Promise<T>): Promise<T> =>
  uploads({ owner: merchant, mayWait: 12 }, work)

export const inStyleTurn = <T>(work: () => Promise<T>): Promise<T> => styles({ mayWait: 100 }, work)
