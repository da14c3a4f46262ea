import { BadSheet, defaultSheetLimits, readSheetInWorker, type SheetRow } from '@slotwise/sheets'

import type { OutsideCtx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { makeTurns } from '../../kernel/turns.ts'

/** A waiting file stays in memory, 2 MB at most. One sheet is read at a time, and merchants take turns. */
const turns = makeTurns({ atOnce: 1, patienceMs: 20_000, mayWaitInAll: 40 })

type Kind = { maxRows: number; csv?: boolean }

/** Reads an uploaded sheet: the line with the headers, and those below it. */
export async function readUpload(
  ctx: OutsideCtx,
  file: Uint8Array,
  { maxRows, csv = false }: Kind,
): Promise<{ header: SheetRow | undefined; rows: SheetRow[] }> {
  const limits = { ...defaultSheetLimits, maxRows: maxRows + 1 }
  const read = () => readSheetInWorker(file, limits, { csv })
  const [header, ...rows] = await turns({ owner: ctx.tenant.id, mayWait: 6 }, read).catch(
    (error: unknown) => {
      throw error instanceof BadSheet ? refusalOf(error, maxRows) : error
    },
  )
  return { header, rows }
}

function refusalOf({ reason, limit }: BadSheet, max: number): AppError {
  if (reason === 'encrypted') return new AppError('sheetLocked')
  if (limit === 'maxRows') return new AppError('sheetTooLong', { max })
  return new AppError('badSheet')
}
