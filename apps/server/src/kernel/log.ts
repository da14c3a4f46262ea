import { type Logger, pino } from 'pino'

const secret = [
  'password',
  'secret',
  'token',
  'sign',
  'code',
  'oper_pwd',
  'old_oper_pwd',
  'new_oper_pwd',
  'phone',
  'authorization',
  'cookie',
]

/**
 * Structured lines on standard output. Nothing of a request's body or headers is logged on purpose; should a later
 * change try to, these names are blanked out all the same.
 */
export const makeLog = (level: string): Logger =>
  pino({
    level,
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        // Tokens of single-use links stand in paths, so only the first steps are kept.
        path: request.url.split('?')[0]?.replace(/^(\/files\/).*/, '$1…'),
      }),
    },
  })
