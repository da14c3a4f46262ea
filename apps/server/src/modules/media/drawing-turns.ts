import { makeTurns } from '../../kernel/turns.ts'

export const longestDrawing = { seconds: 10 }

/**
 * Decoding takes a core, one of the few threads that Node shares with files and passwords, and up to some hundred
 * megabytes. So each process draws one upload and one style at a time, in separate lines.
 *
 * An upload holds its whole file while it waits, so at most forty wait (160 MB), and merchants take turns. A style
 * is only read when its turn comes, and a hundred thumbs take some seconds.
 */
const uploads = makeTurns({ atOnce: 1, patienceMs: 20_000, mayWaitInAll: 40 })
const styles = makeTurns({ atOnce: 1, patienceMs: 20_000 })

export const inUploadTurn = <T>(merchant: string, work: () => Promise<T>): Promise<T> =>
  uploads({ owner: merchant, mayWait: 12 }, work)

export const inStyleTurn = <T>(work: () => Promise<T>): Promise<T> => styles({ mayWait: 100 }, work)
