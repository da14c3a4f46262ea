import { describe, expect, it } from 'vitest'

import { type ApiDocument, callsOf, curlOf, fieldsOf, searched } from './document.ts'

const document: ApiDocument = {
  paths: {
    '/api/v1/b/getBill': {
      post: {
        operationId: 'bills.getBill',
        tags: ['bills'],
        description: 'Access: order.buyBill.',
        'x-open-to-keys': true,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['orderno'],
                properties: {
                  orderno: { type: 'string' },
                  limit: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
                },
              },
            },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    result: {
                      type: 'object',
                      required: ['data'],
                      properties: {
                        data: {
                          type: 'array',
                          items: { type: 'object', properties: { kind: { enum: ['a', 'b'] } } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

describe('the API reference', () => {
  const [call] = callsOf(document)
  if (!call) throw new Error('no call')

  it('finds calls by words of their name, path and access', () => {
    expect(searched([call], 'buybill BILLS')).toEqual([call])
    expect(searched([call], 'goods')).toEqual([])
    expect(searched([call], ' ')).toEqual([call])
  })

  it('lists fields with those of nested rows', () => {
    expect(fieldsOf(call.input)).toEqual([
      { path: 'orderno', type: 'string', isRequired: true, note: '' },
      { path: 'limit', type: 'integer', isRequired: false, note: 'default 5, from 1, to 9' },
    ])
    expect(fieldsOf(call.output).map(({ path, type }) => [path, type])).toEqual([
      ['data[]', 'array of object'],
      ['data[].kind', '"a" | "b"'],
    ])
  })

  it('shows the call as a command with what it requires', () => {
    const command = curlOf(call, 'https://console.example')
    expect(command).toContain('curl https://console.example/api/v1/b/getBill')
    expect(command).toContain(`--data '{"orderno":"1"}'`)
  })
})
