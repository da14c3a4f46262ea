import {
  type AuditEntry,
  type auditCalls,
  auditCallWords,
  auditFieldWords,
  type AuditFilter,
  type OutputOf,
  type ParsedInputOf,
  quantityDeeds,
} from '@slotwise/contract'
import type { z } from 'zod'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { listPeople, nicknamesOf } from '../account/index.ts'
import { devicesNamed, searchBindings } from '../devices/index.ts'
import * as queries from './audit-queries.ts'

type Input<Name extends keyof typeof auditCalls> = ParsedInputOf<(typeof auditCalls)[Name]>

/** Adds the present nicknames and the machines, which lines about slots do not name. */
export async function withNames(ctx: Ctx, rows: queries.AuditRow[]): Promise<AuditEntry[]> {
  const names = await nicknamesOf(
    ctx,
    rows.map(({ account }) => account),
  )
  const ids = rows.filter(({ object }) => object === 'device').map((row) => row.object_id)
  const machines = await devicesNamed(refOf(ctx), [...new Set(ids.filter((id) => /^\d{1,18}$/.test(id)))])
  return rows.map((row) => {
    const machine = row.object === 'device' ? machines.get(row.object_id) : undefined
    return {
      ...row,
      nickname: names.get(row.account ?? '') ?? null,
      machine: machine ? { sn: machine.sn, title: machine.title } : null,
    }
  })
}

/** More machines or people than this mean that the text says little. */
const meantAtMost = 200

/** Looks up what a typed text means: actions by their names in the caller's language, people, machines. */
export async function resolved(ctx: Ctx, filter: z.output<typeof AuditFilter>): Promise<queries.Filter> {
  const { q } = filter
  if (!q) return filter
  const text = q.toLowerCase()
  const isMeant = (name: string): boolean => name.toLowerCase().includes(text)
  const calls = Object.entries(auditCallWords[ctx.locale]).filter(
    ([call, name]) => call !== 'setQuantity' && isMeant(name),
  )
  const words = auditFieldWords[ctx.locale]
  const people = await listPeople(ctx, { pageNum: 1, pageSize: meantAtMost }, { q })
  return {
    ...filter,
    meant: {
      calls: calls.map(([call]) => call),
      reasons: quantityDeeds.filter((deed) => isMeant(words[deed])),
      accounts: people.data.map(({ account }) => account),
      devices: await searchBindings(ctx, q, meantAtMost),
    },
  }
}

export async function getAudit(
  ctx: Ctx,
  { condition, ...page }: Input<'getAudit'>,
): Promise<OutputOf<(typeof auditCalls)['getAudit']>> {
  const { data, ...rest } = await queries.listAudit(ctx, page, await resolved(ctx, condition))
  return { data: await withNames(ctx, data), ...rest }
}

export const getAuditPeople = (ctx: Ctx, { condition, ...page }: Input<'getAuditPeople'>) =>
  listPeople(ctx, page, condition)
