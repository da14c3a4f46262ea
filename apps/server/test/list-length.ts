/**
 * Each statement text is prepared once per connection, and there is room for a limited number of them. So the text of
 * a statement must not depend on the length of a list: lists are passed as one array.
 */
const lists = [
  { pattern: /\bin\s*\(\s*\$\d+\s*[,)]/i, instead: '= any($1)' },
  { pattern: /\bvalues\s*\((?:[^()]|\([^()]*\))*\)\s*,\s*\(/i, instead: 'select … from unnest($1)' },
]

/** Complaints about a statement whose text depends on the length of a list. */
export const lengthsIn = (statement: string): string[] =>
  lists
    .filter(({ pattern }) => pattern.test(statement))
    .map(({ instead }) => `a list as separate parameters, instead of ${instead}, in: ${statement}`)
