import { AgentCode } from '@slotwise/contract'

import { readStored, writeStored } from './storage.ts'
import { agentKey } from './stored-keys.ts'

/** The code of the reseller whose link brought the visitor. It only brands the public screens. */
const valid = (code: string | null | undefined): string | undefined => AgentCode.safeParse(code).data

/** Called at start. A code in the address replaces the remembered one. */
export function rememberAgent(search: string): void {
  const code = valid(new URLSearchParams(search).get('agent'))
  if (code) writeStored(agentKey, code)
}

export const rememberedAgent = (): string | undefined => valid(readStored(agentKey))

/** A public path that carries the remembered agent, so that a copied link keeps its branding. */
export function withAgent(path: string): string {
  const agent = rememberedAgent()
  return agent ? `${path}?agent=${agent}` : path
}

export const loginPath = (): string => withAgent('/login')
