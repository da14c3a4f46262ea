/**
 * What can be understood of a message that is not as the protocol says. A mend changes only what has one meaning: it
 * leaves out what nothing depends on, and never guesses money, pieces or slots. The same message is always mended alike,
 * so that it is recognised when it is sent again.
 */
import { faultCodes } from './faults.ts'
import { noMid, type Slip, type SlipReason } from './slips.ts'
import type { UpName } from './topics.ts'
import { upMessages } from './messages.ts'
import { isStorable } from './text.ts'

type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const known: ReadonlySet<unknown> = new Set(faultCodes)
const longestText = 200

/** Any value as a text that can be stored. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed().replaceAll('\0', ' ').slice(0, longestText)
}

/** Notes what was mended. `at` is where the fields are. */
type Mending = { at: string; note: (field: string, reason: SlipReason) => void }

const note = ({ at, note: say }: Mending, name: string, reason: SlipReason): void =>
  say(`${at}.${name}`, reason)

/** A fault that the protocol does not name is another one, whose own name is kept. */
function mendFault(fields: Fields, name: string, mending: Mending): void {
  const code = fields[name]
  if (code === undefined || known.has(code)) return
  fields[name] = 'OTHER'
  fields['raw'] = [textOf(code), ...(fields['raw'] === undefined ? [] : [textOf(fields['raw'])])]
    .join(' ')
    .slice(0, longestText)
  note(mending, name, typeof code === 'string' ? 'unknown value' : 'wrong type')
}

/** A text for people is cut to its longest length; what is no text is kept as one. */
function mendWords(fields: Fields, name: string, mending: Mending): void {
  const value = fields[name]
  if (value === undefined || (typeof value === 'string' && value.length <= longestText && isStorable(value)))
    return
  fields[name] = textOf(value)
  note(mending, name, typeof value === 'string' ? 'out of range' : 'wrong type')
}

/** Leaves out fields that are not as the schema says, and that nothing depends on. */
function dropWrong(
  fields: Fields,
  shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>,
  mending: Mending,
): void {
  for (const [name, schema] of Object.entries(shape)) {
    const value = fields[name]
    if (value === undefined || schema.safeParse(value).success) continue
    delete fields[name]
    note(mending, name, 'wrong value')
  }
}

/** Lines of results: other faults, and lines of no piece, which say nothing beside others. */
function mendItems(fields: Fields, mending: Mending): void {
  const { items } = fields
  if (!Array.isArray(items)) return
  for (const [index, item] of items.entries()) {
    if (!isFields(item)) continue
    const inItem = { ...mending, at: `${mending.at}.items[${index}]` }
    mendFault(item, 'fault', inItem)
    mendWords(item, 'raw', inItem)
  }
  const isEmpty = (item: unknown): boolean => isFields(item) && item['n'] === 0
  if (!items.some(isEmpty) || items.every(isEmpty)) return
  mending.note(`${mending.at}.items[${items.findIndex(isEmpty)}].n`, 'out of range')
  fields['items'] = items.filter((item) => !isEmpty(item))
}

const results: ReadonlySet<unknown> = new Set(upMessages.sale.shape.result.options)

/** Where the items say what came out, they decide about an unknown result; `failed` leaves it to them. */
function mendResult(fields: Fields, mending: Mending): void {
  const { result, items } = fields
  if (results.has(result) || !Array.isArray(items) || items.length === 0) return
  fields['result'] = 'failed'
  note(mending, 'result', result === undefined ? 'missing' : 'unknown value')
}

const { sale, heartbeat, status, result: resultMessage } = upMessages

const mends: Partial<Record<UpName, (data: Fields, mending: Mending) => void>> = {
  sale(data, mending) {
    dropWrong(data, { tookMs: sale.shape.tookMs, cash: sale.shape.cash }, mending)
    mendItems(data, mending)
    mendResult(data, mending)
  },
  heartbeat: (data, mending) => dropWrong(data, heartbeat.shape, mending),
  status: (data, mending) => dropWrong(data, { reason: status.shape.reason }, mending),
  slots(data, mending) {
    const { slots } = data
    if (!Array.isArray(slots)) return
    for (const [index, slot] of slots.entries())
      if (isFields(slot)) mendFault(slot, 'fault', { ...mending, at: `${mending.at}.slots[${index}]` })
  },
  fault(data, mending) {
    mendFault(data, 'code', mending)
    if (data['raw'] === undefined) data['raw'] = ''
    mendWords(data, 'raw', mending)
  },
  ack: (data, mending) => mendWords(data, 'why', mending),
  progress: mendItems,
  result(data, mending) {
    mendItems(data, mending)
    mendFault(data, 'fault', mending)
    if (data['raw'] !== undefined && data['why'] === undefined) data['why'] = data['raw']
    mendWords(data, 'why', mending)
    dropWrong(data, { dup: resultMessage.shape.dup }, mending)
  },
}

/** Names of which the server recognises a message by its `mid`, so that it cannot do without. */
const namedByMid: ReadonlySet<UpName> = new Set(['status', 'fault', 'config'])
const latest = 8.64e15

/** The envelope: the topic says again what it says of machine and kind, and nothing depends on `seq`. */
function mendEnvelope(
  message: Fields,
  { sn, name }: { sn: string; name: UpName },
  say: Mending['note'],
): void {
  const lacks = (field: string, value: unknown): void => {
    if (message[field] !== undefined) return
    message[field] = value
    say(field, 'missing')
  }
  lacks('v', 1)
  lacks('sn', sn)
  lacks('type', name)
  const { seq, ts, mid } = message
  if (!Number.isSafeInteger(seq) || (seq as number) < 0) {
    message['seq'] = 0
    say('seq', seq === undefined ? 'missing' : 'wrong value')
  }
  // The time of arrival counts for a time that cannot be right.
  if (!Number.isSafeInteger(ts) || (ts as number) < 0 || (ts as number) > latest) {
    message['ts'] = 0
    say('ts', ts === undefined ? 'missing' : 'wrong value')
  }
  const isMid = typeof mid === 'string' && mid.length >= 1 && mid.length <= 64 && isStorable(mid)
  if (isMid || namedByMid.has(name)) return
  message['mid'] = noMid
  say('mid', mid === undefined ? 'missing' : 'wrong value')
}

/** The envelope, its data, their lists, and the lines of these. A message may be nested deeper than the stack is. */
const deepest = 4

/** `null` means the same as a field that is left out. */
function withoutNulls(value: unknown, depth = 1): unknown {
  if (depth > deepest) return value
  if (Array.isArray(value)) return value.map((one) => withoutNulls(one, depth + 1))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === null ? [] : [[name, withoutNulls(one, depth + 1)]],
    ),
  )
}

/** The message as far as it can be understood, with what was mended. */
export function mend(json: Fields, topic: { sn: string; name: UpName }): { message: Fields; slips: Slip[] } {
  const slips: Slip[] = []
  const message = withoutNulls(json) as Fields
  const say: Mending['note'] = (field, reason) => void slips.push({ field, reason })
  mendEnvelope(message, topic, say)
  if (isFields(message['data'])) mends[topic.name]?.(message['data'], { at: 'data', note: say })
  return { message, slips }
}
