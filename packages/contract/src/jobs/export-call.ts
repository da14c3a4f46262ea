import { z } from 'zod'

import type { Call } from '../kernel/call.ts'
import { JobReceipt } from './schemas.ts'

export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The kind of file; a field in the input of every export. */
export const ExportFormat = z.enum(exportFormats).default('xlsx')

type Request = z.ZodType<{ format: ExportFormat }>

/** A row of the contract that orders a file. The answer is a job; its file is offered when the job is done. */
export const exportCall = <
  const Row extends Pick<Call, 'path' | 'access' | 'extension'> & { input: Request },
  const ErrorName extends string = never,
>(
  row: Row & { errors?: readonly ErrorName[] },
) => ({
  ...row,
  changes: true as const,
  output: JobReceipt,
  errors: ['jobsFull', 'filesFull', ...(row.errors ?? [])] as const satisfies readonly (
    | 'jobsFull'
    | 'filesFull'
    | ErrorName
  )[],
})
