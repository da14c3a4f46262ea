import { BadSheet, readSheet } from '../read-xlsx.ts'
import type { BadSheetReason, SheetRow } from '../read-xlsx.ts'

export type Outcome = BadSheetReason | SheetRow[]

/** A hostile file, and its expected outcome. */
export type Case = [what: string, file: () => Uint8Array, outcome: Outcome]

/** The rows, or the reason for a refusal; any error but a BadSheet is rethrown, because it is a defect. */
export async function outcomeOf(file: Uint8Array): Promise<Outcome> {
  return readSheet(file).catch((error: unknown) => {
    if (error instanceof BadSheet) return error.reason
    throw error
  })
}
