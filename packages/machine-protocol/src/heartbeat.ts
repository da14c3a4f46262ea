import type { Envelope } from './envelope.ts'
import { type UpMessage, upMessages } from './messages.ts'
import { isReadable, isStorable } from './text.ts'

type Heartbeat = UpMessage<'heartbeat'>

const nets: ReadonlySet<unknown> = new Set(upMessages.heartbeat.shape.net.options)

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.length >= least && value.length <= most && isStorable(value)
const isWords = (value: unknown, most: number): boolean =>
  isText(value, 0, most) && isReadable(value as string)
const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

/**
 * Most messages are valid heartbeats, so an ordinary one is recognised by a few comparisons instead of the schemas.
 * Returns undefined when the schemas have to decide; a test checks that both decide alike.
 */
export function plainHeartbeat(text: string, sn: string): Heartbeat | undefined {
  try {
    const message = JSON.parse(text) as Partial<Record<keyof Envelope, unknown>>
    const isOurs = message.v === 1 && message.sn === sn && message.type === 'heartbeat'
    if (!isOurs || !isText(message.mid, 1, 64) || !isWhole(message.seq, 0, Number.MAX_SAFE_INTEGER))
      return undefined
    if (!isWhole(message.ts, 0, 8.64e15)) return undefined
    const { rssi, net, app, android, uptime, temp, off } = message.data as Partial<Heartbeat>
    const isPlain =
      isBetween(rssi, -150, 0) &&
      nets.has(net) &&
      isWords(app, 40) &&
      isWords(android, 40) &&
      isWhole(uptime, 0, Number.MAX_SAFE_INTEGER) &&
      (temp === undefined || isBetween(temp, -80, 150)) &&
      (off === undefined || typeof off === 'boolean')
    return isPlain
      ? ({
          rssi,
          net,
          app,
          android,
          uptime,
          ...(temp === undefined ? {} : { temp }),
          ...(off === undefined ? {} : { off }),
        } as Heartbeat)
      : undefined
  } catch {
    return undefined
  }
}
