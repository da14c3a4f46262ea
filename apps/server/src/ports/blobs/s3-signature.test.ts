import { describe, expect, test } from 'vitest'

import { amzDate, sha256, signature } from './s3-signature.ts'

const signatureOf = (authorization: string): string => authorization.split('Signature=')[1] ?? ''

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
describe("the examples of Amazon's description of S3", () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const headersOf = (bodyHash: string) => ({
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': '20130524T000000Z',
  })

  test.each([
    {
      what: 'an object is read in part',
      path: '/test.txt',
      query: {},
      more: { range: 'bytes=0-9' },
      expected: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    {
      what: 'the lifecycle of a bucket is read',
      path: '/',
      query: { lifecycle: '' },
      more: {},
      expected: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
    {
      what: 'objects are listed',
      path: '/',
      query: { prefix: 'J', 'max-keys': '2' },
      more: {},
      expected: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ])('$what', ({ path, query, more, expected }) => {
    const bodyHash = sha256('')
    const headers = { ...headersOf(bodyHash), ...more }
    const authorization = signature(credentials, { method: 'GET', path, query, headers, bodyHash })
    expect(signatureOf(authorization)).toBe(expected)
    expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,')
  })

  test('an object is written', () => {
    const bodyHash = sha256('Welcome to Amazon S3.')
    const headers = {
      ...headersOf(bodyHash),
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    const toSign = { method: 'PUT', path: '/test%24file.text', query: {}, headers, bodyHash }
    expect(signature(credentials, toSign)).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,' +
        'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    )
  })
})

/** The suite "aws-sig-v4-test-suite", which Amazon publishes for authors of clients. */
describe("cases of Amazon's suite", () => {
  const credentials = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const base = { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' }

  test.each<{
    name: string
    method?: string
    path?: string
    query?: Record<string, string>
    more?: Record<string, string>
    body?: string
    expected: string
  }>([
    { name: 'get-vanilla', expected: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31' },
    {
      name: 'get-vanilla-query-order-key-case',
      query: { Param2: 'value2', Param1: 'value1' },
      expected: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    },
    {
      name: 'get-utf8',
      path: '/%E1%88%B4',
      expected: '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
    },
    {
      name: 'post-vanilla',
      method: 'POST',
      expected: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    },
    {
      name: 'post-x-www-form-urlencoded',
      method: 'POST',
      more: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
      expected: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    },
    {
      name: 'get-header-value-trim',
      more: { 'my-header1': ' value1', 'my-header2': ' "a   b   c"' },
      expected: 'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    },
  ])('$name', ({ method = 'GET', path = '/', query = {}, more = {}, body = '', expected }) => {
    const headers = { ...base, ...more }
    const toSign = { method, path, query, headers, bodyHash: sha256(body) }
    expect(signatureOf(signature(credentials, toSign, 'service'))).toBe(expected)
  })
})

test('the time is written without marks', () => {
  expect(amzDate(new Date('2026-03-01T08:09:10.999Z'))).toBe('20260301T080910Z')
})
