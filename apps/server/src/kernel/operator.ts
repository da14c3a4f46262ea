import type { Deps, Origin } from './ctx.ts'

/** The name in which changes from the command line are audited. No account has it. */
export const operator = { id: null, username: 'operator' } as const

/** The name in which changes are audited that no account made, such as of a person in a chat app. */
export const system = { id: null, username: 'system' } as const

export const systemOrigin = (now: Date): Origin => ({
  requestId: 'system',
  address: '',
  userAgent: '',
  locale: 'en-US',
  now,
})

export const operatorOrigin = (deps: Deps): Origin => ({
  requestId: 'operator',
  address: 'command line',
  userAgent: '',
  locale: 'en-US',
  now: deps.now(),
})
