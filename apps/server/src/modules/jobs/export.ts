import {
  type Access,
  type AuditedCall,
  type Call,
  type ExportFormat,
  fileQuotaWords,
  fill,
  type JobReceipt,
  mayAccess,
  type ParsedInputOf,
} from '@slotwise/contract'
import type { Column, Rows } from '@slotwise/sheets'
import type { z } from 'zod'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { exceeds, limitsOf, nearlyFull } from '../../kernel/quota.ts'
import { accessRefusal } from '../../kernel/rights.ts'
import { usedFiles } from './job-queries.ts'
import { startJob } from './job-service.ts'

/** A sheet to write. Rows are read as they are needed, so its length does not matter. */
export type Sheet = {
  name: string
  columns: Column[]
  rows: Rows
  /** How many steps the work has: its rows, unless `done` counts other steps. */
  total: number
  /** How many steps are done. */
  done?: () => number
  /** How many of the last rows are sums of the rows above. */
  sumRows?: number
  /** What the file is called, without its ending. Else it is the name of the sheet and the time. */
  fileName?: string
}

type Ordered = { format: ExportFormat }

/** What the worker needs to write the file of an export. */
export type Exporter<Input = Ordered> = {
  /** The sheet of a request, in the caller's language. */
  sheet(ctx: Ctx, input: Input): Promise<Sheet>
}

type Definition<Input> = Exporter<Input> & {
  /** The access that a request needs, where one call serves lists of several pages. Else it is that of the call. */
  access?(input: Input): Access
  /** Refuses a request that could only give an empty sheet. */
  demand?(ctx: Ctx, input: Input): Promise<void>
  /** What the audit records of a request, when that is not the whole of it. */
  audited?(input: Input): object
}

/** An export: `kind` is what its jobs are called, `start` handles its call. */
type Export<Input = Ordered> = Exporter<Input> & {
  kind: string
  start(ctx: Ctx, input: Input): Promise<z.output<typeof JobReceipt>>
}

type ExportCall = Call & { input: { _zod: { output: Ordered } } }

/** Refuses a file when the merchant's files fill their room, and says so before. */
export async function demandRoom(ctx: Ctx): Promise<{ notice?: string }> {
  const most = ctx.deps.config.fileQuota
  const { count, bytes } = await usedFiles(ctx)
  const next = { count: count + 1, bytes }
  if (exceeds(next, most)) throw new AppError('filesFull', limitsOf(most))
  const percent = nearlyFull(next, most)
  if (percent === undefined) return {}
  return { notice: fill(fileQuotaWords[ctx.locale].nearlyFull, { percent, ...limitsOf(most) }) }
}

/** Makes an export of a row of the contract: its handler, its line in the audit, its access and its sheet. */
export function defineExport<Table extends Record<Name, ExportCall>, Name extends AuditedCall>(
  table: Table,
  call: Name,
  { sheet, access, demand, audited }: Definition<ParsedInputOf<Table[Name]>>,
): Export<ParsedInputOf<Table[Name]>> {
  return {
    kind: call,
    sheet,
    async start(ctx, input) {
      const needed = access?.(input) ?? table[call].access
      if (!mayAccess(needed, grantsIn(ctx))) throw accessRefusal(needed, ctx)
      await demand?.(ctx, input)
      const notice = await demandRoom(ctx)
      const receipt = await startJob(ctx, call, input, needed)
      await audit(ctx, { call, object: 'job', objectId: receipt.job, after: audited?.(input) ?? input })
      return { ...receipt, ...notice }
    },
  }
}
