import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

import { pushMark } from '../../entities/notices/push-mark.ts'
import { createLoader } from '../../lib/loader.ts'
import { useSession } from '../../lib/session.ts'

/** Most browsers have no messages turned on, so the code is loaded for those that have. */
const upkeep = createLoader(async () => (await import('../../entities/notices/push.ts')).keepPushUp)

/** A failure is silent: the next console that is opened tries again, and the page of the inbox shows the state. */
function register(username: string | undefined): void {
  if (username === undefined || pushMark() === undefined) return
  upkeep
    .want()
    .then((keepPushUp) => keepPushUp(username))
    .catch(() => undefined)
}

type FromWorker = { kind?: unknown; link?: unknown }

/**
 * Keeps the messages of this browser going: registers it again when the console is opened, and goes to the page of a
 * message that was clicked (`push-worker.ts`).
 */
export function PushUpkeep() {
  const username = useSession()?.username
  const navigate = useNavigate()
  useEffect(() => register(username), [username])

  const hear = useEffectEvent(({ data, ports }: MessageEvent<FromWorker | null>) => {
    if (data?.kind === 'renewed') register(username)
    if (data?.kind !== 'open' || typeof data.link !== 'string' || !data.link.startsWith('/')) return
    ports[0]?.postMessage('followed')
    void navigate(data.link)
  })
  useEffect(() => {
    // Missing on pages without a secure connection.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const listener = (event: MessageEvent<FromWorker | null>): void => hear(event)
    worker?.addEventListener('message', listener)
    return () => worker?.removeEventListener('message', listener)
  }, [])
  return null
}
