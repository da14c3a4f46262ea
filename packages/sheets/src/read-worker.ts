/** The worker thread that reads one sheet; see read-in-worker.ts. */
import { parentPort, workerData } from 'node:worker_threads'

import { BadSheet, readSheet, type SheetLimits } from './read-xlsx.ts'

const { file, limits } = workerData as { file: Uint8Array; limits: SheetLimits }

async function read(): Promise<unknown> {
  try {
    return { rows: await readSheet(file, limits) }
  } catch (error) {
    if (!(error instanceof BadSheet)) throw error
    return { reason: error.reason, limit: error.limit }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await read())
