/** The worker thread that reads one sheet; see read-in-worker.ts. */
import { parentPort, workerData } from 'node:worker_threads'

import { readCsv } from './read-csv.ts'
import { BadSheet, isWorkbook, readSheet, type SheetLimits } from './read-xlsx.ts'

const { file, limits, csv } = workerData as { file: Uint8Array; limits: SheetLimits; csv: boolean }

async function read(): Promise<unknown> {
  try {
    return { rows: csv && !isWorkbook(file) ? readCsv(file, limits) : await readSheet(file, limits) }
  } catch (error) {
    if (!(error instanceof BadSheet)) throw error
    return { reason: error.reason, limit: error.limit }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await read())
