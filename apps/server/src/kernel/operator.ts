import type { Deps, Origin } from './ctx.ts'

/** The name in which changes from the command line are audited. No account has it. */
export const operator = { id: null, username: 'operator' } as const

export const operatorOrigin = (deps: Deps): Origin => ({
  requestId: 'operator',
  address: 'command line',
  userAgent: '',
  locale: 'en-US',
  now: deps.now(),
})
