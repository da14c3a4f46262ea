import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

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
  'telephone',
  'acct_no',
  'acct_cert_no',
  'acct_mobile',
  'authorization',
  'cookie',
]

/**
 * The error's type, message and stack only. Libraries attach more to their errors: PostgreSQL the values of the
 * failing row, a client its connection with its keys.
 */
function describe(error: Error & { code?: unknown }) {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, reason: typeof error.code === 'string' ? error.code : undefined }
}

type Request = { method: string; url: string; routeOptions?: { url?: string | undefined } }

/**
 * The path to log. Private links carry their token in the path, so a route with parameters is logged as its
 * pattern.
 */
function pathOf({ url, routeOptions }: Request): string | undefined {
  const route = routeOptions?.url
  return route?.includes(':') ? route : url.split('?')[0]?.replace(/^(\/(?:files|bank-photos)\/).*/i, '$1…')
}

/**
 * Structured log lines, on standard output by default. No request body or header is logged on purpose; the `redact`
 * list hides secrets should a later change log one.
 */
export const makeLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
      serializers: {
        err: (error: unknown) => (error instanceof Error ? describe(error) : error),
        req: (request: Request) => ({ method: request.method, path: pathOf(request) }),
      },
    },
    destination,
  )
