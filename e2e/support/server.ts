import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { type Answer, type Call, type InputOf, type OutputOf, success } from '@slotwise/contract'

/** The data directory of the server under test; set by playwright.config.ts, read by the operator's command line. */
export const dataDirVariable = 'SLOTWISE_JOURNEYS_DATA_DIR'

/** The main account with this phone does not see how sales were paid; see `webServer` in playwright.config.ts. */
export const phoneWithoutPayments = '13600000016'

/** The server prints its port when it is ready; see `wait` in playwright.config.ts. */
export const serverUrl = (): string => `http://localhost:${process.env['SLOTWISE_JOURNEYS_PORT'] ?? ''}`

/** The port for machines, which the server prints too. */
export const gatewayPort = (): number => Number(process.env['SLOTWISE_JOURNEYS_GATEWAY'])

export type Caller = {
  address: string
  token?: string
  secret?: string
}

/** Calls the server as the console does, from the caller's own address. Fails the test when the call is refused. */
export async function callServer<C extends Call>(
  row: C,
  input: InputOf<C>,
  { address, token, secret }: Caller,
): Promise<OutputOf<C>> {
  const response = await fetch(serverUrl() + row.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      'x-forwarded-for': address,
      ...(token && { 'x-access-token': token }),
      ...(secret && { 'x-access-secret': secret }),
    },
    body: JSON.stringify(input),
  })
  const answer = (await response.json()) as Answer<OutputOf<C>>
  if (answer.rcode !== success)
    throw new Error(`${row.path}: ${answer.rcode} ${answer.msg} ${JSON.stringify(answer.result)}`)
  return answer.result
}

/** Passwords are sent as md5. */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

type Message = { phone: string; purpose: string; code: string }

/**
 * The latest code sent to a phone, from the development inbox. `phone` in its national format, without country code.
 */
export async function codeSentTo(phone: string): Promise<string> {
  const messages = (await (await fetch(`${serverUrl()}/dev/inbox.json`)).json()) as Message[]
  const mine = messages.find((message) => message.phone.endsWith(phone.replace(/^0/, '')))
  if (!mine) throw new Error(`no text message was sent to ${phone}`)
  return mine.code
}

/** A code of the same length that is not the one sent. */
export const otherCode = (code: string): string =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

/** Runs the operator's command line on the data of the server under test. */
export async function ops(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['apps/server/bin/ops.ts', ...args], {
    env: {
      ...process.env,
      DATA_DIR: process.env[dataDirVariable],
      DATABASE_URL: '',
      DATABASE_WAIT_SECONDS: '120',
    },
  })
}
