import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { AppError } from './errors.ts'

const derive = promisify(argon2)

/** The cost of argon2id. It is stored with each hash, so it can be raised later. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }
/** The minimum recommended by OWASP: about 40 ms when measured. */
export const properCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

export type PasswordRules = { pepper: string; passwordCost: PasswordCost }

/**
 * Hashing takes memory and a core for a while, so only a few run at once and a limited number wait. Beyond that the
 * caller is told to come back later.
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
    // Hand the turn to the longest waiting caller.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const digest = (
  password: string,
  pepper: string,
  nonce: Buffer,
  { memory, passes, parallelism }: PasswordCost,
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

export async function hashPassword(
  password: string,
  { pepper, passwordCost: cost }: PasswordRules,
): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, pepper, nonce, cost)
  const figures = [cost.memory, cost.passes, cost.parallelism]
  return ['argon2id', ...figures, nonce.toString('base64url'), tag.toString('base64url')].join('$')
}

/** Verifies a password. For an unknown account `stored` is undefined: it takes as long and is always false. */
export async function isPassword(
  password: string,
  { pepper, passwordCost }: PasswordRules,
  stored: string | undefined,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = (stored ?? '').split('$')
  const cost = stored
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    : passwordCost
  const salt = stored ? Buffer.from(nonce, 'base64url') : randomBytes(16)
  const actual = await digest(password, pepper, salt, cost)
  const expected = Buffer.from(tag, 'base64url')
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
