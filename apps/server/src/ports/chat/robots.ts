/**
 * Robots in group chats (WeCom, DingTalk, Lark), and a signed webhook. A merchant makes the robot in the chat app and
 * gives its address, which holds its key, and where the app has one its secret. One attempt is one message; repeating
 * it is up to the caller.
 */

import { createHmac } from 'node:crypto'

import type { Notice, NoticeReason, RobotChannel } from '@slotwise/contract'

import type { PostWiring } from '../outgoing/outgoing.ts'
import { postPublic, type Posted } from '../outgoing/post-public.ts'
import { canBePublic, parsePublicUrl } from '../outgoing/public-address.ts'
import type { SendResult } from './chat.ts'

export type Robot = {
  kind: RobotChannel
  url: string
  /** Empty where the robot signs nothing: always at WeCom, by choice at DingTalk and Lark, never at a webhook. */
  secret: string
}

/** A notice in the words of the merchant; `link` is a full address of the console. */
export type RobotMessage = { title: string; lines: readonly string[]; link: string; notice: Notice }

type RobotWiring = PostWiring & { now?: () => Date }

type Request = { url: string; headers?: Record<string, string>; body: unknown }
type Vendor = {
  /** How many messages a robot takes in a minute. */
  perMinute: number
  /** Whether this is an address of a robot of this kind. */
  hasAddress(url: URL): boolean
  request(robot: Robot, message: RobotMessage, now: Date): Request
  result(answer: Extract<Posted, { ok: true }>): SendResult
}

const signed = (key: string, content: string): Buffer => createHmac('sha256', key).update(content).digest()

/** Cuts a text at a number of bytes, never inside of a character. */
function cut(content: string, most: number): string {
  if (Buffer.byteLength(content) <= most) return content
  const ellipsis = '…'
  const bytes = Buffer.from(content).subarray(0, most - Buffer.byteLength(ellipsis))
  return new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '') + ellipsis
}

/** The link stays whole when the text is too long. */
const plainText = ({ title, lines, link }: RobotMessage, most: number): string =>
  `${cut([title, ...lines].join('\n'), most - Buffer.byteLength(link) - 1)}\n${link}`

const tooMany: NoticeReason = 'tooMany'
const noAnswer: NoticeReason = 'noAnswer'
const notAddress: NoticeReason = 'notAddress'
const later = (why: string): SendResult => ({ state: 'later', why })
const refused = (why: string): SendResult => ({ state: 'refused', why })

/** The answer of a vendor: a number, 0 for success. Texts are dropped, because they may repeat the key. */
function coded(
  name: string,
  { status, content }: Extract<Posted, { ok: true }>,
  {
    fields,
    busy,
    limited,
  }: { fields: readonly string[]; busy: readonly number[]; limited: readonly number[] },
): SendResult {
  if (status === 429) return later(tooMany)
  if (status >= 500) return later(`${name}: HTTP ${status}`)
  const code = codeIn(content, fields)
  if (code === undefined) return status >= 300 ? refused(`${name}: HTTP ${status}`) : later(noAnswer)
  if (code === 0) return { state: 'sent' }
  if (limited.includes(code)) return later(tooMany)
  return busy.includes(code) ? later(`${name}: ${code}`) : refused(`${name}: ${code}`)
}

function codeIn(content: string, fields: readonly string[]): number | undefined {
  try {
    const answer: unknown = JSON.parse(content)
    if (typeof answer !== 'object' || answer === null) return undefined
    const found = new Map<string, unknown>(Object.entries(answer))
    return fields.map((field) => found.get(field)).find((code) => typeof code === 'number')
  } catch {
    return undefined
  }
}

const vendors: Readonly<Record<RobotChannel, Vendor>> = {
  /** https://developer.work.weixin.qq.com/document/path/91770: the key in the address is all. */
  wecom: {
    perMinute: 20,
    hasAddress: ({ hostname, pathname, searchParams }) =>
      hostname === 'qyapi.weixin.qq.com' && pathname === '/cgi-bin/webhook/send' && searchParams.has('key'),
    request: ({ url }, message) => ({
      url,
      body: { msgtype: 'text', text: { content: plainText(message, 2048) } },
    }),
    result: (answer) => coded('WeCom', answer, { fields: ['errcode'], busy: [-1], limited: [45009, 45033] }),
  },

  /** https://open.dingtalk.com/document/robots/customize-robot-security-settings: time and signature in the address. */
  dingtalk: {
    perMinute: 20,
    hasAddress: ({ hostname, pathname, searchParams }) =>
      hostname === 'oapi.dingtalk.com' && pathname === '/robot/send' && searchParams.has('access_token'),
    request({ url, secret }, message, now) {
      const target = new URL(url)
      if (secret !== '') {
        const timestamp = String(now.getTime())
        target.searchParams.set('timestamp', timestamp)
        target.searchParams.set('sign', signed(secret, `${timestamp}\n${secret}`).toString('base64'))
      }
      return {
        url: target.href,
        body: { msgtype: 'text', text: { content: plainText(message, 5000) }, at: { isAtAll: false } },
      }
    },
    result: (answer) =>
      coded('DingTalk', answer, { fields: ['errcode'], busy: [-1], limited: [130101, 410100] }),
  },

  /**
   * https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot: time and text are the key, and nothing is
   * signed by it. A post, because plain text would take `<at …>` in a machine's name for a mention.
   */
  lark: {
    perMinute: 100,
    hasAddress: ({ hostname, pathname }) =>
      (hostname === 'open.feishu.cn' || hostname === 'open.larksuite.com') &&
      /^\/open-apis\/bot\/v2\/hook\/[\w-]+$/.test(pathname),
    request({ url, secret }, { title, lines, link }, now) {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const text = cut(lines.join('\n'), 10_000)
      const content = [
        ...(text === '' ? [] : [[{ tag: 'text', text }]]),
        [{ tag: 'a', text: link, href: link }],
      ]
      return {
        url,
        body: {
          ...(secret === ''
            ? {}
            : { timestamp, sign: signed(`${timestamp}\n${secret}`, '').toString('base64') }),
          msg_type: 'post',
          content: { post: { zh_cn: { title: cut(title, 1000), content } } },
        },
      }
    },
    result: (answer) =>
      coded('Lark', answer, { fields: ['code', 'StatusCode'], busy: [], limited: [9499, 11232] }),
  },

  /** The merchant's own server: it verifies the signature of time and body. */
  webhook: {
    perMinute: 60,
    hasAddress: () => true,
    request({ url, secret }, { title, lines, link, notice }, now) {
      const body = { title, lines, link, notice }
      const timestamp = String(now.getTime())
      return {
        url,
        headers: {
          'x-slotwise-notice': notice.notice,
          'x-slotwise-timestamp': timestamp,
          'x-slotwise-signature': signed(secret, `${timestamp}.${JSON.stringify(body)}`).toString('hex'),
        },
        body,
      }
    },
    result({ status }) {
      if (status >= 200 && status < 300) return { state: 'sent' }
      if (status === 429) return later(tooMany)
      return status >= 500 || status === 408 ? later(`HTTP ${status}`) : refused(`HTTP ${status}`)
    },
  },
}

export const robotsPerMinute = (kind: RobotChannel): number => vendors[kind].perMinute

/** Whether the text is an address of a robot of this kind: at its vendor's host, or any public one by https. */
export function isRobotUrl(kind: RobotChannel, text: string): boolean {
  const url = parsePublicUrl(text)
  return url !== undefined && canBePublic(url) && vendors[kind].hasAddress(url)
}

export async function sendToRobot(
  robot: Robot,
  message: RobotMessage,
  { now = () => new Date(), ...wiring }: RobotWiring = {},
): Promise<SendResult> {
  if (!isRobotUrl(robot.kind, robot.url)) return refused(notAddress)
  const vendor = vendors[robot.kind]
  const { url, headers = {}, body } = vendor.request(robot, message, now())
  const posted = await postPublic(
    url,
    {
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    },
    wiring,
  )
  if (posted.ok) return vendor.result(posted)
  // A name may be back later; an address that is not public is refused each time.
  return posted.why === 'noAnswer' || posted.why === 'unknownHost' ? later(noAnswer) : refused(posted.why)
}
