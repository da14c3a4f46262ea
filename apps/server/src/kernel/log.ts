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
  'authorization',
  'cookie',
]

/**
 * What went wrong and where, and nothing of what libraries hang on their errors: the database spells out the row that
 * failed, and a client carries its whole connection along, keys included.
 */
function describe(error: Error & { code?: unknown }) {
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, reason: typeof error.code === 'string' ? error.code : undefined }
}

type Request = { method: string; url: string; routeOptions?: { url?: string | undefined } }

/** Tokens of single-use links stand in paths: where a route has places for such, the route itself is named. */
function pathOf({ url, routeOptions }: Request): string | undefined {
  const route = routeOptions?.url
  return route?.includes(':') ? route : url.split('?')[0]?.replace(/^(\/files\/).*/i, '$1…')
}

/**
 * Structured lines, on standard output unless told otherwise. Nothing of a request's body or headers is logged on
 * purpose; should a later change try to, these names are blanked out all the same.
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
