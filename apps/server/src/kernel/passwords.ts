import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { AppError } from './errors.ts'

const derive = promisify(argon2)

/** OWASP's floor for argon2id; about 40 ms here. The figures stand in the stored text, so they can be raised. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

/**
 * Hashing takes memory and a core for a while. A few at once, some more may wait; beyond that it is an attack or an
 * accident, and callers come back later.
 */
const atOnce = 4
const mayWait = 100
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else if (waiting.length < mayWait) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new AppError('wait', { seconds: 2 })
  try {
    return await work()
  } finally {
    // The turn passes on to whoever waited longest.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const digest = (
  password: string,
  pepper: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> =>
  inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce,
      secret: Buffer.from(pepper),
      memory,
      passes,
      parallelism,
      tagLength: 32,
    }),
  )

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
