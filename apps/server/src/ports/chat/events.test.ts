import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { isFromTelegram, readTelegramEvent } from './telegram-events.ts'
import { flatXml, isWechatSigned, readWechatEvent, wechatReply } from './wechat-events.ts'

const now = new Date('2026-11-17T12:00:00Z')
const seconds = String(now.getTime() / 1000)
const signed = (token: string, timestamp: string, nonce: string) => ({
  timestamp,
  nonce,
  signature: createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex'),
})

describe('the signature of WeChat', () => {
  test('is right for five minutes, by the token alone', () => {
    const query = signed('token', seconds, '97')
    expect(isWechatSigned('token', query, now)).toBe(true)
    expect(isWechatSigned('token', query, new Date(now.getTime() + 300_000))).toBe(true)
    expect(isWechatSigned('token', query, new Date(now.getTime() + 301_000))).toBe(false)
    expect(isWechatSigned('another', query, now)).toBe(false)
    expect(isWechatSigned('token', { ...query, nonce: '98' }, now)).toBe(false)
    expect(isWechatSigned('token', { ...query, timestamp: String(Number(seconds) + 1) }, now)).toBe(false)
    for (const signature of ['', 'x', query.signature.slice(2), `${query.signature}00`])
      expect(isWechatSigned('token', { ...query, signature }, now)).toBe(false)
    expect(isWechatSigned('token', {}, now)).toBe(false)
    expect(isWechatSigned('token', signed('token', 'NaN', '1'), now)).toBe(false)
  })
})

const xml = (fields: Record<string, string>) =>
  `<xml>${Object.entries(fields)
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('\n')}</xml>`
const scan = {
  ToUserName: 'gh_account',
  FromUserName: 'oPerson-of_28_characters0001',
  CreateTime: '1763380800',
  MsgType: 'event',
  Event: 'SCAN',
  EventKey: '1_scene',
}

describe('an event of WeChat', () => {
  test('names the person, the scene and itself', () => {
    const about = {
      person: scan.FromUserName,
      account: 'gh_account',
      id: `${scan.FromUserName} 1763380800 SCAN`,
    }
    expect(readWechatEvent(xml(scan))).toEqual({ kind: 'scan', scene: '1_scene', ...about })
    expect(readWechatEvent(xml({ ...scan, Event: 'subscribe', EventKey: 'qrscene_1_scene' }))).toMatchObject({
      kind: 'scan',
      scene: '1_scene',
    })
    expect(readWechatEvent(xml({ ...scan, Event: 'unsubscribe', EventKey: '' }))).toMatchObject({
      kind: 'stop',
      person: scan.FromUserName,
    })
  })

  test.each([
    ['a follower without a code', xml({ ...scan, Event: 'subscribe', EventKey: '' })],
    ['a text', xml({ ...scan, MsgType: 'text' })],
    ['another event', xml({ ...scan, Event: 'CLICK' })],
    ['no person', xml({ ...scan, FromUserName: '' })],
    ['a person of other letters', xml({ ...scan, FromUserName: "o' or 1=1 --------------" })],
    ['nothing', ''],
    ['no XML', '{"a":1}'],
  ])('that is %s does not concern us', (_, body) => expect(readWechatEvent(body)).toBeUndefined())
})

test.each([
  ['a document type', '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>1</A></xml>'],
  ['an entity', '<xml><A>&lt;</A></xml>'],
  ['something nested', '<xml><A><B>1</B></A></xml>'],
  ['a field twice', '<xml><A>1</A><A>2</A></xml>'],
  ['an attribute', '<xml><A b="1">1</A></xml>'],
  ['another end', '<xml><A>1</B></xml>'],
  ['text between', '<xml>x<A>1</A></xml>'],
  ['no end', '<xml><A>1</A>'],
  ['a long tail', `<xml>${'<A>'.repeat(5000)}</xml>`],
])('XML with %s is refused', (_, text) => expect(flatXml(text)).toBeUndefined())

test('XML is read with quoted and plain fields', () => {
  expect(flatXml('<xml>\n<A><![CDATA[<b>&]]></A>\n <B>12</B><C></C></xml>\n')).toEqual({
    A: '<b>&',
    B: '12',
    C: '',
  })
})

test('an answer to WeChat is XML that no text leaves', () => {
  const reply = wechatReply({ person: 'o1', account: 'gh' }, 'Pier ]]]]>></Content><x>', now)
  expect(flatXml(reply)).toEqual({
    ToUserName: 'o1',
    FromUserName: 'gh',
    CreateTime: seconds,
    MsgType: 'text',
    Content: 'Pier ]]]] >></Content><x>',
  })
})

const chat = { id: 42, type: 'private' }
const from = { id: 42, first_name: 'Mei', last_name: 'Lin', language_code: 'zh-hans' }
const about = { person: '42', id: '7', name: 'Mei Lin', language: 'zh-hans' }

describe('an event of Telegram', () => {
  test('comes with the secret', () => {
    const name = 'x-telegram-bot-api-secret-token'
    expect(isFromTelegram('secret', { [name]: 'secret' })).toBe(true)
    for (const headers of [{ [name]: 'secre' }, { [name]: '' }, {}])
      expect(isFromTelegram('secret', headers)).toBe(false)
  })

  test.each([
    ['/start 1_scene', { kind: 'scan', scene: '1_scene', ...about }],
    ['/start', { kind: 'hello', ...about }],
    ['/stop', { kind: 'stop', isAsked: true, ...about }],
    ['good morning', undefined],
    ['', undefined],
  ])('%j', (text, event) =>
    expect(readTelegramEvent({ update_id: 7, message: { chat, from, text } })).toEqual(event),
  )

  test('says that the bot was blocked; other chats and other content do not concern us', () => {
    const blocked = { update_id: 7, my_chat_member: { chat, new_chat_member: { status: 'kicked' } } }
    expect(readTelegramEvent(blocked)).toEqual({
      kind: 'stop',
      isAsked: false,
      person: '42',
      id: '7',
      name: '',
      language: '',
    })
    const group = { id: -42, type: 'supergroup' }
    for (const other of [
      { ...blocked, my_chat_member: { chat, new_chat_member: { status: 'member' } } },
      { update_id: 7, message: { chat: group, from, text: '/start 1_scene' } },
      { update_id: 7 },
      { message: { chat, from, text: '/stop' } },
      [],
      undefined,
    ])
      expect(readTelegramEvent(other)).toBeUndefined()
  })
})
