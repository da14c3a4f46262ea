import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { makeTurns } from '../turns.ts'
import { BadSheet, type BadSheetReason, type SheetLimits, type SheetRow } from './read-xlsx.ts'

/** A sheet waits with its whole file, 2 MB at most; merchants take turns. */
const turns = makeTurns({ atOnce: 1, patienceMs: 20_000, mayWaitInAll: 40 })
const longestMs = 15_000
const memoryMb = 384

type Answer = { rows: SheetRow[] } | { reason: BadSheetReason; limit: keyof SheetLimits | undefined }

/**
 * Reads a sheet in a thread of its own, one at a time: a small file can hold a million cells, and nobody else's call
 * waits for them. What takes too long or too much memory is too large.
 */
export const readSheetApart = (
  file: Uint8Array,
  limits: SheetLimits,
  merchant: string,
): Promise<SheetRow[]> =>
  turns({ owner: merchant, mayWait: 6 }, async () => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: { file, limits },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const timer = setTimeout(() => void worker.terminate(), longestMs)
    try {
      const answer = await Promise.race([
        once(worker, 'message').then(([message]) => message as Answer),
        once(worker, 'exit').then((): Answer => ({ reason: 'tooLarge', limit: undefined })),
      ])
      if ('rows' in answer) return answer.rows
      throw new BadSheet(answer.reason, answer.limit ? { limit: answer.limit } : {})
    } catch (error) {
      throw isOutOfMemory(error) ? new BadSheet('tooLarge', { cause: error }) : error
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
