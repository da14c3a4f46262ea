import { accountCalls, Branding } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { rememberedAgent } from '../../lib/agent.ts'
import { call } from '../../lib/client.ts'
import { useTakenOver } from '../../lib/served-page.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

/**
 * The reseller's name, logo and copyright in place of ours, by the remembered agent code. The stored branding is shown
 * at once and refreshed in the background; the page never waits for it, and a failure changes nothing.
 */
const brandingKey = 'slotwise.branding'

function known(agent: string): Branding | undefined {
  try {
    const stored = JSON.parse(readStored(brandingKey) ?? '{}') as { agent?: unknown; branding?: unknown }
    return stored.agent === agent ? Branding.safeParse(stored.branding).data : undefined
  } catch {
    return undefined
  }
}

function keep(agent: string, branding: Branding | null): void {
  if (branding) writeStored(brandingKey, JSON.stringify({ agent, branding }))
  else removeStored(brandingKey)
}

export function useBranding(): Branding | undefined {
  const agent = useTakenOver() ? rememberedAgent() : undefined
  const [shownFor, setShownFor] = useState<string>()
  const [branding, setBranding] = useState<Branding>()
  if (agent !== shownFor) {
    setShownFor(agent)
    setBranding(agent ? known(agent) : undefined)
  }
  useEffect(() => {
    if (!agent) return
    const leaving = new AbortController()
    call(accountCalls.branding, { agent }, { quiet: true, signal: leaving.signal }).then(
      (answer) => {
        keep(agent, answer)
        setBranding(answer ?? undefined)
      },
      () => undefined,
    )
    return () => leaving.abort()
  }, [agent])
  return branding
}
