/** Changed by both, differently. */
export type Clash<Values> = {
  [Field in keyof Values]: { field: Field; theirs: Values[Field]; yours: Values[Field] }
}[keyof Values]

/** A form that was begun on a record, when that record has changed meanwhile. */
export type Rebased<Values> = {
  values: Values
  /** What was typed stays, and the other's is told. */
  clashes: Clash<Values>[]
  /** Changed by the other only: taken over. */
  taken: (keyof Values)[]
}

/** Nothing typed is lost, and nothing that another has changed is overwritten unseen. */
export function rebase<Values extends object>(base: Values, latest: Values, typed: Values): Rebased<Values> {
  const fields = Object.keys(latest) as (keyof Values)[]
  const theirs = fields.filter((field) => !isSame(latest[field], base[field]))
  const taken = theirs.filter((field) => isSame(typed[field], base[field]))
  const clashes = theirs.filter((field) => !taken.includes(field) && !isSame(typed[field], latest[field]))
  const values = { ...typed }
  for (const field of taken) values[field] = latest[field]
  return {
    values,
    clashes: clashes.map((field) => ({ field, theirs: latest[field], yours: typed[field] })),
    taken,
  }
}

/** Empty is empty: a field that was never filled and one that was emptied again are the same. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
