import { z } from 'zod'

import { text } from './text.ts'

/**
 * Around every message. `mid` names the message: repeated, it is the same message. `seq` counts the sender's messages
 * since its start. `ts` is the sender's clock in milliseconds. Fields that a reader does not know are ignored, so that
 * either side can learn new ones first; what breaks a reader is `vm/v2`.
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

/** Why a message was not taken: one word each, to be counted. */
export type Refusal = 'not JSON' | 'no envelope' | 'not its name' | 'wrong data'

export type Decoded<Data> = { ok: true; message: Envelope<Data> } | { ok: false; why: Refusal }

/** Envelope and data judged in one go: most messages are right, and most of what comes are heartbeats. */
const wholes = new WeakMap<z.ZodType, z.ZodType>()

function wholeOf(schema: z.ZodType): z.ZodType {
  const known = wholes.get(schema)
  if (known) return known
  const whole = Envelope.extend({ data: schema })
  wholes.set(schema, whole)
  return whole
}

/** Reads a message that came under a name. Never throws, whatever was sent. */
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
