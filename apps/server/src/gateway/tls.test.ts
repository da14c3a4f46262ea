import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { downFilter } from '@slotwise/machine-protocol'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { makeMachine } from '../../test/machines.ts'
import { type Gateway, startGateway } from './gateway.ts'

let folder: string
let app: TestApp
let gateway: Gateway
let tls: { cert: string; key: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slotwise-tls-'))
  tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', tls.key, '-out', tls.cert, '-days', '1', '-nodes']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject, ...files], { stdio: 'ignore' })
  app = await startApp()
  const mqtt = { ...app.deps.config.mqtt, tls }
  gateway = await startGateway({ ...app.deps, config: { ...app.deps.config, mqtt } })
})
afterAll(async () => {
  await gateway.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('with a certificate machines connect by TLS, and in no other way', async () => {
  const { sn, secret } = await makeMachine(app)
  const login = {
    clientId: sn,
    username: sn,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  } as const
  const ca = await readFile(tls.cert)
  const client = await connectAsync(`mqtts://localhost:${gateway.port}`, { ...login, ca })
  const [granted] = await client.subscribeAsync(downFilter(sn), { qos: 1 })
  expect(granted?.qos).toBe(1)
  await client.endAsync()
  const plain = connectAsync(`mqtt://localhost:${gateway.port}`, { ...login, connectTimeout: 3_000 }, false)
  await expect(plain).rejects.toThrow(/./)
})
