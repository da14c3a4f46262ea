import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import { BadSheet, type BadSheetReason, type SheetLimits, type SheetRow } from './read-xlsx.ts'

const longestMs = 15_000
const memoryMb = 384

type Answer = { rows: SheetRow[] } | { reason: BadSheetReason; limit: keyof SheetLimits | undefined }

/**
 * Reads a sheet in a thread of its own, because a small file can hold a million cells and would block the event loop.
 * `csv`: a file that is no workbook is read as CSV. A file that takes too long or too much memory is refused as too large. The caller limits how many run at once.
 */
export async function readSheetInWorker(
  file: Uint8Array,
  limits: SheetLimits,
  { csv = false }: { csv?: boolean } = {},
): Promise<SheetRow[]> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { file, limits, csv },
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
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
