import { z } from 'zod'

import { text } from './text.ts'

/**
 * The envelope of every message. `mid` identifies the message within one connection (`boot`); sent again in a later
 * one, it has the same `mid` and `ts`. Sales and orders are identified by their own names instead. `seq` counts the
 * messages of a connection. `ts` is the sender's clock in milliseconds. Readers ignore unknown fields, so that either
 * side can add one first; a change that breaks readers becomes `vm/v2`.
 */
export const Envelope = z.object({
  v: z.literal(1),
  sn: z.string().regex(/^\d{1,20}$/),
  mid: text(64, 1),
  seq: z.number().int().min(0),
  ts: z.number().int().min(0).max(8.64e15),
  type: text(20),
  data: z.unknown(),
})
export type Envelope<Data = unknown> = Omit<z.infer<typeof Envelope>, 'data'> & { data: Data }

export const encode = (envelope: Envelope): string => JSON.stringify(envelope)

/** Why a message was refused: a fixed set, so that refusals can be counted. */
export type Refusal = 'not UTF-8' | 'not JSON' | 'no envelope' | 'not its name' | 'wrong data'

export type Decoded<Data> = { ok: true; message: Envelope<Data> } | { ok: false; why: Refusal }

/** Schemas of envelope and data together, so that one pass checks a message; most messages are valid heartbeats. */
const wholes = new WeakMap<z.ZodType, z.ZodType>()

function wholeOf(schema: z.ZodType): z.ZodType {
  const known = wholes.get(schema)
  if (known) return known
  const whole = Envelope.extend({ data: schema })
  wholes.set(schema, whole)
  return whole
}

/** Decodes a message published under `name`. Never throws, whatever the payload is. */
export function decode<Schema extends z.ZodType>(
  written: string,
  { sn, name, schema }: { sn: string; name: string; schema: Schema },
): Decoded<z.output<Schema>> {
  const json = parse(written)
  if (json === undefined) return { ok: false, why: 'not JSON' }
  const whole = wholeOf(schema).safeParse(json)
  if (!whole.success)
    return { ok: false, why: Envelope.safeParse(json).success ? 'wrong data' : 'no envelope' }
  const message = whole.data as Envelope<z.output<Schema>>
  return message.sn === sn && message.type === name
    ? { ok: true, message }
    : { ok: false, why: 'not its name' }
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
