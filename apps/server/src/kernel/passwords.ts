import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's floor for argon2id; about 40 ms here. The figures stand in the stored text, so they can be raised. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

const digest = (
  password: string,
  pepper: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password),
    nonce,
    secret: Buffer.from(pepper),
    memory,
    passes,
    parallelism,
    tagLength: 32,
  })

export async function hashPassword(password: string, pepper: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, pepper, nonce, cost)
  return [
    'argon2id',
    cost.memory,
    cost.passes,
    cost.parallelism,
    nonce.toString('base64url'),
    tag.toString('base64url'),
  ].join('$')
}

/** `stored` undefined stands for an unknown account: it takes as long and is never right. */
export async function isPassword(
  password: string,
  pepper: string,
  stored: string | undefined,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = (stored ?? '').split('$')
  const params = stored
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : cost
  const salt = stored ? Buffer.from(nonce, 'base64url') : randomBytes(16)
  const actual = await digest(password, pepper, salt, params)
  const expected = Buffer.from(tag, 'base64url')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
