import {
  type Call,
  contract,
  type ContractRow,
  errorCodes,
  type ErrorName,
  isOpenToKeys,
  isRepeatable,
} from '@slotwise/contract'
import { z } from 'zod'

type Schema = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return rest
}

const session = { token: [], secret: [] }

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
    requestBody: { content: bodyOf(row) },
    responses: {
      200: {
        description: 'rcode 0 and the result, or a refusal',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['rcode', 'msg', 'result'],
              properties: {
                rcode: { type: 'integer' },
                msg: { type: 'string' },
                result: schemaOf(row.output, 'output'),
              },
            },
          },
        },
      },
    },
  }
}

/** The contract as OpenAPI, for readers who do not use TypeScript. */
export function openapi(): string {
  const rows = Object.entries(contract).flatMap(([domain, table]) =>
    Object.entries(table).map(([name, row]) => ({ domain, name, row: row as ContractRow })),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Slotwise', version: '1' },
    security: [session],
    components: {
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
