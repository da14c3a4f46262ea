import { errorCodes } from '@slotwise/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { CallError } from './client.ts'
import { fakeStorage } from './fake-storage.ts'
import { turnedBack, withOperationSign } from './operation-sign.ts'
import { clearOperationSign, getOperationSign, saveOperationSign } from './session.ts'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => {
  clearOperationSign()
  vi.unstubAllGlobals()
})

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()
const refusal = (rcode: number): CallError => new CallError('no', { kind: 'answer', rcode })

/** An action that the server accepts with these authorizations only; `tried` lists those it was called with. */
function actionFor(...accepted: string[]) {
  const tried: string[] = []
  const action = (sign: string): Promise<string> => {
    tried.push(sign)
    return accepted.includes(sign)
      ? Promise.resolve(`done with ${sign}`)
      : Promise.reject(refusal(errorCodes.signRequired))
  }
  return { tried, action }
}

const typing = (sign: string) => (): Promise<string> => {
  saveOperationSign(sign, inAnHour())
  return Promise.resolve(sign)
}
const nobodyThere = (): Promise<string> => Promise.reject(turnedBack())

describe('a sensitive action', () => {
  test('asks for the operation password, and then goes on by itself', async () => {
    const { action } = actionFor('typed')
    expect(await withOperationSign(action, typing('typed'))).toBe('done with typed')
  })

  test('asks nothing while the authorization is held', async () => {
    saveOperationSign('held', inAnHour())
    const { action } = actionFor('held')
    expect(await withOperationSign(action, nobodyThere)).toBe('done with held')
  })

  test('asks again when the server no longer accepts the authorization', async () => {
    saveOperationSign('old', inAnHour())
    const { action, tried } = actionFor('typed')
    expect(await withOperationSign(action, typing('typed'))).toBe('done with typed')
    expect(tried).toEqual(['old', 'typed'])
    expect(getOperationSign()).toBe('typed')
  })

  test('does not ask for ever', async () => {
    saveOperationSign('old', inAnHour())
    const { action, tried } = actionFor()
    await expect(withOperationSign(action, typing('typed'))).rejects.toMatchObject({ message: 'no' })
    expect(tried).toEqual(['old', 'typed'])
    expect(getOperationSign()).toBeUndefined()
  })

  test('that fails for another reason fails at once, and the authorization stays', async () => {
    saveOperationSign('held', inAnHour())
    const failing = (): Promise<never> => Promise.reject(refusal(errorCodes.notFound))
    await expect(withOperationSign(failing, nobodyThere)).rejects.toMatchObject({
      rcode: errorCodes.notFound,
    })
    expect(getOperationSign()).toBe('held')
  })

  test('is not done when the user enters no password', async () => {
    const { action, tried } = actionFor('typed')
    await expect(withOperationSign(action, nobodyThere)).rejects.toMatchObject({ rcode: errorCodes.silent })
    expect(tried).toEqual([])
  })
})
