import { z } from 'zod'

/** What is wrong with a field of a message, or with the message as a whole. A fixed set, so that it can be worded. */
export const slipReasons = [
  'not utf-8',
  'not json',
  'missing',
  'wrong type',
  'out of range',
  'unknown value',
  'wrong value',
  'not its topic',
  'last will',
  'went back',
  'no merchant',
  'late',
  'reused name',
  'reported before',
  'not asked for',
  'store full',
] as const
export type SlipReason = (typeof slipReasons)[number]

/** The name that stands for that of a message which has none, or none that can be read. */
export const noMid = '-'

/** A field that was not as the protocol says, as a path from the envelope on; empty for the message as a whole. */
export type Slip = { field: string; reason: SlipReason }

/**
 * What became of the message. `taken`: without the field. `kept`: whole, until a person has decided about it. `refused`:
 * it changed nothing.
 */
export const slipOutcomes = ['taken', 'kept', 'refused'] as const
export type SlipOutcome = (typeof slipOutcomes)[number]

/** What is wrong, by the complaint of the schema about the field. */
export function slipOf(issue: z.core.$ZodIssue, message: unknown): Slip {
  const leaf = leafOf(issue)
  const field = z.core.toDotPath(leaf.path)
  return { field, reason: reasonOf(leaf, valueAt(message, leaf.path)) }
}

/** Of a message that may be of several shapes: the complaint of that which fits best, where it is deepest. */
function leafOf(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const deepest = issue.errors
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => one.path.length - other.path.length)
    .at(-1)
  return deepest ? leafOf({ ...deepest, path: [...issue.path, ...deepest.path] }) : issue
}

function reasonOf({ code }: z.core.$ZodIssue, value: unknown): SlipReason {
  if (value === undefined) return 'missing'
  switch (code) {
    case 'invalid_type':
      return 'wrong type'
    case 'too_big':
    case 'too_small':
      return 'out of range'
    case 'invalid_value':
      return 'unknown value'
    default:
      return 'wrong value'
  }
}

const valueAt = (message: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : Reflect.get(Object(value), key)),
    message,
  )
