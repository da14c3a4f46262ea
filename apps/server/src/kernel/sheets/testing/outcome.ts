import { BadSheet, readSheet } from '../read-xlsx.ts'
import type { BadSheetReason, SheetRow } from '../read-xlsx.ts'

export type Outcome = BadSheetReason | SheetRow[]

/** A file made to harm, and what becomes of it. */
export type Case = [what: string, file: () => Uint8Array, outcome: Outcome]

/** The rows, or why there are none; anything thrown but a BadSheet is a mistake of ours. */
export async function outcomeOf(file: Uint8Array): Promise<Outcome> {
  return readSheet(file).catch((error: unknown) => {
    if (error instanceof BadSheet) return error.reason
    throw error
  })
}
