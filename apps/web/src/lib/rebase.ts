/** A field that this user and another one changed differently. */
export type Clash<Values> = {
  [Field in keyof Values]: { field: Field; theirs: Values[Field]; yours: Values[Field] }
}[keyof Values]

/** The state of a form whose record was changed by another user meanwhile. */
export type Rebased<Values> = {
  values: Values
  /** The typed value stays, and the form shows the other user's value. */
  clashes: Clash<Values>[]
  /** Changed by the other user only, so their value is taken over. */
  taken: (keyof Values)[]
}

/** Keeps everything typed, and reports each field where saving would overwrite another user's change. */
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

/** A field that was never filled equals one that was emptied again. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
