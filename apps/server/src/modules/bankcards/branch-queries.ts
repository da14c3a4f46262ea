import type { Branch, BranchFilter } from '@slotwise/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { contains } from '../../kernel/search.ts'

/** The directory is the same for all merchants. */
export const findBranches = (
  ctx: Ctx,
  { head_bank: bank, province, city, q }: z.output<typeof BranchFilter>,
  most: number,
): Promise<Branch[]> =>
  ctx.tx
    .selectFrom('bank_branch')
    .select(['bank_no', 'name as bank_branch', 'province', 'city'])
    .where('bank_code', '=', bank)
    .where(isPlace(province, 'province'))
    .where(isPlace(city, 'city'))
    .where(contains(q, ['name', 'bank_no']))
    .orderBy('bank_no')
    .limit(most)
    .execute()

/** A place by its code or its name; every place when none is given. */
const isPlace = (place: string, column: 'province' | 'city'): Expression<SqlBool> =>
  place === ''
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(`${column}_code`)} = ${place} or ${sql.ref(column)} = ${place})`
