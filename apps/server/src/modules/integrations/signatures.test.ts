/** The signature of Standard Webhooks, checked by other means than ours. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { deliver, receiverStand, webhookStand } from '../../../test/integration-stand.ts'
import { standardSignature } from './post-service.ts'

const app = await testApp()
const receive = receiverStand(app)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

async function isSigned(secret: string, headers: Record<string, unknown>, body: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const raw = bytesOf(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const header = (name: string): string => String(headers[`webhook-${name}`])
  const [version, signature = ''] = header('signature').split(',')
  const signed = new TextEncoder().encode(`${header('id')}.${header('timestamp')}.${body}`)
  return version === 'v1' && crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)
}

test('a signature is that of the example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  expect(standardSignature(secret, id, '1614265330', '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('an event is signed by what its secret holds in base64', async () => {
  const { owner, webhook, sell } = await webhookStand(app)
  const { requests } = await receive()
  await sell()
  await deliver(app, owner, webhook)
  const { headers = {}, body = '' } = requests[0] ?? {}
  expect(headers).toMatchObject({
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(app.clock.now.getTime() / 1000)),
  })
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await isSigned(webhook.secret, headers, body)).toBe(true)
  expect(await isSigned(webhook.secret, headers, `${body} `)).toBe(false)
})
