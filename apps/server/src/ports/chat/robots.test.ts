import { createHmac } from 'node:crypto'

import type { Notice, RobotChannel } from '@slotwise/contract'
import { afterEach, describe, expect, test } from 'vitest'

import {
  type VendorAnswer,
  type VendorRequest,
  type VendorServer,
  vendorServer,
} from '../sms/testing/vendor-server.ts'
import { isRobotUrl, type Robot, type RobotMessage, robotsPerMinute, sendToRobot } from './robots.ts'

const now = new Date('2026-11-17T12:00:00.123Z')
const notice: Notice = {
  notice: '77',
  created_at: now.toISOString(),
  is_summary: false,
  is_test: false,
  count: 1,
  sums: [],
  groups: [],
  items: [],
}
const message: RobotMessage = {
  title: '朝阳店：<at user_id="all">1 号机</at> 离线',
  lines: ['朝阳店：2 台设备离线'],
  link: 'https://console.example/alerts',
  notice,
}
const robots: Record<RobotChannel, Robot> = {
  wecom: { kind: 'wecom', url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=robot-key', secret: '' },
  dingtalk: {
    kind: 'dingtalk',
    url: 'https://oapi.dingtalk.com/robot/send?access_token=robot-token',
    secret: 'SEC+of/group=',
  },
  lark: {
    kind: 'lark',
    url: 'https://open.feishu.cn/open-apis/bot/v2/hook/robot-hook',
    secret: 'lark-secret',
  },
  webhook: { kind: 'webhook', url: 'https://shop.example/hook?a=1', secret: 'shared-secret' },
}

/** Each verifies as the original does, by code of its own, and answers as it does. */
const gateways: Record<RobotChannel, (request: VendorRequest, secret: string) => VendorAnswer> = {
  wecom({ path, query }) {
    const known = path === '/cgi-bin/webhook/send' && new URLSearchParams(query).get('key') === 'robot-key'
    return answer({ errcode: known ? 0 : 93000, errmsg: 'invalid webhook url' })
  },
  dingtalk({ query }, secret) {
    const { access_token: token, timestamp = '', sign } = Object.fromEntries(new URLSearchParams(query))
    if (token !== 'robot-token') return answer({ errcode: 300005, errmsg: 'token is not exist' })
    const expected = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
    const isNow = Math.abs(Number(timestamp) - now.getTime()) < 3_600_000
    return answer({ errcode: isNow && sign === expected ? 0 : 310000, errmsg: 'sign not match' })
  },
  lark({ path, body }, secret) {
    if (path !== '/open-apis/bot/v2/hook/robot-hook') return answer({ code: 19001, msg: 'token invalid' })
    const { timestamp, sign } = JSON.parse(body) as { timestamp: string; sign: string }
    const expected = createHmac('sha256', `${timestamp}\n${secret}`).digest('base64')
    const isNow = Math.abs(Number(timestamp) - now.getTime() / 1000) < 3600
    return answer({ code: isNow && sign === expected ? 0 : 19021, msg: 'sign match fail' })
  },
  webhook({ headers, body }, secret) {
    const timestamp = String(headers['x-slotwise-timestamp'])
    const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return { status: headers['x-slotwise-signature'] === expected ? 204 : 401, body: '' }
  },
}
const answer = (body: object): VendorAnswer => ({ status: 200, body: JSON.stringify(body) })

let server: VendorServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function send(
  robot: Robot,
  {
    secret = robot.secret,
    reply,
    what = message,
    addresses = ['8.8.8.8'],
    timeoutMs = 8_000,
  }: {
    secret?: string
    reply?: VendorAnswer
    what?: RobotMessage
    addresses?: string[]
    timeoutMs?: number
  } = {},
) {
  await server?.close()
  server = await vendorServer((request) => reply ?? gateways[robot.kind](request, secret))
  const resolve = async () => addresses.map((address) => ({ address, family: 4 as const }))
  return sendToRobot(robot, what, { now: () => now, baseUrl: server.baseUrl, resolve, timeoutMs })
}
const sentBody = () => JSON.parse(server!.requests[0]!.body) as Record<string, never>

describe.each(Object.values(robots))('a robot of $kind', (robot) => {
  test('takes a signed message, once', async () => {
    expect(await send(robot)).toEqual({ state: 'sent' })
    expect(server!.requests).toHaveLength(1)
    expect(server!.requests[0]!.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('asks for another try when the vendor fails, is silent, hangs up or limits', async () => {
    expect(await send(robot, { reply: { status: 502, body: 'bad' } })).toMatchObject({ state: 'later' })
    expect(await send(robot, { reply: 'hang up' })).toEqual({ state: 'later', why: 'noAnswer' })
    expect(await send(robot, { reply: 'silence', timeoutMs: 50 })).toEqual({
      state: 'later',
      why: 'noAnswer',
    })
    expect(await send(robot, { reply: { status: 429, body: '' } })).toEqual({
      state: 'later',
      why: 'tooMany',
    })
    expect(await send(robot, { addresses: [] })).toEqual({ state: 'later', why: 'noAnswer' })
  })

  test('is not sent to an address that is not public, nor after a redirect', async () => {
    expect(await send(robot, { addresses: ['8.8.8.8', '10.1.2.3'] })).toEqual({
      state: 'refused',
      why: 'notPublic',
    })
    expect(server!.requests).toEqual([])
    const elsewhere = { status: 302, headers: { location: 'https://elsewhere.example/' }, body: '' }
    expect(await send(robot, { reply: elsewhere })).toMatchObject({ state: 'refused' })
    expect(server!.requests).toHaveLength(1)
  })

  test('tells nothing of its address and secret', async () => {
    const echo = { status: 400, body: `{"errmsg":"${robot.url} ${robot.secret}"}` }
    for (const reply of [echo, { ...echo, status: 503 }, { ...echo, status: 200 }])
      expect(JSON.stringify(await send(robot, { reply }))).not.toMatch(/robot-|SEC|secret|example/)
  })
})

test.each([
  ['dingtalk', 'DingTalk: 310000'],
  ['lark', 'Lark: 19021'],
  ['webhook', 'HTTP 401'],
] as const)('a wrong secret is refused by %s', async (kind, why) => {
  expect(await send(robots[kind], { secret: 'another' })).toEqual({ state: 'refused', why })
})

test.each([
  ['wecom', 'key=robot-key', 'key=gone', 'WeCom: 93000'],
  ['dingtalk', 'robot-token', 'gone', 'DingTalk: 300005'],
  ['lark', 'robot-hook', 'gone', 'Lark: 19001'],
] as const)('a robot of %s that was removed is refused', async (kind, key, gone, why) => {
  const url = robots[kind].url.replace(key, gone)
  expect(await send({ ...robots[kind], url })).toEqual({ state: 'refused', why })
})

test.each([
  ['wecom', { errcode: 45009 }, 'tooMany'],
  ['wecom', { errcode: -1 }, 'WeCom: -1'],
  ['dingtalk', { errcode: 130101 }, 'tooMany'],
  ['dingtalk', { errcode: 410100 }, 'tooMany'],
  ['lark', { code: 9499 }, 'tooMany'],
  ['lark', { code: 11232 }, 'tooMany'],
  ['lark', ['no object'], 'noAnswer'],
] as const)('%s answers %j: it is tried again', async (kind, body, why) => {
  expect(await send(robots[kind], { reply: answer(body) })).toEqual({ state: 'later', why })
})

test('robots without a secret send no signature', async () => {
  for (const kind of ['dingtalk', 'lark'] as const)
    await send({ ...robots[kind], secret: '' }, { reply: answer({ errcode: 0, code: 0 }) })
  expect(sentBody()).not.toHaveProperty('sign')
  await send({ ...robots.dingtalk, secret: '' }, { reply: answer({ errcode: 0 }) })
  expect(server!.requests[0]!.query).toBe('access_token=robot-token')
})

test('names of machines mention no one', async () => {
  await send(robots.lark)
  expect(sentBody()).toMatchObject({
    msg_type: 'post',
    content: {
      post: {
        zh_cn: {
          title: message.title,
          content: [
            [{ tag: 'text', text: message.lines[0] }],
            [{ tag: 'a', href: message.link, text: message.link }],
          ],
        },
      },
    },
  })
  await send(robots.dingtalk)
  expect(sentBody()).toMatchObject({ msgtype: 'text', at: { isAtAll: false } })
})

test('a long text is cut to what the vendor takes, between characters, and keeps its link', async () => {
  const what = { ...message, lines: ['店🏬'.repeat(2000)] }
  await send(robots.wecom, { what })
  const { text } = sentBody() as unknown as { text: { content: string } }
  expect(Buffer.byteLength(text.content)).toBeLessThanOrEqual(2048)
  expect(Buffer.byteLength(text.content)).toBeGreaterThan(2030)
  expect(text.content).toMatch(/(店|🏬)…\nhttps:\/\/console\.example\/alerts$/u)
  expect(text.content).not.toContain('\uFFFD')
})

test('a webhook gets the notice itself, with its number to recognise it when it is repeated', async () => {
  await send(robots.webhook)
  expect(sentBody()).toEqual({ title: message.title, lines: message.lines, link: message.link, notice })
  expect(server!.requests[0]).toMatchObject({ query: 'a=1', headers: { 'x-slotwise-notice': '77' } })
})

test('an address belongs to the host of its vendor', async () => {
  for (const { kind, url } of Object.values(robots)) {
    expect(isRobotUrl(kind, url), kind).toBe(true)
    if (kind === 'webhook') continue
    const { hostname } = new URL(url)
    for (const wrong of [
      url.replace('https:', 'http:'),
      url.replace(hostname, 'evil.example'),
      url.replace(hostname, `${hostname}.evil.example`),
      url.replace('https://', `https://${hostname}@evil.example/`),
      url.replace(hostname, `${hostname}:8443`),
      `https://${hostname}/`,
    ])
      expect(isRobotUrl(kind, wrong), wrong).toBe(false)
  }
  const moved = { ...robots.wecom, url: 'https://evil.example/cgi-bin/webhook/send?key=robot-key' }
  expect(await send(moved)).toEqual({ state: 'refused', why: 'notAddress' })
  expect(server!.requests).toEqual([])
})

test('each kind has the limit of its vendor', () => {
  const limits = { wecom: 20, dingtalk: 20, lark: 100, webhook: 60 }
  for (const kind of ['wecom', 'dingtalk', 'lark', 'webhook'] as const)
    expect(robotsPerMinute(kind)).toBe(limits[kind])
})
