/** How the server reads messages of machines: as far as they can be understood. */
import type { z } from 'zod'

import { Envelope, type Refusal } from './envelope.ts'
import { isFields, mend } from './mend.ts'
import { type UpMessage, upMessages } from './messages.ts'
import { noMid, type Slip, slipOf } from './slips.ts'
import { type UpName, upNames } from './topics.ts'

/** A heartbeat may lack anything: that it came is what counts most. */
const readMessages = { ...upMessages, heartbeat: upMessages.heartbeat.partial() } as const
export type ReadMessage<Name extends UpName> = Name extends 'heartbeat'
  ? Partial<UpMessage<'heartbeat'>>
  : UpMessage<Name>

const wholes = new Map<UpName, z.ZodType<Envelope>>(
  upNames.map((name) => [name, Envelope.extend({ data: readMessages[name] })]),
)

export type NotUnderstood = {
  ok: false
  why: Refusal
  slip: Slip
  /** Its own name, if it can be read; otherwise empty. */
  mid: string
  /** The message as it was mended, as far as it is an object. */
  json: Record<string, unknown> | undefined
}

export type Understood = { ok: true; message: Envelope; slips: Slip[] } | NotUnderstood

/** Reads a message that was published under `name`. Never throws, whatever the payload is. */
export function understand(written: string, { sn, name }: { sn: string; name: UpName }): Understood {
  const json = parse(written)
  if (json === undefined) return refused('not JSON', { field: '', reason: 'not json' })
  if (!isFields(json)) return refused('no envelope', { field: '', reason: 'wrong type' })
  const { message, slips } = mend(json, { sn, name })
  const whole = wholes.get(name)?.safeParse(message)
  if (!whole?.success) {
    const [issue] = whole?.error.issues ?? []
    const slip = issue ? slipOf(issue, message) : ({ field: '', reason: 'wrong value' } as const)
    const isData = slip.field === 'data' || slip.field.startsWith('data.')
    return refused(isData ? 'wrong data' : 'no envelope', slip, message)
  }
  const read = whole.data
  if (read.sn !== sn) return refused('not its name', { field: 'sn', reason: 'not its topic' }, message)
  if (read.type !== name) return refused('not its name', { field: 'type', reason: 'not its topic' }, message)
  return { ok: true, message: read, slips }
}

function refused(why: Refusal, slip: Slip, json?: Record<string, unknown>): NotUnderstood {
  const mid = json?.['mid']
  const isMid = typeof mid === 'string' && mid.length <= 64 && mid.isWellFormed() && !mid.includes('\0')
  return { ok: false, why, slip, mid: isMid && mid !== noMid ? mid : '', json }
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
