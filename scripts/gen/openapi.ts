import {
  type Call,
  contract,
  type ContractRow,
  errorCodes,
  type ErrorName,
  isOpenToKeys,
  isRepeatable,
  success,
} from '@slotwise/contract'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** A choice of which one part takes any value says no more than that part alone. */
function withoutIdleChoices(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutIdleChoices)
  if (typeof part !== 'object' || part === null) return part
  const { anyOf, ...rest } = part as Schema
  const isIdle = Array.isArray(anyOf) && anyOf.some((one) => Object.keys(one as Schema).length === 0)
  return Object.fromEntries(
    Object.entries(isIdle ? rest : part).map(([name, value]) => [name, withoutIdleChoices(value)]),
  )
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return withoutIdleChoices(rest) as Schema
}

const session = { token: [], secret: [] }

/** Short forms in the names of calls. */
const wordOf: Readonly<Record<string, string>> = {
  Dev: 'device',
  Mch: 'merchant',
  Opr: 'operation',
  Pwd: 'password',
  Sms: 'text message',
}

/** The name of a call as a line of English: `checkOprPwd` is "Check operation password". */
function summaryOf(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => wordOf[word] ?? word.toLowerCase())
  const line = words.join(' ')
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`
}

type Status = { name: string; description: string; isForKeys?: true; waits?: true }

/** What a call answers with a status other than 200; the body is a refusal each time. */
const statuses: Readonly<Record<number, Status>> = {
  400: { name: 'notJson', description: 'The body cannot be read as JSON.' },
  401: {
    name: 'keyRefused',
    description: 'The key is unknown, has ended or was withdrawn.',
    isForKeys: true,
  },
  404: {
    name: 'unknownPath',
    description: 'The server does not know the call; it may be older than this document.',
  },
  408: { name: 'tooSlow', description: 'The body came too slowly; the connection is closed.' },
  413: { name: 'tooLarge', description: 'The body is larger than the call takes.' },
  415: { name: 'wrongType', description: 'The content type is none that the call takes.' },
  429: {
    name: 'wait',
    description: 'Too many calls with this key, or the server is busy. Come back after `retry-after`.',
    isForKeys: true,
    waits: true,
  },
  500: { name: 'fault', description: 'A fault of the server. `msg` has the number of the request.' },
}

const refusal = { $ref: '#/components/schemas/refusal' }

const responseOf = ({ description, waits }: Status): Schema => ({
  description,
  ...(waits
    ? { headers: { 'retry-after': { description: 'Seconds', schema: { type: 'integer', minimum: 0 } } } }
    : {}),
  content: { 'application/json': { schema: refusal } },
})

const accessText = ({ access }: Call): string => (typeof access === 'string' ? access : access.join(' or '))

const bodyOf = (row: Call): Schema =>
  row.upload
    ? { 'application/octet-stream': { schema: { type: 'string', maxLength: row.upload.maxBytes } } }
    : { 'application/json': { schema: schemaOf(row.input, 'input') } }

function operation(domain: string, name: string, row: ContractRow): Schema {
  const implied: ErrorName[] = [
    ...(row.access === 'public' ? [] : (['sessionEnded'] as const)),
    ...(row.access === 'public' || row.perMinute ? (['wait'] as const) : []),
    ...(isRepeatable(row) ? (['repeatedDifferently'] as const) : []),
  ]
  const errors = [...implied, ...(row.errors ?? [])].map((error) => `${errorCodes[error]} ${error}`)
  return {
    operationId: `${domain}.${name}`,
    summary: summaryOf(name),
    tags: [domain],
    description: [
      `Access: ${accessText(row)}.`,
      row.sign && 'Needs `sign` of checkOprPwd.',
      isRepeatable(row) && 'Repeatable with `x-idempotency-key`.',
      row.upload && `The body is the file itself: ${row.upload.types.join(' or ')}.`,
      row.extension && 'Extension: not in the specification.',
      errors.length > 0 && `Refusals: ${errors.join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...(row.access === 'public' ? { security: [] } : {}),
    ...(isOpenToKeys(domain, row) ? { security: [session, { key: [] }], 'x-open-to-keys': true } : {}),
    ...(isRepeatable(row) ? { parameters: [{ $ref: '#/components/parameters/idempotencyKey' }] } : {}),
    requestBody: {
      required: row.upload !== undefined || !row.input.safeParse({}).success,
      content: bodyOf(row),
    },
    responses: {
      200: {
        description: 'rcode 0 and the result, or a refusal',
        content: { 'application/json': { schema: { anyOf: [successOf(row), refusal] } } },
      },
      ...Object.fromEntries(
        Object.entries(statuses)
          .filter(([, { isForKeys }]) => !isForKeys || isOpenToKeys(domain, row))
          .map(([status, one]) => [status, { $ref: `#/components/responses/${one.name}` }]),
      ),
    },
  }
}

const successOf = (row: Call): Schema => ({
  type: 'object',
  required: ['rcode', 'msg', 'result'],
  properties: {
    rcode: { const: success },
    msg: { type: 'string' },
    result: schemaOf(row.output, 'output'),
  },
})

/** The contract as OpenAPI, for readers who do not use TypeScript. */
export function openapi(): string {
  const rows = Object.entries(contract).flatMap(([domain, table]) =>
    Object.entries(table).map(([name, row]) => ({ domain, name, row: row as ContractRow })),
  )
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Slotwise',
      version: '1',
      description: 'The calls of the console, and of the systems of merchants that have a key.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The site that serves this document' }],
    security: [session],
    tags: Object.keys(contract).map((name) => ({ name, description: `Calls of the domain ${name}` })),
    components: {
      schemas: {
        refusal: {
          type: 'object',
          required: ['rcode', 'msg', 'result'],
          properties: {
            rcode: { type: 'integer', minimum: 1 },
            msg: { type: 'string', description: 'What was refused, in the language of the caller' },
            result: {
              type: ['object', 'null'],
              properties: {
                errors: {
                  type: 'array',
                  description: 'Of rcode 100: what is wrong with which field',
                  items: {
                    type: 'object',
                    required: ['path', 'message'],
                    properties: { path: { type: 'string' }, message: { type: 'string' } },
                  },
                },
                retryAfter: { type: 'integer', description: 'Of rcode 105: seconds to wait' },
              },
            },
          },
        },
      },
      responses: Object.fromEntries(Object.values(statuses).map((one) => [one.name, responseOf(one)])),
      parameters: {
        idempotencyKey: {
          name: 'x-idempotency-key',
          in: 'header',
          required: false,
          description:
            'A name of your choice for this request. Sent again with the same key and body, it does nothing twice and answers the same.',
          schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
        },
      },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-access-token' },
        secret: { type: 'apiKey', in: 'header', name: 'x-access-secret' },
        key: { type: 'http', scheme: 'bearer', description: 'A key of the merchant, `sk_…`.' },
      },
    },
    paths: Object.fromEntries(
      rows.map(({ domain, name, row }) => [row.path, { post: operation(domain, name, row) }]),
    ),
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
