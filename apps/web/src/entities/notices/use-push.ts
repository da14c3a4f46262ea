import { useEffect, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { NoPushService, pushKey, type PushState, pushState, turnOffPush, turnOnPush } from './push.ts'

export type PushSwitch = {
  /** Undefined until it is known, and where the server sends no messages to browsers. */
  state: PushState | undefined
  working: boolean
  /** Why the last attempt failed. */
  failure: CallError | 'noService' | undefined
  /** Call it in the click. */
  turn: (on: boolean) => void
}

/** Messages of this browser for an account. Needs no provider, so that pages outside of the console can use it. */
export function usePush(username: string): PushSwitch {
  const [key, setKey] = useState('')
  const [state, setState] = useState<PushState>()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<PushSwitch['failure']>()

  useEffect(() => {
    let isHere = true
    // Without an answer there is nothing to turn on, and the page works without it.
    pushKey().then(
      (found) => isHere && setKey(found),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])

  useEffect(() => {
    if (key === '') return
    let isHere = true
    const look = (): void => void pushState(username).then((found) => isHere && setState(found))
    look()
    // The user may have come back from the settings of the browser.
    window.addEventListener('focus', look)
    return () => {
      isHere = false
      window.removeEventListener('focus', look)
    }
  }, [key, username])

  const turn = async (on: boolean): Promise<void> => {
    setWorking(true)
    setFailure(undefined)
    try {
      await (on ? turnOnPush(username, key) : turnOffPush())
    } catch (error) {
      if (error instanceof CallError) setFailure(error)
      else if (error instanceof NoPushService) setFailure('noService')
      else throw error
    } finally {
      setState(await pushState(username))
      setWorking(false)
    }
  }
  return { state, working, failure, turn: (on) => void turn(on) }
}
