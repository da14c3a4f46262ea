import { sql, type SqlBool } from 'kysely'

/** Of columns of this table: a fifth or less is left, of what is sold and has a size. `isLow` says the same in the console. */
export const lowSlot = (table: string) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${column('goods_id')} is not null and ${column('enabled')}
    and ${column('quantity')} * 5 <= ${column('max')} and ${column('max')} > 0)`
}
