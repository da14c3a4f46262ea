/** The product as processes of their own, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { Answer, Call, InputOf, OutputOf } from '@slotwise/contract'

import { readConfig } from '../src/kernel/config.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { md5 } from '../src/kernel/passwords.ts'
import { createMerchant } from '../src/modules/account/index.ts'
import { programEnv } from './program-env.ts'

export type Program = { process: ChildProcess; url: string; machines: number; output(): string }
type ProgramSetup = { databaseUrl: string; dataDir: string; logLevel?: string }

const serve = fileURLToPath(new URL('../bin/serve.ts', import.meta.url))
export const pepper = 'shared'

/** Starts a role and waits until it is ready. */
export async function startProgram(
  role: 'all' | 'api' | 'worker' | 'gateway',
  { databaseUrl, dataDir, logLevel = 'warn' }: ProgramSetup,
): Promise<Program> {
  const child = spawn(process.execPath, [serve, role], {
    env: {
      ...programEnv(databaseUrl, { dataDir, pepper }),
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      LOG_LEVEL: logLevel,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString()
      const ready = /^ready(?: (\S+))?$/m.exec(text)
      if (ready) resolve(ready[1] ?? '')
    })
    child.on('exit', () => reject(new Error(`serve ${role} ended early:\n${text}`)))
  })
  const machines = Number(/^machines on port (\d+)$/m.exec(text)?.[1] ?? 0)
  const url = address.replace('localhost', '127.0.0.1')
  return { process: child, url, machines, output: () => text }
}

export const isRunning = ({ process: child }: Program): boolean =>
  child.exitCode === null && child.signalCode === null

export async function stopProgram(
  { process: child }: Program,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}

/** Makes a call, as a browser does. */
export async function post<C extends Call>(
  to: Program,
  row: C,
  input: InputOf<C>,
  headers: Record<string, string> = {},
): Promise<Answer<OutputOf<C>>> {
  const response = await fetch(to.url + row.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US', ...headers },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Answer<OutputOf<C>>
}

/** Adds a merchant to the database of the programs. */
export async function addMerchant(
  deps: Pick<Deps, 'db' | 'now'>,
  { dataDir, username, password }: { dataDir: string; username: string; password: string },
): Promise<{ tenantId: string }> {
  const config = readConfig({ DATA_DIR: dataDir, PEPPER: pepper, LOG_LEVEL: 'silent' })
  return createMerchant({ ...deps, config } as Deps, {
    username,
    mchName: 'Machines',
    country: 'CN',
    business: 'vm',
    agent: null,
    password: md5(password),
    operation: null,
    origin: { requestId: '', address: '', userAgent: '', locale: 'en-US', now: deps.now() },
  })
}
