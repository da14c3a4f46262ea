/**
 * Events that WeChat sends to the address of a service account, in plain mode: XML, of which the address carries the
 * signature, sha1 of the sorted token, timestamp and nonce. The signature does not cover the body, which https protects.
 */
import { createHash, timingSafeEqual } from 'node:crypto'

const freshMs = 5 * 60_000

type Query = Readonly<Record<string, string>>

export function isWechatSigned(token: string, query: Query, now: Date): boolean {
  const { signature = '', timestamp = '', nonce = '' } = query
  const right = createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest()
  const given = Buffer.from(signature, 'hex')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1000) <= freshMs
}

/**
 * `scan` and `stop` are what concerns us. `id` names an event, also when it is sent again: WeChat asks for it to be known
 * by sender and time.
 */
export type WechatEvent =
  | { kind: 'scan'; person: string; id: string; account: string; scene: string }
  | { kind: 'stop'; person: string; id: string; account: string }

/** Reads an event; undefined for what does not concern us, or is no event of this form. */
export function readWechatEvent(body: string): WechatEvent | undefined {
  const fields = flatXml(body)
  const { FromUserName: person = '', ToUserName: account = '', CreateTime: time = '' } = fields ?? {}
  if (fields?.['MsgType'] !== 'event' || !/^[\w-]{10,64}$/.test(person) || !/^\d{1,12}$/.test(time))
    return undefined
  const { Event: event = '', EventKey: key = '' } = fields
  const about = { person, account, id: `${person} ${time} ${event}` }
  if (event === 'unsubscribe') return { kind: 'stop', ...about }
  if (event === 'SCAN' && key !== '') return { kind: 'scan', ...about, scene: key }
  if (event === 'subscribe' && key.startsWith('qrscene_'))
    return { kind: 'scan', ...about, scene: key.slice('qrscene_'.length) }
  return undefined
}

const element = /\s*<([A-Za-z]{1,40})>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<>&]*))<\/\1>\s*/y

/** The fields of `<xml>…</xml>`. Nothing is nested, declared or escaped in events, so all else is refused. */
export function flatXml(text: string): Record<string, string> | undefined {
  const inner = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(text)?.[1]
  if (inner === undefined) return undefined
  const fields = new Map<string, string>()
  element.lastIndex = 0
  for (let at = 0; at < inner.length; at = element.lastIndex) {
    const [, name = '', quoted, plain = ''] = element.exec(inner) ?? []
    if (name === '' || fields.has(name)) return undefined
    fields.set(name, quoted ?? plain)
  }
  return Object.fromEntries(fields)
}

/** A text as the answer to an event, which WeChat shows to the person. */
export function wechatReply(
  { person, account }: Pick<WechatEvent, 'person' | 'account'>,
  text: string,
  now: Date,
): string {
  const quoted = (content: string): string => `<![CDATA[${content.replaceAll(']]>', ']] >')}]]>`
  return [
    '<xml>',
    `<ToUserName>${quoted(person)}</ToUserName>`,
    `<FromUserName>${quoted(account)}</FromUserName>`,
    `<CreateTime>${Math.floor(now.getTime() / 1000)}</CreateTime>`,
    '<MsgType><![CDATA[text]]></MsgType>',
    `<Content>${quoted(text)}</Content>`,
    '</xml>',
  ].join('')
}
