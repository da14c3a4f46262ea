import type { Branch, BranchFilter } from '@slotwise/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
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

type BranchPlace = Pick<BranchRow, 'province' | 'city' | 'province_code' | 'city_code'>

/** Where a branch is; undefined for one that the directory does not have. */
export const placeOfBranch = (ctx: Ctx, no: string): Promise<BranchPlace | undefined> =>
  ctx.tx
    .selectFrom('bank_branch')
    .select(['province', 'city', 'province_code', 'city_code'])
    .where('bank_no', '=', no)
    .executeTakeFirst()

/** A place by its code or its name; every place when none is given. */
const isPlace = (place: string, column: 'province' | 'city'): Expression<SqlBool> =>
  place === ''
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(`${column}_code`)} = ${place} or ${sql.ref(column)} = ${place})`

export type BranchRow = {
  bank_no: string
  bank_code: string
  name: string
  province: string
  city: string
  province_code: string
  city_code: string
}

/** Adds branches, or changes those that differ. Returns how many it added or changed. */
export async function putBranches(db: Db['main'], rows: readonly BranchRow[]): Promise<number> {
  const column = (name: keyof BranchRow) => rows.map((row) => row[name])
  const { numAffectedRows = 0n } = await sql`
    insert into bank_branch as b (bank_no, bank_code, name, province, city, province_code, city_code)
    select * from unnest(${column('bank_no')}::text[], ${column('bank_code')}::text[], ${column('name')}::text[],
                         ${column('province')}::text[], ${column('city')}::text[],
                         ${column('province_code')}::text[], ${column('city_code')}::text[])
    on conflict (bank_no) do update
      set name = excluded.name, province = excluded.province, city = excluded.city,
          province_code = excluded.province_code, city_code = excluded.city_code
      where (b.name, b.province, b.city, b.province_code, b.city_code)
         is distinct from (excluded.name, excluded.province, excluded.city, excluded.province_code, excluded.city_code)`.execute(
    db,
  )
  return Number(numAffectedRows)
}
