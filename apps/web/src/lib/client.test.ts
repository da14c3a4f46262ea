import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Call, calls, goodsCalls, mediaCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'

import { call, CallError, type Caller, makeCall, noAnswer } from './client.ts'
import { clientWords } from './client-words.ts'
import { exampleSession } from './example-session.ts'
import { fakeStorage } from './fake-storage.ts'
import { setLocale } from './i18n.tsx'
import { currentNotices, dismissNotice } from './notices.ts'
import { getSession, saveSession } from './session.ts'

const anything = z.looseObject({})
/** Long enough for a slow computer; tests of time-outs set their own limit with `within`. */
const common = { access: 'signedIn', timeoutMs: 20_000, input: anything, output: anything } as const
const rows = calls({
  read: { ...common, path: '/api/v1/t/read' },
  change: { ...common, path: '/api/v1/t/change', changes: true },
  open: { ...common, path: '/p/v1/open', access: 'public' },
})

/** The same row with another time limit. */
const within = <C extends Call>(timeoutMs: number, row: C): C => ({ ...row, timeoutMs })
const { timeoutMs: _own, ...unsaid } = rows.read

type Reply = (request: IncomingMessage, response: ServerResponse, body: string) => void
let reply: Reply
let server: Server
let origin = ''

const answers =
  (rcode: number, msg: string, result: unknown = {}, status = 200): Reply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-9' })
    response.end(JSON.stringify({ rcode, msg, result }))
  }

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => reply(request, response, body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  for (const { id } of currentNotices()) dismissNotice(id)
})
afterEach(() => vi.unstubAllGlobals())

const client = (): Caller => makeCall({ origin })
const noticeTexts = (): string[] => currentNotices().map(({ text }) => text)

async function failure(calling: Promise<unknown>): Promise<CallError> {
  const error: unknown = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

/** Calls the row and returns the request that the server received. */
async function sentFor(row: Call, options?: Parameters<Caller>[2]) {
  let seen: { method?: string; headers: IncomingMessage['headers']; body: string } | undefined
  reply = (request, response, body) => {
    seen = { method: request.method ?? '', headers: request.headers, body }
    answers(0, '')(request, response, body)
  }
  await client()(row, { a: 1 }, options)
  return seen!
}

describe('a call', () => {
  it('posts JSON and gives the result', async () => {
    reply = answers(0, '', { data: [1], count: 1 })
    expect(await client()(rows.read, {})).toEqual({ data: [1], count: 1 })
    expect(await sentFor(rows.read)).toMatchObject({ method: 'POST', body: '{"a":1}' })
  })

  it('carries token, secret and language when signed in', async () => {
    saveSession(exampleSession())
    const { headers } = await sentFor(rows.read)
    expect(headers).toMatchObject({
      'x-access-token': 'token-1',
      'x-access-secret': 'secret-1',
      'accept-language': 'zh-CN',
    })
  })

  it('does not show the session to public calls', async () => {
    saveSession(exampleSession())
    expect((await sentFor(rows.open)).headers).not.toHaveProperty('x-access-token')
  })

  it('carries a fresh idempotency key if it changes something, or the one it was given', async () => {
    const keys = [await sentFor(rows.change), await sentFor(rows.change)].map(
      ({ headers }) => headers['x-idempotency-key'],
    )
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[0]).not.toBe(keys[1])
    const given = await sentFor(rows.change, { idempotencyKey: 'mine' })
    expect(given.headers['x-idempotency-key']).toBe('mine')
    expect((await sentFor(rows.read)).headers).not.toHaveProperty('x-idempotency-key')
  })
})

describe('a refused call', () => {
  it('shows the words of the server and throws them', async () => {
    reply = answers(300, '您没有此权限')
    const error = await failure(client()(rows.read, {}))
    expect(error).toMatchObject({ kind: 'answer', rcode: 300, message: '您没有此权限', requestId: 'r-9' })
    expect(noticeTexts()).toEqual(['您没有此权限'])
  })

  it('hands field errors and the wait to a caller that shows them itself', async () => {
    const errors = [{ path: 'phone', message: '手机号无效' }]
    reply = answers(100, '请检查', { errors, retryAfter: 12 })
    const error = await failure(client()(rows.change, {}, { quiet: true }))
    expect(error).toMatchObject({ rcode: 100, errors, retryAfter: 12 })
    expect(noticeTexts()).toEqual([])
  })

  it('fails without a word on 102', async () => {
    reply = answers(102, 'should not be seen')
    expect(await failure(client()(rows.read, {}))).toMatchObject({ rcode: 102 })
    expect(noticeTexts()).toEqual([])
  })

  it('shows the number to quote when the server has a fault', async () => {
    reply = answers(900, '系统出现故障', {}, 500)
    expect(await failure(client()(rows.read, {}))).toMatchObject({ kind: 'fault', rcode: 900 })
    expect(currentNotices()).toMatchObject([{ text: '系统出现故障', requestId: 'r-9' }])
  })

  it('does not say a number twice', async () => {
    reply = answers(900, '系统出现故障，编号 r-9', {}, 500)
    expect(await failure(client()(rows.read, {}))).toMatchObject({ requestId: 'r-9' })
    expect(currentNotices()).toMatchObject([{ text: '系统出现故障，编号 r-9', requestId: undefined }])
  })
})

describe('an ended session', () => {
  it('is cleared with one notice, however many calls find out', async () => {
    saveSession(exampleSession())
    reply = answers(604, 'ended')
    await Promise.all([1, 2, 3].map(() => failure(client()(rows.read, {}))))
    expect(getSession()).toBeUndefined()
    expect(noticeTexts()).toEqual(['登录超时，请重新登录'])
  })

  it('is cleared for quiet callers too', async () => {
    saveSession(exampleSession())
    reply = answers(604, 'ended')
    await failure(client()(rows.read, {}, { quiet: true }))
    expect(getSession()).toBeUndefined()
  })

  it('leaves a session alone that was opened after the call was made', async () => {
    saveSession(exampleSession())
    reply = (request, response, body) => {
      saveSession(exampleSession({ token: 'token-2' }))
      answers(604, 'ended')(request, response, body)
    }
    await failure(client()(rows.read, {}))
    expect(getSession()?.token).toBe('token-2')
    expect(noticeTexts()).toEqual([])
  })
})

describe('no answer', () => {
  const never: Reply = () => undefined

  it('asks to refresh after reading, to retry after changing', async () => {
    reply = never
    expect(await failure(client()(within(30, rows.read), {}))).toMatchObject({ kind: 'timeout' })
    expect(noticeTexts()).toEqual(['请求超时，请刷新'])
    await failure(client()(within(30, rows.change), {}))
    expect(noticeTexts()).toEqual(['请求超时，请刷新', '请求超时，请重试'])
  })

  it('asks to retry after sending a file, which a refresh would lose', () => {
    for (const row of [mediaCalls.uploadImg, goodsCalls.previewImport])
      expect(noAnswer('network', row).message).toBe('请求超时，请重试')
  })

  it('is worded when it is read, because the language may have changed since', () => {
    vi.stubGlobal('document', { cookie: '', documentElement: {} })
    const error = noAnswer('timeout', rows.read)
    for (const locale of ['en-US', 'zh-TW', 'zh-CN'] as const) {
      setLocale(locale)
      expect(error.message).toBe(clientWords[locale].readTimeout)
    }
  })

  it('counts the body into the time limit', async () => {
    reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"rcode":0,')
    }
    expect(await failure(client()(within(30, rows.read), {}))).toMatchObject({ kind: 'timeout' })
  })

  it('comes later from a row that allows more time', async () => {
    let release: (() => void) | undefined
    reply = (request, response, body) => {
      if (request.url === rows.change.path)
        release = () => answers(0, '', { late: true })(request, response, body)
    }
    const waiting = client()(rows.change, {})
    await expect.poll(() => release).toBeDefined()
    expect(await failure(client()(within(30, rows.read), {}))).toMatchObject({ kind: 'timeout' })
    release?.()
    expect(await waiting).toEqual({ late: true })
  })

  it.each([
    [5_000, 'a row that says nothing', unsaid],
    [10_000, 'a row that says so', within(10_000, rows.read)],
    [5_000, 'a path that looks like a report', { ...unsaid, path: '/api/v1/t/report' as const }],
  ])('is given up in the console after %i ms for %s', async (limit, _what, row) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_answer, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    })
    let ending: CallError | undefined
    const calling = failure(call(row, {})).then((error) => (ending = error))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(ending).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await calling).toMatchObject({ kind: 'timeout' })
  })

  it('speaks the same words when the server cannot be reached or talks nonsense', async () => {
    reply = (request) => request.socket.destroy()
    expect(await failure(client()(rows.read, {}))).toMatchObject({ kind: 'network' })
    reply = (_request, response) => response.writeHead(502).end('<html>Bad Gateway</html>')
    expect(await failure(client()(rows.change, {}))).toMatchObject({ kind: 'fault', rcode: 0 })
    expect(noticeTexts()).toEqual(['请求超时，请刷新', '请求超时，请重试'])
  })

  it('is known at once where there is no network, whatever was asked for', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    reply = (request) => request.socket.destroy()
    for (const row of [rows.read, rows.change])
      expect(await failure(client()(row, {}))).toMatchObject({ kind: 'offline' })
    expect(noAnswer('network', mediaCalls.uploadImg).kind).toBe('offline')
    expect(noticeTexts()).toEqual(['没有网络连接，请检查后重试'])
  })

  it('passes on the abort of a caller without a notice', async () => {
    const leaving = new AbortController()
    reply = () => leaving.abort()
    await expect(client()(rows.read, {}, { signal: leaving.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(noticeTexts()).toEqual([])
  })
})
