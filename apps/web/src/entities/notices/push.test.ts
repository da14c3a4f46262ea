import type { Call } from '@slotwise/contract'
import { beforeEach, expect, test, vi } from 'vitest'

import { CallError, type Caller } from '../../lib/client.ts'
import { fakeStorage } from '../../lib/fake-storage.ts'
import { keepPushUp, NoPushService, pushState, turnOffPush, turnOnPush } from './push.ts'
import type { PushBrowser } from './push-browser.ts'
import { markPush, pushMark } from './push-mark.ts'

const key = 'BAEC'

/** A browser with at most one subscription, which has an address of its own each time. */
class FakeBrowser implements PushBrowser {
  allowed: NotificationPermission = 'granted'
  answer: NotificationPermission = 'granted'
  lacks: ReturnType<PushBrowser['lack']>
  current: PushSubscription | null = null
  isBroken = false
  #made = 0

  lack = () => this.lacks
  permission = () => this.allowed
  askPermission = async () => (this.allowed = this.answer)
  subscription = async () => this.current
  subscribe = async (withKey: string) => {
    if (this.isBroken) throw new DOMException('push service error', 'AbortError')
    return this.have(withKey)
  }

  have(withKey = key): PushSubscription {
    this.#made += 1
    const endpoint = `https://push.example/${this.#made}`
    const applicationServerKey = Uint8Array.from(atob(withKey), (one) => one.charCodeAt(0)).buffer
    this.current = {
      endpoint,
      options: { applicationServerKey, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.current = null
        return true
      },
    } as unknown as PushSubscription
    return this.current
  }
}

let browser: FakeBrowser
let asked: string[]
let refused: string | undefined
const call = (async (row: Call, input: { endpoint?: string }) => {
  const name = row.path.split('/').at(-1) ?? ''
  asked.push(input.endpoint === undefined ? name : `${name} ${input.endpoint.split('/').at(-1)}`)
  if (name === refused) throw new CallError('no', { kind: 'answer' })
  return name === 'getPushKey' ? { key } : {}
}) as unknown as Caller
const parties = () => ({ browser, call })

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  browser = new FakeBrowser()
  asked = []
  refused = undefined
})

/** Messages are on for an account. */
async function turnedOn(username = 'amy'): Promise<void> {
  await turnOnPush(username, key, parties())
  asked = []
}

test('turning on asks the user, subscribes and tells the server', async () => {
  browser.allowed = 'default'
  expect(await pushState('amy', parties())).toBe('off')
  await turnOnPush('amy', key, parties())
  expect(asked).toEqual(['addPush 1'])
  expect(await pushState('amy', parties())).toBe('on')
  expect(await pushState('ben', parties())).toBe('off')
})

test('a user who does not allow it stays without messages', async () => {
  browser.answer = 'denied'
  await turnOnPush('amy', key, parties())
  expect([asked, browser.current, await pushState('amy', parties())]).toEqual([[], null, 'denied'])
})

test('nothing is left of an attempt that the server refuses, or that the browser cannot make', async () => {
  refused = 'addPush'
  await expect(turnOnPush('amy', key, parties())).rejects.toThrow(CallError)
  expect([browser.current, pushMark()]).toEqual([null, undefined])
  browser.isBroken = true
  await expect(turnOnPush('amy', key, parties())).rejects.toThrow(NoPushService)
  expect(await pushState('amy', parties())).toBe('off')
})

test.each(['insecure', 'homeScreen', 'unsupported'] as const)('a browser may lack it: %s', async (lack) => {
  browser.lacks = lack
  expect(await pushState('amy', parties())).toBe(lack)
})

test('turning off ends the subscription, even when the server cannot be told', async () => {
  await turnedOn()
  refused = 'delPush'
  await turnOffPush(parties())
  expect(asked).toEqual(['delPush 1'])
  expect([browser.current, pushMark(), await pushState('amy', parties())]).toEqual([null, undefined, 'off'])
})

test('the browser is registered again, because its messages end with the session', async () => {
  await turnedOn()
  await keepPushUp('amy', parties())
  expect(asked).toEqual(['getPushKey', 'addPush 1'])
})

test('the messages of an account end when another one signs in', async () => {
  await turnedOn()
  await keepPushUp('ben', parties())
  expect([asked, browser.current, pushMark()]).toEqual([[], null, undefined])
})

test('the server gets the address of a subscription that was renewed', async () => {
  await turnedOn()
  browser.have()
  await keepPushUp('amy', parties())
  expect(asked).toEqual(['getPushKey', 'addPush 2', 'delPush 1'])
  expect(pushMark()?.endpoint).toBe('https://push.example/2')
})

test('a subscription that was lost, or made with another key, is made again', async () => {
  await turnedOn()
  browser.current = null
  await keepPushUp('amy', parties())
  expect(asked).toEqual(['getPushKey', 'addPush 2', 'delPush 1'])
  browser.have('AAAA')
  asked = []
  await keepPushUp('amy', parties())
  expect(asked).toEqual(['getPushKey', 'addPush 4', 'delPush 2'])
})

test('a permission that was withdrawn ends it', async () => {
  await turnedOn()
  browser.allowed = 'denied'
  await keepPushUp('amy', parties())
  expect([asked, pushMark()]).toEqual([['delPush 1'], undefined])
})

test('a browser without messages asks the server nothing', async () => {
  await keepPushUp('amy', parties())
  markPush({ username: 'amy', endpoint: 'https://push.example/1' })
  browser.lacks = 'insecure'
  await keepPushUp('amy', parties())
  expect(asked).toEqual([])
})
